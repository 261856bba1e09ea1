package dev.muster.common.agent.anthropic;

import module java.base;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Sequel;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.agent.Usage;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.ArrivingCall;
import dev.muster.common.agent.http.ChunkedAnswer;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.StreamBroken;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The answer to one request: events until {@code message_stop}, or a whole message in plain JSON. */
final class MessagesAnswer extends ChunkedAnswer {

    private static final String INPUT = "input_tokens";
    private static final String READ = "cache_read_input_tokens";
    private static final String WRITTEN = "cache_creation_input_tokens";
    private static final String OUTPUT = "output_tokens";
    private static final List<String> COUNTS = List.of(INPUT, READ, WRITTEN, OUTPUT);

    /** Events that say nothing about the reply. */
    private static final Set<String> SILENT = Set.of("", "ping", "content_block_stop");

    private final Map<String, Long> counts = new HashMap<>();
    private final StringBuilder text = new StringBuilder();
    /** By the index of their blocks, in the order in which they began. */
    private final Map<Long, ArrivingCall> calls = new LinkedHashMap<>();
    private final Map<String, String> names = new HashMap<>();
    /** Ids of the calls that the service makes itself. */
    private final Set<String> hosted = new HashSet<>();
    private @Nullable String stopReason;
    /** Whether a block of text came, perhaps an empty one. */
    private boolean hasText;
    private boolean done;

    MessagesAnswer(ReplyAssembler reply) {
        super(reply, true);
    }

    @Override
    public String setting() {
        return "protocol: anthropic";
    }

    @Override
    protected Next chunk(JsonNode event, String data) throws StreamBroken {
        var type = event.path("type").stringValue("");
        if (!type.equals("ping")) {
            belongs(type.equals("message_start"), data);
        }
        switch (type) {
            case "message_start" -> used(event.path("message").path("usage"));
            case "content_block_start" -> block(index(event), event.path("content_block"));
            case "content_block_delta" -> delta(index(event), event.path("delta"));
            case "message_delta" -> {
                used(event.path("usage"));
                stopped(event.path("delta"));
            }
            case "message_stop" -> {
                done = true;
                return Next.STOP;
            }
            case "error" -> failure = AnswerJson.failure(event.path("error"));
            default -> {
                if (!isForeign() && !SILENT.contains(type)) {
                    reply.keep(type, event);
                }
            }
        }
        return Next.GO_ON;
    }

    @Override
    protected AgentOutcome complete(End end) {
        return done && !isForeign() ? reply() : before(end, "message_stop", "message_start");
    }

    @Override
    protected AgentOutcome whole(JsonNode answer, String body) throws StreamBroken {
        reply.event(body);
        if (answer.path("type").stringValue("").equals("error")) {
            return AnswerJson.failure(answer.path("error"));
        }
        if (!answer.path("content").isArray()) {
            throw new StreamBroken("the answer has no content: " + OneLine.of(body));
        }
        used(answer.path("usage"));
        stopped(answer);
        long index = 0;
        for (var block : answer.path("content")) {
            block(index++, block);
        }
        return reply();
    }

    private static long index(JsonNode event) throws StreamBroken {
        return StreamBroken.count(event.path("index"), "index of a block");
    }

    private void block(long index, JsonNode block) throws StreamBroken {
        var type = StreamBroken.text(block, "type", "type of a block");
        switch (type) {
            case "text" -> {
                hasText = true;
                append(StreamBroken.text(block, "text", "text of a block"));
            }
            case "thinking" -> reply.reasoning(StreamBroken.text(block, "thinking", "thinking of a block"));
            case "tool_use", "server_tool_use", "mcp_tool_use" -> {
                StreamBroken.checkCalls(calls.size());
                var name = StreamBroken.text(block, "name", "name of a tool call");
                if (name.isEmpty()) {
                    throw new StreamBroken("a tool call has no name");
                }
                reply.hold(block.path("input"));
                var id = StreamBroken.text(block, "id", "id of a tool call");
                names.putIfAbsent(id, name);
                var call = new ArrivingCall(id, name, reply.nowMs());
                if (block.path("input").isObject()) {
                    call.arguments(block.path("input"));
                }
                calls.put(index, call);
                if (!type.equals("tool_use")) {
                    hosted.add(id);
                }
            }
            default -> {
                if (type.endsWith("tool_result")) {
                    result(block);
                } else if (!type.equals("redacted_thinking")) {
                    reply.keep(type.isEmpty() ? "unknown" : type, block);
                }
            }
        }
    }

