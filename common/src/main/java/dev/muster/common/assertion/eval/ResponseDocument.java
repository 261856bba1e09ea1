package dev.muster.common.assertion.eval;

import module java.base;
import com.google.re2j.Pattern;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.json.Json;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** A reply as checks see it: its text, its JSON, and the places where a path is tried, in order. */
final class ResponseDocument {

    /** The beginning of a path to what every reply has whether it is JSON or not. */
    private static final Pattern MEMBER = Pattern.compile(
            "(?:\\$?\\.?|\\$\\[['\"])(?:content|tool_calls|tool_results|custom|state)(?:\\W.*)?");

    private final AgentReply reply;
    private final Optional<JsonNode> json;
    private @Nullable List<DocumentPlace> places;
    private final StepBudget budget = new StepBudget();

    ResponseDocument(AgentReply reply) {
        this.reply = reply;
        this.json = json(reply.content());
    }

    /** Of several messages that are no JSON together, the last. */
    private static Optional<JsonNode> json(AgentReply.Content content) {
        return ReplyJson.in(content.text())
                .or(() -> content.several().isEmpty() ? Optional.empty() : ReplyJson.in(content.several().getLast()));
    }

    AgentReply reply() {
        return reply;
    }

    String text() {
        return reply.content().text();
    }

    List<ToolCall> toolCalls() {
        return reply.content().toolCalls();
    }

    /** Returns the calls with their results, in the order they were started. */
    List<AnsweredCall> answeredCalls() {
        return AnsweredCall.of(reply.content().toolCalls(), reply.content().toolResults());
    }

    /** Returns the budget for the patterns of the current assertion; each begins with a full one. */
    StepBudget budget() {
        return budget;
    }

    /** Returns the reply parsed as JSON. */
    Optional<JsonNode> json() {
        return json;
    }

    /** Whether neither the reply nor anything around it is JSON, so that a path has nothing to look in. */
    boolean isOnlyText() {
        return json.isEmpty() && reply.content().state() == null
                && reply.content().toolResults().stream().noneMatch(result -> result.content().isContainer())
                && reply.content().custom().isEmpty();
    }

    /** Whether a path leads to a member of the response document, such as {@code $.tool_calls}. */
    static boolean isItsMember(String path) {
        return MEMBER.matches(path);
    }

    /** Returns the failure of a check that needs JSON. */
    Observation noJson() {
        return Observation.fails(() -> "found text that is not JSON: " + Excerpt.of(text()));
    }

    /** Returns the reply's JSON, else its text as a JSON string. */
    JsonNode value() {
        return json.orElseGet(() -> StringNode.valueOf(reply.content().text()));
    }

    /** Returns the places; the first that has a path decides. */
    List<DocumentPlace> places() {
        if (places == null) {
            places = places(reply, json);
        }
        return places;
    }

    private static List<DocumentPlace> places(AgentReply reply, Optional<JsonNode> json) {
        var places = new ArrayList<DocumentPlace>();
        json.ifPresent(root -> places.add(new DocumentPlace("the reply's JSON", root)));
        places.add(new DocumentPlace("the response document", document(reply)));
        if (reply.content().state() != null) {
            places.add(new DocumentPlace("the agent's state", reply.content().state()));
        }
        if (!reply.content().toolResults().isEmpty()) {
            places.add(new DocumentPlace("the last tool result", reply.content().toolResults().getLast().content()));
        }
        reply.content().custom().reversed().forEach(event -> places.add(
                new DocumentPlace("the custom event " + event.path("name").asString(""), event.path("value"))));
        return List.copyOf(places);
    }

    private static ObjectNode document(AgentReply reply) {
        var document = Json.MAPPER.createObjectNode().put("content", reply.content().text());
        var calls = document.putArray("tool_calls");
        reply.content().toolCalls().forEach(call -> calls.add(call(call)));
        var results = document.putArray("tool_results");
        reply.content().toolResults().forEach(result -> results.add(result(result)));
        document.putArray("custom").addAll(reply.content().custom());
        if (reply.content().state() != null) {
            document.set("state", reply.content().state());
        }
        return document;
    }

    /**
     * Returns a call with its arguments under both names: {@code arguments} as in suites, {@code args} as in result
     * files.
     */
    private static ObjectNode call(ToolCall call) {
        var node = Json.MAPPER.createObjectNode().put("id", call.id()).put("name", call.name());
        node.set("arguments", call.arguments());
        node.set("args", call.arguments());
        return node;
    }

    private static ObjectNode result(ToolResult result) {
        var node = Json.MAPPER.createObjectNode().put("tool_call_id", result.toolCallId());
        if (result.name() != null) {
            node.put("name", result.name());
        }
        node.set("content", result.content());
        return node.put("error", result.error());
    }
}
