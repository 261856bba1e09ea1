package dev.muster.common.agent.agui;

import dev.muster.common.agent.Timeline;
import dev.muster.common.agent.Timeline.CallTime;
import dev.muster.common.agent.agui.Moments.Moment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** When a run and its tool calls happened. */
final class RunTimes {

    private static final class Span {
        private final Moment started;
        private Moment ended;
        private @Nullable Moment result;

        Span(Moment started) {
            this.started = started;
            this.ended = started;
        }
    }

    private final Moments moments;
    private final Map<String, Span> calls = new LinkedHashMap<>();
    private @Nullable Moment first;
    private Moment last = new Moment(0, Moments.UNKNOWN);
    /** Every event so far had a time on it. */
    private boolean told = true;

    RunTimes(Moments moments) {
        this.moments = moments;
    }

    /** The event at hand belongs to the run. */
    void heard() {
        last = moments.now();
        first = first == null ? last : first;
        told &= last.eventMs() != Moments.UNKNOWN;
    }

    /** More of a call's arguments came, or their end. */
    void went(String call) {
        calls.computeIfAbsent(call, key -> new Span(moments.now())).ended = moments.now();
    }

    /** Of several results of a call the first counts. */
    void answered(String call) {
        Span span = calls.get(call);
        if (span != null && span.result == null) {
            span.result = moments.now();
        }
    }

    Timeline arrivals() {
        return timeline(0, Moment::arrivalMs, false);
    }

    /** Null unless every event of the run had a time on it that can be believed. */
    @Nullable
    Timeline events() {
        return told && first != null ? timeline(first.eventMs(), Moment::eventMs, true) : null;
    }

    private Timeline timeline(long started, ToLongFunction<Moment> on, boolean fromEvents) {
        var times = calls.entrySet().stream().map(call -> time(call.getKey(), call.getValue(), on)).toList();
        return new Timeline(started, on.applyAsLong(last), times, fromEvents);
    }

    private static CallTime time(String id, Span span, ToLongFunction<Moment> on) {
        return new CallTime(id, on.applyAsLong(span.started), on.applyAsLong(span.ended),
                span.result == null ? -1 : on.applyAsLong(span.result));
    }
}
