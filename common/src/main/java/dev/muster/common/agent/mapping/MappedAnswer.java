package dev.muster.common.agent.mapping;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply.Content;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Sequel;
import dev.muster.common.agent.Usage;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.AnswerReader;
import dev.muster.common.agent.http.CallLog;
import dev.muster.common.agent.http.Framing;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.assertion.eval.PathSteps;
import dev.muster.common.config.HttpMapping;
import dev.muster.common.model.Message;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** One answer, read by a mapping. */
final class MappedAnswer implements AnswerReader {

    /** Longest text that may be meant as the end of an answer, as {@code [DONE]} is. */
    private static final int LONGEST_MARK = 20;

    /** Ends a stream of text also where no {@code done} says so. */
    private static final String END = "[DONE]";

    private final AnswerPaths paths;
    private final AgentRequest request;
    private final ObjectNode memory;
    private final boolean mapped;
    private final ReplyAssembler reply;
    private final PathSteps steps = new PathSteps(PathSteps.OF_AN_ANSWER);
    private final StringBuilder text = new StringBuilder();
    private final CallLog log;
    private final ObjectNode carried = JsonNodeFactory.instance.objectNode();
    private @Nullable AgentFailure failure;
    private @Nullable String first;
    private int calls;
    private boolean hasText;
    private boolean isNull;
    private boolean awaiting;
    private boolean warnedOfArguments;
    private boolean done;

    /**
     * @param memory what the next call of the conversation needs: the session and what was carried so far
     * @param mapped whether the project says where the answer says what
     */
    MappedAnswer(AnswerPaths paths, AgentRequest request, ObjectNode memory, boolean mapped, ReplyAssembler reply) {
        this.paths = paths;
        this.request = request;
        this.memory = memory;
        this.mapped = mapped;
        this.reply = reply;
        this.log = reply.calls();
    }

    @Override
    public @Nullable Framing framing(String type) {
        return AnswerFraming.of(paths.written(), type);
    }

    @Override
    public Next event(String data, boolean whole) throws StreamBroken {
        if (data.strip().equals(paths.written().done())) {
            reply.event(data);
            done = true;
            return Next.STOP;
        }
        if (isText()) {
            return words(data);
        }
        try {
            event(AnswerJson.read(data, "an event"), data);
        } catch (StreamBroken e) {
            if (whole) {
                throw data.length() > LONGEST_MARK || paths.written().done() != null ? e
                        : new StreamBroken("the event " + OneLine.of(data) + " is not JSON; if it ends the answer, set"
                                + " done: \"" + OneLine.of(data.strip()) + "\"");
            }
            failure = End.CLOSED.before("the end of an event");
            return Next.STOP;
        }
        return failure != null || done ? Next.STOP : Next.GO_ON;
    }

    /** Reads an event; one that reports an error, in which the mapping finds nothing, is not passed over. */
    private void event(JsonNode event, String source) throws StreamBroken {
        int before = found();
        frame(event, source);
        failure = failure == null && found() == before ? EventErrors.in(event) : failure;
    }

    /** Returns how much the mapping found so far: words and calls of the agent, and their results. */
    private int found() {
        return text.length() + calls;
    }

    /** Whatever an event that is named as an error has in it, it is not passed over. */
    @Override
    public Next typed(String type, String data, boolean whole) throws StreamBroken {
        if (whole && isText() && EventNames.isAside(type, data)) {
            reply.event(data);
            return Next.GO_ON;
        }
        if (!EventNames.isError(type) || !whole) {
            return event(data, whole);
        }
        var json = isText() ? JsonNodeFactory.instance.missingNode() : AnswerJson.orMissing(data);
        int before = found();
        if (!json.isMissingNode()) {
            frame(json, data);
        }
        if (failure == null && found() > before) {
            reply.warn("the stream has an event '" + OneLine.of(type) + "', in which the mapping found words or calls"
                    + " of the agent: " + OneLine.of(data));
            return done ? Next.STOP : Next.GO_ON;
        }
        failure = failure != null ? failure : AgentFailure.Agent.declared(EventNames.error(type, data));
        return Next.STOP;
    }

