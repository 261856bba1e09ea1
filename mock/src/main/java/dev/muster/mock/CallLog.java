package dev.muster.mock;

import java.util.HashMap;
import java.util.Map;

/** What a mock agent has seen. Written by its loop, read by anybody. */
final class CallLog {

    private final CallFile file;
    private final Map<String, Integer> byMessage = new HashMap<>();
    private long calls;
    private long sentAway;
    private int inFlight;
    private int mostInFlight;
    private int connections;
    private int mostConnections;

    /** @param file gets a line for each call */
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

    /** The call that just began was one too many. */
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

    /** Forgets all calls; what is under way stays counted as in flight. */
    synchronized void reset() {
        byMessage.clear();
        calls = 0;
        sentAway = 0;
        mostInFlight = inFlight;
        mostConnections = connections;
    }
}
