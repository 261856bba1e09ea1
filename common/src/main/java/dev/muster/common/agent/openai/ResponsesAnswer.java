package dev.muster.common.agent.openai;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.Interrupt;
import dev.muster.common.agent.Sequel;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.ArrivingCall;
import dev.muster.common.agent.http.ChunkedAnswer;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.agent.openai.ResponsesBody.Memory;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The answer of the Responses API: typed events until the one that ends the response, or a response in plain JSON. */
final class ResponsesAnswer extends ChunkedAnswer {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String DELTA = "delta";
    private static final String RESPONSE = "response.";
    private static final Set<String> SILENT = Set.of("", "ping", "keepalive");

    private final ResponsesContext context;
    private final NavigableMap<Integer, Item> items = new TreeMap<>();
    private @Nullable AgentOutcome outcome;

    private final class Item {
        private JsonNode json = JSON.missingNode();
        private final StringBuilder text = new StringBuilder();
        private final ArrivingCall call = new ArrivingCall("", "", reply.nowMs());

        void set(JsonNode now) throws StreamBroken {
            reply.hold(now, json);
            json = now;
        }
    }

    ResponsesAnswer(ResponsesContext context, ReplyAssembler reply) {
        super(reply, true);
        this.context = context;
    }

    @Override
    public String setting() {
        return "protocol: openai and api: responses";
    }

    @Override
    public String refusal(String body) {
        return context.stored() && context.continues()
                ? body + " (a server that keeps no responses needs an agent without 'store')" : body;
    }

    @Override
    protected AgentOutcome whole(JsonNode answer, String body) throws StreamBroken {
        reply.event(body);
        if (!answer.path("output").isArray() && StreamBroken.isAbsent(answer.path("error"))) {
            throw new StreamBroken("the answer has no output: " + OneLine.of(body));
        }
        return over(answer, "completed");
    }

    @Override
    protected AgentOutcome complete(End end) {
        return outcome == null ? before(end, "response.completed", "event of a response") : outcome;
    }

    @Override
    protected Next chunk(JsonNode chunk, String data) throws StreamBroken {
        var type = chunk.path("type").stringValue("");
        belongs(type.startsWith(RESPONSE), data);
        switch (type) {
            case "response.output_item.added", "response.output_item.done" -> item(chunk).set(chunk.path("item"));
            case "response.output_text.delta", "response.refusal.delta" -> text(chunk);
            case "response.reasoning_summary_text.delta", "response.reasoning_text.delta" ->
                reply.reasoning(StreamBroken.text(chunk, DELTA, DELTA));
            case "response.function_call_arguments.delta" ->
                item(chunk).call.append(StreamBroken.text(chunk, DELTA, DELTA), reply.nowMs());
            case "response.function_call_arguments.done" -> arguments(chunk);
            case "response.completed", "response.incomplete", "response.failed", "response.cancelled" ->
                outcome = over(chunk.path("response"), type.substring(RESPONSE.length()));
            case "error" -> failure = AnswerJson.failure(chunk.path("error").isObject() ? chunk.path("error") : chunk);
            default -> {
                failure = chunk.path("error").isObject() ? AnswerJson.failure(chunk.path("error")) : null;
                // other events of a response are about items, which arrive as a whole, too
                if (!type.startsWith(RESPONSE) && !SILENT.contains(type)) {
                    reply.keep(type, chunk);
                }
            }
        }
        return outcome == null ? Next.GO_ON : Next.STOP;
    }

    private Item item(JsonNode chunk) throws StreamBroken {
        int index = (int) Math.min(Integer.MAX_VALUE,
                StreamBroken.count(chunk.path("output_index"), "output_index of an event"));
        if (!items.containsKey(index)) {
            StreamBroken.checkCalls(items.size());
            items.put(index, new Item());
        }
        var item = Objects.requireNonNull(items.get(index));
        item.call.ended(reply.nowMs());
        return item;
    }

    private void text(JsonNode chunk) throws StreamBroken {
        String delta = StreamBroken.text(chunk, DELTA, DELTA);
        item(chunk).text.append(delta);
        reply.text(delta);
    }

    private void arguments(JsonNode chunk) throws StreamBroken {
        var pieces = item(chunk).call.pieces();
        pieces.setLength(0);
        pieces.append(StreamBroken.text(chunk, "arguments", "arguments of a call"));
    }

    /**
     * Reads the finished response, whose output wins over what was streamed.
     *
     * @param usual its status where it names none
     */
    private AgentOutcome over(JsonNode response, String usual) throws StreamBroken {
        JsonNode used = response.path("usage");
        if (used.isObject()) {
            reply.used(ReplyAssembler.tokens(used, "input_tokens", "output_tokens", used.path("input_tokens_details"),
                    "cached_tokens"));
        }
        if (!StreamBroken.isAbsent(response.path("error"))) {
            return AnswerJson.failure(response.path("error"));
        }
        String status = response.path("status").stringValue(usual);
        return switch (status) {
            case "completed", "incomplete" -> {
                output(response.path("output"));
                yield new Output(response.path("incomplete_details").path("reason")
                        .stringValue(status.equals("incomplete") ? status : ""))
                        .reply(response.path("id").stringValue(""));
            }
            case "failed", "cancelled" -> AgentFailure.Agent.declared("agent error: the response is " + status);
            default -> new AgentFailure.Truncated(
                    "agent error: the response is not finished, but " + OneLine.ofMessage(status));
        };
    }

