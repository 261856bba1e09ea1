package dev.muster.mock;

import module java.base;

/**
 * Statistics of a mock agent.
 *
 * @param calls all calls to an agent URL
 * @param sentAway calls above the rate of their URL, answered with 429
 * @param inFlight received but not completely answered
 * @param mostInFlight most calls in flight at once
 * @param connections open now
 * @param mostConnections most connections open at once
 * @param byMessage number of calls by last user message
 */
public record MockStats(long calls, long sentAway, int inFlight, int mostInFlight, int connections, int mostConnections,
        Map<String, Integer> byMessage) {

    public MockStats {
        byMessage = Map.copyOf(byMessage);
    }
}
