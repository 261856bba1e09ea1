package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Usage;
import dev.muster.common.time.Ticker;
import tools.jackson.databind.JsonNode;

/** What happens while an answer arrives: its times, its warnings, and the events that it gives. */
public record Reception(Arrivals arrivals, Warnings warnings, Consumer<AgentEvent> events) {

    /** The reception of an answer to a request that is sent now. */
    public Reception(Ticker ticker, Consumer<AgentEvent> events) {
        this(new Arrivals(ticker), new Warnings(events), events);
    }

    public void event(String data) {
        arrivals.event();
        warnings.lookForInvalidUtf8(data);
    }

    /** Passes on a piece of the answer, which may be empty. */
    public void text(String delta) {
        if (!delta.isEmpty()) {
            arrivals.text();
            events.accept(new AgentEvent.TextDelta(delta));
        }
    }

    /** Passes on a piece of the agent's reasoning, which may be empty. */
    public void reasoning(String delta) {
        if (!delta.isEmpty()) {
            events.accept(new AgentEvent.Reasoning(delta));
        }
    }

    /** Reads and passes on token counts in the format of OpenAI and compatible servers. */
    public Usage used(JsonNode told) throws StreamBroken {
        var usage = new Usage(count(told, "prompt_tokens"), count(told, "completion_tokens"),
                count(told.path("prompt_tokens_details"), "cached_tokens"), null, false);
        events.accept(new AgentEvent.Used(usage));
        return usage;
    }

    private static long count(JsonNode told, String name) throws StreamBroken {
        JsonNode count = told.path(name);
        if (count.isMissingNode() || count.isNull()) {
            return 0;
        }
        if (!count.canConvertToExactIntegral() || !count.canConvertToLong() || count.longValue() < 0) {
            throw new StreamBroken(name + " of the usage is " + OneLine.ofMessage(count.toString())
                    + ", but must be a whole number, 0 or more");
        }
        return count.longValue();
    }

    /** The arrival times of an answer, counted from the creation of this object: create it just before the call. */
    public static final class Arrivals {

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
}
