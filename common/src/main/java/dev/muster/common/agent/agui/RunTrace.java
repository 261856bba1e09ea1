package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.Timeline;
import dev.muster.common.agent.Timeline.CallTime;
import dev.muster.common.agent.Trace;
import dev.muster.common.agent.Trace.SubAgent;
import dev.muster.common.agent.agui.EventTime.Moment;
import org.jspecify.annotations.Nullable;

/** The trace of a run: its times, steps and subagents. */
final class RunTrace {
    private final EventTime clock;
    private final List<Trace.StepRecord> steps = new ArrayList<>();
    private final List<SubAgent> subAgents = new ArrayList<>();
    private final Map<String, Span> calls = new LinkedHashMap<>();
    private @Nullable Moment first;
    private Moment last = new Moment(0, EventTime.UNKNOWN);
    /** Counts of events without a timestamp, with one, and with an implausible one. */
    private int untimed;
    private int timed;
    private int implausible;

    private static final class Span {
        private final Moment started;
        private Moment ended;
        private @Nullable Moment result;

        Span(Moment started) {
            this.started = started;
            this.ended = started;
        }
    }

    RunTrace(EventTime clock) {
        this.clock = clock;
    }

    void step(String name, String owner) {
        steps.add(new Trace.StepRecord(name, owner));
    }

    void delegated(String id, String name, @Nullable String parent) {
        subAgents.add(new SubAgent(id, name, parent == null ? AguiEvent.PARENT : parent, null));
    }

    void returned(String id, @Nullable String error) {
        for (int i = subAgents.size() - 1; i >= 0 && error != null; i--) {
            SubAgent agent = subAgents.get(i);
            if (agent.id().equals(id)) {
                subAgents.set(i, new SubAgent(id, agent.name(), agent.parent(), error));
                return;
            }
        }
    }

    /** Records that an event of the run arrived. */
    void event() {
        last = clock.now;
        first = first == null ? last : first;
        if (last.eventMs() == EventTime.UNKNOWN) {
            untimed++;
        } else if (last.eventMs() == EventTime.IMPLAUSIBLE) {
            implausible++;
        } else {
            timed++;
        }
    }

    /** Records the start of a call, more of its arguments, or their end. */
    void called(String call) {
        calls.computeIfAbsent(call, key -> new Span(clock.now)).ended = clock.now;
    }

    /** Records a result; only the first of a call counts. */
    void answered(String call) {
        Span span = calls.get(call);
        if (span != null && span.result == null) {
            span.result = clock.now;
        }
    }

    /** Returns the trace; it has times by the agent's own clock if every event had a plausible timestamp. */
    Trace trace() {
        return new Trace(timeline(0, Moment::arrivalMs, false),
                untimed + implausible == 0 && first != null ? timeline(first.eventMs(), Moment::eventMs, true) : null,
                steps, subAgents);
    }

    /** Returns why the timestamps of the events were not used; empty when they were used, or absent. */
    Optional<String> trouble() {
        if (implausible > 0) {
            return Optional.of("the times of the events were not used, the times of their arrival were: " + implausible
                    + " of " + (untimed + timed + implausible)
                    + " are more than a day away from now, in milliseconds since 1970");
        }
        return timed == 0 || untimed == 0 ? Optional.empty()
                : Optional.of("the times of the events were not used, the times of their arrival were: " + untimed
                        + " of " + (untimed + timed) + " events have none");
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
