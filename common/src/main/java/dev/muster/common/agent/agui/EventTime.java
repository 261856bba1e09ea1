package dev.muster.common.agent.agui;

import dev.muster.common.agent.http.Arrivals;
import java.time.Duration;
import java.time.InstantSource;
import tools.jackson.databind.JsonNode;

/** When the event at hand happened, on both clocks. */
final class EventTime {

    /** For the clock of the events: this one has no time on it. */
    static final long UNKNOWN = -1;
    /** It has one, and that can't be believed. */
    static final long UNBELIEVED = -2;

    /** A clock that is further off counts something else, or in other units. */
    private static final long FURTHEST = Duration.ofDays(1).toMillis();

    private final Arrivals arrivals;
    private final InstantSource clock;
    private Moment now = new Moment(0, UNKNOWN);

    EventTime(Arrivals arrivals, InstantSource clock) {
        this.arrivals = arrivals;
        this.clock = clock;
    }

    /**
     * A moment.
     *
     * @param arrivalMs from sending the request
     * @param eventMs since 1970, as the agent told; or {@link #UNKNOWN}, or {@link #UNBELIEVED}
     */
    record Moment(long arrivalMs, long eventMs) {}

    /** The next event is here. */
    void next(JsonNode event) {
        arrivals.event();
        now = new Moment(arrivals.lastMs(), told(event.path("timestamp")));
    }

    Moment now() {
        return now;
    }

    private long told(JsonNode timestamp) {
        if (!timestamp.isNumber()) {
            return UNKNOWN;
        }
        double told = timestamp.doubleValue();
        return Math.abs(told - clock.millis()) <= FURTHEST ? (long) told : UNBELIEVED;
    }
}
