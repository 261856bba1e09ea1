package dev.muster.system.conformance;

import tools.jackson.databind.JsonNode;

/** The timestamps on an agent's events: given by the script, else the same as the previous event. */
final class EventClock {

    private final long base = System.currentTimeMillis();
    private long sinceFirst;

    /** Moves to a time of the script, in ms since the first event of the test; without one it stays. */
    void go(JsonNode at) {
        sinceFirst = at.isNumber() ? at.longValue() : sinceFirst;
    }

    long now() {
        return base + sinceFirst;
    }
}
