package dev.muster.common.agent.a2a;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Usage;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.CallLog;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.StreamBroken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The parts of an answer: text; data, some of which are tool calls and results as agent frameworks write them; files.
 * The protocol itself has no calls and no tokens.
 */
final class AnswerParts {

    private static final List<String> KINDS = List.of("adk_type", "type", "kind");
    private static final Set<String> CALLS = Set.of("function-call", "tool-call", "tool-use");
    private static final Set<String> RESULTS = Set.of("function-response", "function-call-output", "tool-result",
            "tool-response");

    private final JsonNode seen;
    private final int callsBefore;
    private final ReplyAssembler reply;
    private final Map<String, Artifact> artifacts = new LinkedHashMap<>();
    final CallLog log;
    /** The calls of each tool that may get a result without an id. */
    private final Map<String, Deque<String>> open = new HashMap<>();
    private final StringJoiner documents = new StringJoiner("\n");
    /** Whether a text came, perhaps an empty one. */
    private boolean hasText;

    /** @param seen how many parts of each artifact earlier turns have read */
    AnswerParts(JsonNode seen, int callsBefore, ReplyAssembler reply) {
        this.seen = seen;
        this.callsBefore = callsBefore;
        this.reply = reply;
        this.log = reply.calls();
    }

    /** An artifact as this turn has it. */
    private static final class Artifact {

        private final StringBuilder text = new StringBuilder();
        private int parts;
    }

    /**
     * Returns the text of a message.
     *
     * @param isReply whether it is passed on at once
     */
    String words(String owner, JsonNode message, boolean isReply) throws StreamBroken {
        var text = new StringBuilder();
        for (var part : message.path("parts")) {
            text.append(read(owner, part, isReply));
        }
        return text.toString();
    }

    /** Reads an artifact of a task; what earlier turns, or the stream, have read of it is skipped. */
    void snapshot(JsonNode artifact) throws StreamBroken {
        var id = artifact.path("artifactId").asString("");
        var known = artifacts.get(id);
        add(id, artifact, known == null ? seen.path(id).asInt(0) : known.parts);
    }

    void update(JsonNode artifact, boolean append) throws StreamBroken {
        var id = artifact.path("artifactId").asString("");
        if (!append) {
            artifacts.put(id, new Artifact());
        }
        add(id, artifact, 0);
    }

    private void add(String id, JsonNode artifact, int skipped) throws StreamBroken {
        var into = artifacts.get(id);
        if (into == null) {
            into = new Artifact();
            into.parts = seen.path(id).asInt(0);
            artifacts.put(id, into);
        }
        used(artifact.path("metadata"));
        int place = 0;
        for (var part : artifact.path("parts")) {
            if (place++ >= skipped) {
                into.text.append(read(artifact.path("name").asString(id), part, true));
                into.parts++;
            }
        }
    }

    /** Reads a part; returns its text, which is empty for another kind. */
    private String read(String owner, JsonNode part, boolean isReply) throws StreamBroken {
        var metadata = part.path("metadata");
        if (part.path("text").isString()) {
            var text = part.path("text").stringValue();
            hasText |= !isThought(part);
            if (isThought(part)) {
                reply.reasoning(text);
                return "";
            }
            if (isReply) {
                reply.text(text);
            }
            return text;
        }
        var data = part.path("data");
        if (data.isMissingNode()) {
            reply.keep(owner, part);
            return "";
        }
        var kind = kind(metadata, data);
        if (CALLS.contains(kind) && data.path("name").isString()) {
            called(data);
        } else if (RESULTS.contains(kind)) {
            returned(data);
        } else {
            reply.keep(owner, data);
            documents.add(data.toString());
        }
        return "";
    }

    private static boolean isThought(JsonNode part) {
        return Stream.of("adk_thought", "thought")
                .anyMatch(name -> part.path("metadata").path(name).asBoolean(false));
    }

    /** Returns the text of a message whose parts were read before. */
    static String again(JsonNode message) {
        return message.path("parts").valueStream().filter(part -> !isThought(part))
                .map(part -> part.path("text").stringValue("")).collect(Collectors.joining());
    }

    private static String kind(JsonNode metadata, JsonNode data) {
        return Stream.of(metadata, data).flatMap(of -> KINDS.stream().map(of::path)).filter(JsonNode::isString)
                .map(kind -> kind.stringValue().replace('_', '-')).findFirst().orElse("");
    }

    private static JsonNode first(JsonNode of, String... names) {
        return Stream.of(names).map(of::path).filter(value -> !StreamBroken.isAbsent(value)).findFirst()
                .orElse(JsonNodeFactory.instance.missingNode());
    }

    private static String id(JsonNode data) {
        return first(data, "id", "call_id", "toolCallId", "tool_use_id").asString("");
    }

    /** Reads a call; one that comes again is the same call. */
    private void called(JsonNode data) throws StreamBroken {
        var id = id(data).isEmpty() ? "call-" + (callsBefore + log.size() + 1) : id(data);
        if (log.has(id)) {
            return;
        }
        var arguments = first(data, "args", "arguments", "input");
        var name = data.path("name").stringValue();
        log.called(id, name, AnswerJson.arguments(arguments));
        open.computeIfAbsent(name, _ -> new ArrayDeque<>()).push(id);
    }

    /** Returns the last call of a tool that has no result; "" for none. */
    private String last(String name) {
        var ids = open.getOrDefault(name, new ArrayDeque<>());
        while (!ids.isEmpty() && log.hasResult(ids.element())) {
            ids.pop();
        }
        return Objects.requireNonNullElse(ids.peek(), "");
    }

    /** Reads a result; without an id it belongs to the last call of its name that has none. */
    private void returned(JsonNode data) throws StreamBroken {
        var name = data.path("name").asString("");
        var id = id(data).isEmpty() ? last(name) : id(data);
        if (!log.has(id) || log.hasResult(id)) {
            reply.keep("result", data);
            return;
        }
        var result = first(data, "response", "result", "output", "content");
        log.returned(id, result.isMissingNode() ? data : result, data.path("is_error").asBoolean(false));
    }

    /** Reads token counts, by the names that agent frameworks give them; the last ones count. */
    void used(JsonNode metadata) {
        var reported = first(metadata, "adk_usage_metadata", "usage", "token_usage");
        var input = first(reported, "promptTokenCount", "prompt_token_count", "input_tokens", "inputTokens",
                "prompt_tokens");
        var output = first(reported, "candidatesTokenCount", "candidates_token_count", "output_tokens", "outputTokens",
                "completion_tokens");
        if (!input.isMissingNode() || !output.isMissingNode()) {
            reply.used(new Usage(count(input), count(output)));
        }
    }

    private static long count(JsonNode count) {
        return count.canConvertToExactIntegral() && count.canConvertToLong() ? Math.max(0, count.longValue()) : 0;
    }

    /** Returns the texts of the artifacts. */
    String artifacts() {
        return artifacts.values().stream().map(artifact -> artifact.text.toString()).filter(text -> !text.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    /** Returns the data of an answer without text. */
    String documents() {
        return documents.toString();
    }

    /** Returns how many parts of each artifact the conversation has read. */
    ObjectNode seen() {
        var now = seen instanceof ObjectNode before ? before.deepCopy() : JsonNodeFactory.instance.objectNode();
        artifacts.forEach((id, artifact) -> now.put(id, artifact.parts));
        return now;
    }

    /** Returns the texts of a reply with this one; none where the agent sent none. */
    List<String> texts(String text) {
        return AgentReply.Content.texts(text, hasText && log.size() == 0);
    }
}