    private void output(JsonNode output) throws StreamBroken {
        int index = 0;
        for (JsonNode json : output) {
            StreamBroken.checkCalls(index);
            items.computeIfAbsent(index, _ -> new Item()).set(json);
            index++;
        }
    }

    /** Turns the items of a response into a reply. */
    private final class Output {
        private final String cut;
        private final List<String> texts = new ArrayList<>();
        private final StringBuilder refusal = new StringBuilder();
        private final List<String> pending = new ArrayList<>();
        private final List<Interrupt> interrupts = new ArrayList<>();
        private final ArrayNode history = JSON.arrayNode();
        /** Whether there is a message with an empty text. */
        private boolean empty;

        Output(String cut) {
            this.cut = cut;
        }

        AgentOutcome reply(String id) throws StreamBroken {
            for (var item : items.values()) {
                read(item);
            }
            var calls = reply.calls().calls();
            calls.forEach(reply.calls()::announce);
            reply.calls().results().forEach(result -> reply.events().accept(new AgentEvent.ToolReturned(result)));
            boolean refused = texts.isEmpty() && !refusal.isEmpty();
            if (refused) {
                texts.add(refusal.toString());
            }
            reply.refusal(refusal.isEmpty() ? null : refusal.toString());
            return reply.complete(texts.isEmpty() && empty && calls.isEmpty() ? List.of("") : texts, finish(refused),
                    sequel(id, calls));
        }

        private String finish(boolean refused) {
            if (!cut.isEmpty()) {
                return cut.equals("max_output_tokens") ? "length" : cut;
            }
            return !interrupts.isEmpty() ? "interrupt" : !pending.isEmpty() ? "tool_calls"
                    : refused ? "refusal" : "stop";
        }

        private Sequel sequel(String id, List<ToolCall> calls) {
            var messages = new ArrayList<>(Sequel.messages(texts, calls));
            reply.calls().results().forEach(result -> messages
                    .add(Message.tool(result.toolCallId(), AnswerJson.text(result.content()))));
            ArrayNode all = JSON.arrayNode();
            if (!context.stored()) {
                all.addAll(context.sent()).addAll(history);
            }
            return new Sequel(messages, List.copyOf(interrupts), List.copyOf(pending),
                    context.stored() && id.isEmpty() ? null
                            : new Memory(id, context.messages() + messages.size(), all).json());
        }

        private void read(Item item) throws StreamBroken {
            JsonNode json = item.json;
            String type = json.path("type").stringValue(item.text.isEmpty() ? "" : "message");
            switch (type) {
                case "message" -> message(item);
                case "function_call" -> function(item);
                case "mcp_call" -> hosted(item);
                case "mcp_approval_request" -> interrupts.add(new Interrupt(json.path("id").asString(""),
                        "May " + json.path("name").asString("a tool") + " of "
                                + json.path("server_label").asString("a server") + " be called?",
                        json, false));
                case "reasoning" -> {
                }
                default -> reply.custom(type, json);
            }
            if (json.isObject() && !type.equals("function_call")) {
                history.add(json);
            }
        }

        private void message(Item item) {
            var text = new StringBuilder();
            for (JsonNode part : item.json.path("content")) {
                text.append(part.path("text").stringValue(""));
                empty |= part.path("text").isString();
                refusal.append(part.path("refusal").stringValue(""));
                if (!part.has("text") && !part.has("refusal")) {
                    reply.unread("a part of the type '"
                            + OneLine.ofMessage(part.path("type").asString("")) + "' in its message");
                }
            }
            if (item.text.isEmpty()) {
                reply.text(text.toString());
            } else if (text.isEmpty() && refusal.isEmpty()) {
                text.append(item.text);
            }
            if (!text.isEmpty()) {
                texts.add(text.toString());
            }
        }

        private void function(Item item) throws StreamBroken {
            String arguments = arguments(item);
            var call = call(item, arguments);
            pending.add(call.id());
            ObjectNode json = (ObjectNode) item.json.deepCopy();
            history.add(json.put("call_id", call.id()).put("arguments", arguments));
        }

        private void hosted(Item item) throws StreamBroken {
            var call = call(item, arguments(item));
            JsonNode error = item.json.path("error");
            boolean failed = !StreamBroken.isAbsent(error);
            JsonNode output = failed ? error : item.json.path("output");
            if (!StreamBroken.isAbsent(output)) {
                reply.calls().add(new ToolResult(call.id(), call.name(), AnswerJson.parsed(output), failed,
                        output.stringValueOpt().orElse(null)));
            }
        }

        private ToolCall call(Item item, String arguments) throws StreamBroken {
            String name = StreamBroken.text(item.json, "name", "name of a tool call");
            if (name.isEmpty()) {
                throw new StreamBroken("a tool call has no name");
            }
            String id = item.json.path("call_id").asString(item.json.path("id").asString(""));
            item.call.identify(id.isEmpty() ? "call_" + context.messages() + "_" + reply.calls().size() : id, name);
            item.call.arguments(AnswerJson.arguments(arguments));
            reply.calls().add(item.call);
            var call = item.call.call();
            reply.hold(call.arguments());
            return call;
        }

        private static String arguments(Item item) {
            JsonNode whole = item.json.path("arguments");
            String text = StreamBroken.isAbsent(whole) ? "" : AnswerJson.text(whole);
            return text.isEmpty() ? item.call.pieces().toString() : text;
        }
    }
}
