package dev.muster.common.agent.http;

import dev.muster.common.agent.AgentReply;
import dev.muster.common.time.Ticker;

/** When the parts of an answer arrived, counted from the making of this object: make it just before the call. */
public final class Arrivals {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Ticker ticker;
    private final long start;
    private long firstEvent = -1;
    private long firstText = -1;
    private long last;

    public Arrivals(Ticker ticker) {
        this.ticker = ticker;
        this.start = ticker.nanos();
    }

    /** An event is here. */
    public void event() {
        last = (ticker.nanos() - start) / NANOS_PER_MILLI;
        if (firstEvent < 0) {
            firstEvent = last;
        }
    }

    /** The event that is here brought text. */
    public void text() {
        if (firstText < 0) {
            firstText = last;
        }
    }

    /** When the event that is here arrived. */
    public long lastMs() {
        return last;
    }

    public AgentReply.Timing timing() {
        return new AgentReply.Timing(Math.max(0, firstEvent), firstText, last);
    }
}
