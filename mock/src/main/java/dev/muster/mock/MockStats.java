package dev.muster.mock;

import java.util.Map;

/**
 * What a mock agent has seen so far.
 *
 * @param calls all calls to an agent's address
 * @param sentAway calls that were more than the rate of their address, answered with 429
 * @param inFlight received and not yet answered to the end
 * @param mostInFlight the most there were at once
 * @param connections open now
 * @param mostConnections the most there were at once
 * @param byMessage how many calls had this text as last user message
 */
public record MockStats(long calls, long sentAway, int inFlight, int mostInFlight, int connections, int mostConnections,
        Map<String, Integer> byMessage) {

    public MockStats {
        byMessage = Map.copyOf(byMessage);
    }
}
