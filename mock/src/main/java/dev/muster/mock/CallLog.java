package dev.muster.mock;

import module java.base;

/** The calls that a mock agent has seen. Written by its loop, read from any thread. */
final class CallLog {

    private final CallFile file;
    private final Map<String, Integer> byMessage = new HashMap<>();
    private long calls;
    private long sentAway;
    private int inFlight;
    private int mostInFlight;
    private int connections;
    private int mostConnections;

    /** @param file receives a line for each call */
    CallLog(CallFile file) {
        this.file = file;
    }

    /** @return the call's number among those with the same message, from 1 */
    synchronized int began(String message) {
        file.began(message);
        calls++;
        inFlight++;
        mostInFlight = Math.max(mostInFlight, inFlight);
        return byMessage.merge(message, 1, Integer::sum);
    }

    /** Counts the call that just began as one above the rate. */
    synchronized void sentAway() {
        sentAway++;
    }

    synchronized void ended() {
        inFlight--;
    }

    synchronized void connected() {
        connections++;
        mostConnections = Math.max(mostConnections, connections);
    }

    synchronized void disconnected() {
        connections--;
    }

    synchronized MockStats stats() {
        return new MockStats(calls, sentAway, inFlight, mostInFlight, connections, mostConnections, byMessage);
    }

    /** Forgets all calls; calls in progress still count as in flight. */
    synchronized void reset() {
        byMessage.clear();
        calls = 0;
        sentAway = 0;
        mostInFlight = inFlight;
        mostConnections = connections;
    }
}
