package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Trace;
import dev.muster.common.agent.Trace.Timeline;
import dev.muster.common.agent.Trace.Timeline.CallTime;
import dev.muster.common.agent.Usage;
import dev.muster.common.json.BoundedJson;
import dev.muster.common.time.Ticker;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** What happens while an answer arrives: its times, its warnings, the events that it gives, and what it keeps. */
public record Reception(Arrivals arrivals, Warnings warnings, Consumer<AgentEvent> events, Kept kept) {

    /** The reception of an answer to a request that is sent now. */
    public Reception(Ticker ticker, Consumer<AgentEvent> events) {
        this(new Arrivals(ticker), new Warnings(events), events, new Kept());
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

    /** Keeps what has no place in a reply, as a custom event. */
    public void keep(String name, JsonNode value) throws StreamBroken {
        hold(value);
        kept.custom.add(JsonNodeFactory.instance.objectNode().put("name", name).set("value", value));
    }

    /** Counts a document that stays in memory until the answer ends. */
    public void hold(JsonNode document) throws StreamBroken {
        kept.room = StreamBroken.checkValues(document, kept.room);
    }

    /** @param instead the held document whose place it takes */
    public void hold(JsonNode document, JsonNode instead) throws StreamBroken {
        kept.room = StreamBroken.checkValues(document,
                kept.room + BoundedJson.values(instead, BoundedJson.MOST_VALUES));
    }

    /** Returns what was kept as custom events. */
    public List<JsonNode> custom() {
        return List.copyOf(kept.custom);
    }

    /** Reads and passes on token counts in the format of OpenAI and compatible servers. */
    public Usage used(JsonNode told) throws StreamBroken {
        return used(tokens(told, "prompt_tokens", "completion_tokens", told.path("prompt_tokens_details"),
                "cached_tokens"));
    }

    /** Passes on the tokens used so far, and returns them. */
    public Usage used(Usage usage) {
        events.accept(new AgentEvent.Used(usage));
        return usage;
    }

    /**
     * Reads token counts by their names.
     *
     * @param details has the count of what came from a cache
     */
    public static Usage tokens(JsonNode told, String input, String output, JsonNode details, String cached)
            throws StreamBroken {
        return new Usage(count(told, input), count(told, output), count(details, cached), null, false);
    }

    private static long count(JsonNode told, String name) throws StreamBroken {
        return StreamBroken.count(told.path(name), name + " of the usage");
    }

    /** Returns the reply that arrived until now, with the times of its calls. */
    public AgentReply reply(AgentReply.Content content, String finish, boolean awaiting, @Nullable Usage usage,
            List<CallTime> calls, AgentReply.Sequel sequel) {
        var timing = arrivals.timing();
        return new AgentReply(content, finish, awaiting, usage, timing, warnings.sentences(), sequel,
                Trace.of(new Timeline(0, timing.end(), calls, false)));
    }

    /** The documents that an answer keeps: each is bounded where it is read, and here all of them. */
    public static final class Kept {

        private final List<JsonNode> custom = new ArrayList<>();
        private int room = BoundedJson.MOST_VALUES;
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

    /** The warnings about an answer: each one once, and a limited number. */
    public static final class Warnings {

        private static final int MOST = 20;

        private final Consumer<AgentEvent> events;
        private final Set<String> sentences = new LinkedHashSet<>();

        public Warnings(Consumer<AgentEvent> events) {
            this.events = events;
        }

        public void add(String sentence) {
            if (sentences.size() == MOST) {
                sentence = "there were more warnings than " + MOST;
            }
            if (sentences.size() <= MOST && sentences.add(sentence)) {
                events.accept(new AgentEvent.Warning(sentence));
            }
        }

        /** @param what a part of the answer that carries content and has no place in a reply */
        public void unread(String what) {
            add("the answer has " + what + ", which Muster does not read");
        }

        /** Warns about invalid UTF-8, which the SSE standard decodes to U+FFFD. */
        public void lookForInvalidUtf8(String text) {
            if (text.indexOf('\uFFFD') >= 0) {
                add("the answer holds U+FFFD: it was not valid UTF-8, and what could not be decoded was replaced");
            }
        }

        public List<String> sentences() {
            return List.copyOf(sentences);
        }
    }
}
