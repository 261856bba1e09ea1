package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.http.ArrivalTimes;
import tools.jackson.databind.JsonNode;

/** The time of the current event, on both clocks. */
final class EventTime {

    /** On the agent's clock: the event has no timestamp. */
    static final long UNKNOWN = -1;
    /** The event has an implausible timestamp. */
    static final long IMPLAUSIBLE = -2;

    /** A clock that is off by more counts something else, or in other units. */
    private static final long FURTHEST = Duration.ofDays(1).toMillis();

    private final ArrivalTimes arrivals;
    private final InstantSource clock;
    Moment now = new Moment(0, UNKNOWN);

    EventTime(ArrivalTimes arrivals, InstantSource clock) {
        this.arrivals = arrivals;
        this.clock = clock;
    }

    /**
     * A time on both clocks.
     *
     * @param arrivalMs since the request was sent
     * @param eventMs since 1970, as reported by the agent; or {@link #UNKNOWN}, or {@link #IMPLAUSIBLE}
     */
    record Moment(long arrivalMs, long eventMs) {}

    void next(JsonNode event) {
        arrivals.event();
        now = new Moment(arrivals.lastMs(), plausible(event.path("timestamp")));
    }

    private long plausible(JsonNode timestamp) {
        if (!timestamp.isNumber()) {
            return UNKNOWN;
        }
        double time = timestamp.doubleValue();
        return Math.abs(time - clock.millis()) <= FURTHEST ? (long) time : IMPLAUSIBLE;
    }
}
