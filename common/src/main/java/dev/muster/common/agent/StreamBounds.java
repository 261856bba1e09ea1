package dev.muster.common.agent;

/**
 * The limits of one answer; exceeding one is a {@link AgentFailure.Protocol} that names it.
 *
 * @param bytes of the whole answer
 * @param eventBytes of a single event
 */
public record StreamBounds(long bytes, int events, int eventBytes) {

    /** The most tool calls of an answer, for every protocol. */
    public static final int MOST_CALLS = 10_000;

    public static final StreamBounds DEFAULT = new StreamBounds(64L << 20, 200_000, 8 << 20);
}
