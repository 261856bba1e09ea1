package dev.muster.common.agent.http;

import dev.muster.common.agent.AgentReply;
import dev.muster.common.time.Ticker;

/** The arrival times of an answer, counted from the creation of this object: create it just before the call. */
public final class ArrivalTimes {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private final Ticker ticker;
    private final long start;
    private long firstEvent = -1;
    private long firstText = -1;
    private long last;

    ArrivalTimes(Ticker ticker) {
        this.ticker = ticker;
        this.start = ticker.nanos();
    }

    public void event() {
        last = (ticker.nanos() - start) / NANOS_PER_MILLI;
        if (firstEvent < 0) {
            firstEvent = last;
        }
    }

    /** Records that the current event contained text. */
    public void text() {
        if (firstText < 0) {
            firstText = last;
        }
    }

    /** Returns when the current event arrived. */
    public long lastMs() {
        return last;
    }

    public AgentReply.Timing timing() {
        return new AgentReply.Timing(Math.max(0, firstEvent), firstText, last);
    }
}
