package dev.muster.mock;

import module java.base;

/**
 * Statistics of a mock agent.
 *
 * @param sentAway calls above the rate of their URL, answered with 429
 * @param inFlight received but not completely answered
 * @param byMessage number of calls by last user message
 */
public record MockStats(long calls, long sentAway, int inFlight, int mostInFlight, int connections, int mostConnections,
        Map<String, Integer> byMessage) {

    public MockStats {
        byMessage = Map.copyOf(byMessage);
    }
}
