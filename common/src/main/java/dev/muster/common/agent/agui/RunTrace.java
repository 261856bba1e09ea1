package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.Trace;
import dev.muster.common.agent.Trace.SubAgent;
import dev.muster.common.agent.Trace.Timeline;
import dev.muster.common.agent.Trace.Timeline.CallTime;
import dev.muster.common.agent.agui.RunTrace.EventTime.Moment;
import dev.muster.common.agent.http.Reception.Arrivals;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** How a run went: its times, steps and subagents. */
final class RunTrace {

    final RunTimes times;
    private final List<Trace.StepRecord> steps = new ArrayList<>();
    private final List<SubAgent> subAgents = new ArrayList<>();

    RunTrace(EventTime moments) {
        this.times = new RunTimes(moments);
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

    Trace trace() {
        return new Trace(times.arrivals(), times.events(), steps, subAgents);
    }

    /** The times of a run and its tool calls. */
    static final class RunTimes {

        private static final class Span {
            private final Moment started;
            private Moment ended;
            private @Nullable Moment result;

            Span(Moment started) {
                this.started = started;
                this.ended = started;
            }
        }

        private final EventTime moments;
        private final Map<String, Span> calls = new LinkedHashMap<>();
        private @Nullable Moment first;
        private Moment last = new Moment(0, EventTime.UNKNOWN);
        /** Counts of events without a timestamp, with one, and with an implausible one. */
        private int untimed;
        private int timed;
        private int unbelieved;

        RunTimes(EventTime moments) {
            this.moments = moments;
        }

        void heard() {
            last = moments.now;
            first = first == null ? last : first;
            if (last.eventMs() == EventTime.UNKNOWN) {
                untimed++;
            } else if (last.eventMs() == EventTime.UNBELIEVED) {
                unbelieved++;
            } else {
                timed++;
            }
        }

        /** Records more of a call's arguments, or their end. */
        void went(String call) {
            calls.computeIfAbsent(call, key -> new Span(moments.now)).ended = moments.now;
        }

        /** Records a result; only the first of a call counts. */
        void answered(String call) {
            Span span = calls.get(call);
            if (span != null && span.result == null) {
                span.result = moments.now;
            }
        }

        Timeline arrivals() {
            return timeline(0, Moment::arrivalMs, false);
        }

        /** Returns null unless every event of the run had a plausible timestamp. */
        @Nullable
        Timeline events() {
            return untimed + unbelieved == 0 && first != null ? timeline(first.eventMs(), Moment::eventMs, true) : null;
        }

        /** Returns why the timestamps of the events were not used; empty when they were used, or absent. */
        Optional<String> trouble() {
            if (unbelieved > 0) {
                return Optional
                        .of("the times of the events were not used, the times of their arrival were: " + unbelieved
                                + " of " + (untimed + timed + unbelieved)
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

    /** The time of the current event, on both clocks. */
    static final class EventTime {

        /** On the agent's clock: the event has no timestamp. */
        static final long UNKNOWN = -1;
        /** The event has an implausible timestamp. */
        static final long UNBELIEVED = -2;

        /** A clock that is off by more counts something else, or in other units. */
        private static final long FURTHEST = Duration.ofDays(1).toMillis();

        private final Arrivals arrivals;
        private final InstantSource clock;
        private Moment now = new Moment(0, UNKNOWN);

        EventTime(Arrivals arrivals, InstantSource clock) {
            this.arrivals = arrivals;
            this.clock = clock;
        }

        /**
         * A time on both clocks.
         *
         * @param arrivalMs since the request was sent
         * @param eventMs since 1970, as reported by the agent; or {@link #UNKNOWN}, or {@link #UNBELIEVED}
         */
        record Moment(long arrivalMs, long eventMs) {}

        void next(JsonNode event) {
            arrivals.event();
            now = new Moment(arrivals.lastMs(), told(event.path("timestamp")));
        }

        private long told(JsonNode timestamp) {
            if (!timestamp.isNumber()) {
                return UNKNOWN;
            }
            double told = timestamp.doubleValue();
            return Math.abs(told - clock.millis()) <= FURTHEST ? (long) told : UNBELIEVED;
        }
    }
}