    private void delta(long index, JsonNode delta) throws StreamBroken {
        String type = StreamBroken.text(delta, "type", "type of a delta");
        switch (type) {
            case "text_delta" -> append(StreamBroken.text(delta, "text", "text of a delta"));
            case "thinking_delta" -> reply.reasoning(StreamBroken.text(delta, "thinking", "thinking of a delta"));
            case "input_json_delta" -> {
                var call = calls.get(index);
                if (call == null) {
                    throw new StreamBroken("arguments arrive for block " + index + ", which is no tool call");
                }
                call.append(StreamBroken.text(delta, "partial_json", "partial_json of a delta"), reply.nowMs());
            }
            case "signature_delta", "citations_delta" -> {
            }
            default -> reply.unread("a delta of the type '" + OneLine.ofMessage(type) + "'");
        }
    }

    private void append(String piece) {
        text.append(piece);
        reply.text(piece);
    }

    private void result(JsonNode block) throws StreamBroken {
        var id = StreamBroken.text(block, "tool_use_id", "tool_use_id of a result");
        reply.calls().add(new ToolResult(id, names.get(id), block.path("content"),
                block.path("is_error").booleanValue(false)
                        || block.path("content").path("type").stringValue("").endsWith("_error")));
    }

    private void stopped(JsonNode with) throws StreamBroken {
        var reason = StreamBroken.text(with, "stop_reason", "stop_reason");
        stopReason = reason.isEmpty() ? stopReason : reason;
    }

    /** Reads token counts; each replaces the one before, unless it is 0: the service counts from the start. */
    private void used(JsonNode reported) throws StreamBroken {
        if (!reported.isObject()) {
            return;
        }
        for (var count : COUNTS) {
            long now = StreamBroken.count(reported.path(count), count + " of the usage");
            counts.compute(count, (_, before) -> now == 0 && before != null ? before : Long.valueOf(now));
        }
        long cached = counts.getOrDefault(READ, 0L);
        reply.used(new Usage(counts.getOrDefault(INPUT, 0L) + cached + counts.getOrDefault(WRITTEN, 0L),
                counts.getOrDefault(OUTPUT, 0L), cached, null, false));
    }

    private AgentOutcome reply() {
        calls.values().forEach(reply.calls()::add);
        var complete = reply.calls().calls();
        complete.forEach(reply.calls()::announce);
        var open = complete.stream().filter(call -> !hosted.contains(call.id())).toList();
        var whole = text.toString();
        reply.refusal("refusal".equals(stopReason) ? whole : null);
        if ("pause_turn".equals(stopReason)) {
            reply.warn("the agent paused its turn (pause_turn) and expects to be called again; "
                    + "Muster takes what it said until then as its answer");
        }
        return reply.complete(AgentReply.Content.texts(whole, hasText && complete.isEmpty()), finish(),
                Sequel.of(whole, open));
    }

    /** Returns the reason in the words of the other protocols. */
    private String finish() {
        return switch (stopReason == null ? "end_turn" : stopReason) {
            case "end_turn", "stop_sequence" -> "stop";
            case "max_tokens", "model_context_window_exceeded" -> "length";
            case "tool_use" -> "tool_calls";
            default -> Objects.requireNonNull(stopReason);
        };
    }
}