    private boolean isText() {
        return paths.written().stream() == HttpMapping.Stream.SSE_TEXT;
    }

    /** Reads an event whose data is text; what servers send behind the last one is none of it. */
    private Next words(String data) {
        if (paths.written().done() == null && data.strip().equals(END)) {
            done = true;
            return Next.STOP;
        }
        text(data);
        return Next.GO_ON;
    }

    @Override
    public boolean takesBlank() {
        return isText();
    }

    @Override
    public void text(String piece) {
        reply.event(piece);
        hasText = true;
        append(piece);
    }

    @Override
    public AgentOutcome plain(String body) throws StreamBroken {
        if (body.isBlank()) {
            return AgentFailure.Agent.undeclared("agent error: the answer is empty");
        }
        frame(AnswerJson.read(body, "the answer"), body);
        return failure == null ? reply() : failure;
    }

    @Override
    public AgentOutcome end(End end) {
        if (failure != null) {
            return failure;
        }
        var last = paths.written().done();
        if (!done && (end == End.BROKEN || (last != null && paths.written().idle() == null))) {
            return end.before(last == null ? "its end" : last);
        }
        if (first == null && text.isEmpty()) {
            return AgentFailure.Agent.undeclared("agent error: the answer is empty");
        }
        return reply();
    }

    @Override
    public String accepts() {
        return MappingRules.ACCEPTS;
    }

    @Override
    public String expected() {
        return paths.written().text() == null ? "text/plain"
                : "text/event-stream, application/x-ndjson or application/json";
    }

    @Override
    public String setting() {
        return "protocol: http";
    }

    /** Keeps the standard error of a program, for the reader of the results. */
    void errors(String text) {
        if (!text.isBlank()) {
            reply.custom("stderr", JsonNodeFactory.instance.stringNode(text));
        }
    }

    /** Reads an answer or one event of it. */
    void frame(JsonNode frame, String source) throws StreamBroken {
        reply.event(source);
        first = first == null ? source : first;
        var error = first("error", frame);
        if (AnswerPaths.isSet(error)) {
            failure = AgentFailure.Agent.declared("agent error: " + OneLine.of(asText(words(error))));
            return;
        }
        var words = paths.compiled().get(AnswerPaths.TEXT);
        if (words != null) {
            var only = words.only(frame, steps);
            for (var piece : only == null ? words.all(frame, steps) : List.of(only)) {
                hasText |= !piece.isNull();
                isNull |= piece.isNull();
                append(piece.isNull() ? "" : asText(piece));
            }
        }
        var calls = paths.compiled().get("tool_calls.each");
        if (calls != null) {
            for (var call : calls.all(frame, steps)) {
                called(call);
                if (failure != null) {
                    return;
                }
            }
        }
        used(frame);
        var shared = first("state", frame);
        if (shared != null) {
            reply.state(shared);
        }
        awaiting |= AnswerPaths.isSet(first("awaiting", frame));
        done |= AnswerPaths.isSet(first("done", frame));
        paths.written().carry().keySet().forEach(name -> {
            var value = first("carry." + name, frame);
            if (value != null) {
                carried.set(name, value);
            }
        });
        if (steps.exceeded()) {
            throw new StreamBroken("the paths of its mapping took more than " + PathSteps.OF_AN_ANSWER
                    + " steps in this answer, which is the limit; use paths without filters and ..");
        }
    }

    private @Nullable JsonNode first(String name, JsonNode in) {
        return paths.first(name, in, steps);
    }

    /** Returns the text of an error that is an object. */
    private static @Nullable JsonNode words(@Nullable JsonNode error) {
        return error != null && error.path("message").isString() ? error.path("message") : error;
    }

