package dev.muster.deploy.conformance;

import tools.jackson.databind.JsonNode;

/** The times that an agent writes on its events: told by the script, else as the event before. */
final class EventClock {

    private final long base = System.currentTimeMillis();
    private long sinceFirst;

    /** Goes to a time of the script, in ms since the first event of the test; without one it stays. */
    void go(JsonNode at) {
        sinceFirst = at.isNumber() ? at.longValue() : sinceFirst;
    }

    long now() {
        return base + sinceFirst;
    }
}
