package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Sequel;
import dev.muster.common.agent.Timeline;
import dev.muster.common.agent.Trace;
import dev.muster.common.agent.Usage;
import dev.muster.common.json.BoundedJson;
import dev.muster.common.time.Ticker;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Assembles a reply from the pieces of an answer, and passes each piece on as an event when it arrives. */
public final class ReplyAssembler {
    private final ArrivalTimes arrivals;
    private final Warnings warnings;
    private final Consumer<AgentEvent> events;
    private final CallLog calls = new CallLog(this);
    private final List<JsonNode> custom = new ArrayList<>();
    /** How many more values the documents may have that stay in memory until the answer ends. */
    private int room = BoundedJson.MOST_VALUES;
    private @Nullable Usage usage;
    private @Nullable JsonNode state;
    private @Nullable String refusal;
    private boolean awaiting;

    /** Creates the assembler of the answer to a request that is sent now. */
    public ReplyAssembler(Ticker ticker, Consumer<AgentEvent> events) {
        this.arrivals = new ArrivalTimes(ticker);
        this.warnings = new Warnings(events);
        this.events = events;
    }

    public ArrivalTimes arrivals() {
        return arrivals;
    }

    public Warnings warnings() {
        return warnings;
    }

    public Consumer<AgentEvent> events() {
        return events;
    }

    public CallLog calls() {
        return calls;
    }

    /** Returns when the current event arrived, in milliseconds since the request was sent. */
    public long nowMs() {
        return arrivals.lastMs();
    }

    /** Records that an event arrived. */
    public void event(String data) {
        arrivals.event();
        checkUtf8(data);
    }

    /** Warns about invalid UTF-8, which the SSE standard decodes to U+FFFD. */
    public void checkUtf8(String data) {
        if (data.indexOf('\uFFFD') >= 0) {
            warn("the answer holds U+FFFD: it was not valid UTF-8, and what could not be decoded was replaced");
        }
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

    public void warn(String sentence) {
        warnings.add(sentence);
    }

    /** @param what a part of the answer that carries content and has no place in a reply */
    public void unread(String what) {
        warn("the answer has " + what + ", which Muster does not read");
    }

    /** Keeps what has no place in a reply, as a custom event. */
    public void keep(String name, JsonNode value) throws StreamBroken {
        hold(value);
        custom(name, value);
    }

    /** Adds a custom event whose value is held already, or is small. */
    public void custom(String name, JsonNode value) {
        custom.add(JsonNodeFactory.instance.objectNode().put("name", name).set("value", value));
    }

    /** Puts custom events before all others. */
    public void customFirst(Collection<JsonNode> others) {
        custom.addAll(0, others);
    }

    /** Counts a document that stays in memory until the answer ends. */
    public void hold(JsonNode document) throws StreamBroken {
        room = StreamBroken.checkValues(document, room);
    }

    /** @param instead the held document whose place it takes */
    public void hold(JsonNode document, JsonNode instead) throws StreamBroken {
        room = StreamBroken.checkValues(document, room + BoundedJson.values(instead, BoundedJson.MOST_VALUES));
    }

    /** Reads the token counts of OpenAI and compatible servers, if there are any. */
    public void used(JsonNode reported) throws StreamBroken {
        if (reported.isObject()) {
            used(tokens(reported, "prompt_tokens", "completion_tokens", reported.path("prompt_tokens_details"),
                    "cached_tokens"));
        }
    }

    /** Passes on the tokens used so far. */
    public void used(Usage sum) {
        usage = sum;
        events.accept(new AgentEvent.Used(sum));
    }

    /** Returns the tokens used so far; null when none were reported. */
    public @Nullable Usage usage() {
        return usage;
    }

    /**
     * Reads token counts by their names.
     *
     * @param details has the count of what came from a cache
     */
    public static Usage tokens(JsonNode reported, String input, String output, JsonNode details, String cached)
            throws StreamBroken {
        return new Usage(count(reported, input), count(reported, output), count(details, cached), null, false);
    }

    private static long count(JsonNode reported, String name) throws StreamBroken {
        return StreamBroken.count(reported.path(name), name + " of the usage");
    }

    public void state(@Nullable JsonNode last) {
        state = last;
    }

    /** @param reason the text by which the agent refuses; null when it does not */
    public void refusal(@Nullable String reason) {
        refusal = reason;
    }

    /** @param waits whether the agent waits for its user, although it may ask no question */
    public void awaiting(boolean waits) {
        awaiting = waits;
    }

    /**
     * Returns the reply.
     *
     * @param texts of its messages, the last of which is its text
     * @param finish why the answer ended
     */
    public AgentReply complete(List<String> texts, String finish, Sequel sequel) {
        var content = new AgentReply.Content(texts.isEmpty() ? "" : texts.getLast(), calls.calls(), calls.results(),
                state, List.copyOf(custom), refusal, List.copyOf(texts));
        var timing = arrivals.timing();
        return new AgentReply(content, finish, awaiting || !sequel.interrupts().isEmpty(), usage, timing,
                warnings.sentences(), sequel,
                Trace.of(new Timeline(0, timing.end(), calls.times(), false)));
    }
}