    private static String asText(@Nullable JsonNode value) {
        return value == null ? "" : value.isString() ? value.stringValue() : value.toString();
    }

    private void append(String piece) {
        text.append(piece);
        reply.text(piece);
    }

    private void called(JsonNode found) throws StreamBroken {
        var given = first("tool_calls.id", found);
        var id = given == null || given.isNull() ? "call-" + (request.callsBefore() + log.size() + 1) : asText(given);
        var named = first("tool_calls.name", found);
        var name = named == null || named.stringValue("").isBlank() ? null : named.stringValue();
        if (name == null && !log.has(id) && !steps.exceeded()) {
            if (Objects.requireNonNull(paths.written().toolCalls()).each().equals("$")) {
                warnOfArguments(found);
                return; // of all events, those with a name are calls
            }
            failure = AgentFailure.Agent.undeclared("agent error: response.tool_calls.name ("
                    + Objects.requireNonNull(paths.written().toolCalls()).name()
                    + ") is nowhere in the call " + OneLine.of(found.toString())
                    + "; muster probe shows what each path of the mapping finds");
            return;
        }
        calls++;
        if (name != null && !log.has(id)) {
            var arguments = first("tool_calls.arguments", found);
            log.called(id, name, arguments == null ? JsonNodeFactory.instance.missingNode()
                    : AnswerJson.arguments(arguments));
        }
        var result = first("tool_calls.result", found);
        if (result != null && !result.isNull() && log.has(id) && !log.hasResult(id)) {
            log.returned(id, result, false);
        }
    }

    /** Warns of an event that has the arguments of a call but no name: the path of the name may be wrong. */
    private void warnOfArguments(JsonNode event) {
        var arguments = first("tool_calls.arguments", event);
        if (arguments != null && !arguments.isNull() && !warnedOfArguments) {
            warnedOfArguments = true;
            var calls = Objects.requireNonNull(paths.written().toolCalls());
            reply.warn("an event has response.tool_calls.arguments (" + calls.arguments()
                    + ") but no response.tool_calls.name (" + calls.name() + "), so it is no call: "
                    + OneLine.of(event.toString()));
        }
    }

    private void used(JsonNode frame) {
        if (first("usage.input", frame) == null && first("usage.output", frame) == null) {
            return;
        }
        var before = Objects.requireNonNullElse(reply.usage(), Usage.NONE);
        long input = count("usage.input", frame, before.input());
        long output = count("usage.output", frame, before.output());
        long cached = count("usage.cached", frame, before.cached());
        var now = new Usage(input, output, cached, null, false);
        if (!now.equals(before)) {
            reply.used(now);
        }
    }

    private long count(String path, JsonNode frame, long before) {
        var count = first(path, frame);
        return count != null && count.canConvertToLong() && count.longValue() >= 0 ? count.longValue() : before;
    }

    private AgentOutcome reply() {
        if (paths.written().text() != null && !hasText && log.size() == 0 && !awaiting) {
            var came = OneLine.of(Objects.requireNonNullElse(first, ""));
            return AgentFailure.Agent.undeclared("agent error: " + (mapped
                    ? "response.text (" + paths.written().text() + ") is " + (isNull ? "null" : "nowhere")
                            + " in the answer: " + came
                            + "; muster probe shows what each path of the mapping finds"
                    : "the answer has no 'text': " + came));
        }
        var words = text.toString();
        var pending = log.pending(request);
        memory.withObject("carry").setAll(carried);
        reply.awaiting(awaiting);
        return reply.complete(Content.texts(words, hasText && log.size() == 0),
                pending.isEmpty() ? "stop" : "tool_calls",
                new Sequel(messages(words), List.of(), pending, memory));
    }

    /** Returns the calls, their results, then the text: as they are sent to a model again. */
    private List<Message> messages(String words) {
        return log.results().isEmpty() && log.size() > 0 && !words.isEmpty()
                ? List.of(Message.assistant(List.of(words), log.calls()))
                : log.messages(List.of(words));
    }
}
