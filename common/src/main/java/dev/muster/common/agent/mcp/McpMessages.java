package dev.muster.common.agent.mcp;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Builds Muster's messages to an MCP server, in JSON-RPC. */
public final class McpMessages {

    /** The version without a handshake. */
    static final String NEW = "2026-07-28";
    /** Versions with a handshake, the newest first. */
    static final List<String> OLD = List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");
    /** From this one on the version is in the headers. */
    private static final String NAMED = "2025-06-18";

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String META = "io.modelcontextprotocol/";

    private McpMessages() {}

    /** Returns the versions that Muster speaks, the newest first. */
    public static List<String> versions() {
        return Stream.concat(Stream.of(NEW), OLD.stream()).toList();
    }

    /** Returns the question for what a server without a handshake is; sent with {@link #headers}. */
    public static ObjectNode discover(String id) {
        return request(id, "server/discover", JSON.objectNode(), NEW);
    }

    /** Returns the beginning of a handshake. */
    public static ObjectNode initialize(String id, String version) {
        var params = JSON.objectNode().put("protocolVersion", version);
        params.putObject("capabilities").putObject("elicitation");
        params.set("clientInfo", client());
        return request(id, "initialize", params, version);
    }

    public static ObjectNode request(String id, String method, ObjectNode params, String version) {
        if (version.equals(NEW)) {
            var meta = params.withObject("/_meta").put(META + "protocolVersion", version);
            meta.putObject(META + "clientCapabilities").putObject("elicitation").putObject("form");
            meta.set(META + "clientInfo", client());
        }
        return message("method", JSON.stringNode(method)).put("id", id).set("params", params);
    }

    public static ObjectNode notification(String method, ObjectNode params) {
        return message("method", JSON.stringNode(method)).set("params", params);
    }

    /** Takes back a request. */
    static ObjectNode cancelled(@Nullable String id) {
        return notification("notifications/cancelled", JSON.objectNode().put("requestId", id));
    }

    /** @param member {@code result} or {@code error} */
    static ObjectNode response(JsonNode id, String member, JsonNode value) {
        return message(member, value).set("id", id);
    }

    private static ObjectNode message(String member, JsonNode value) {
        return JSON.objectNode().put("jsonrpc", "2.0").set(member, value);
    }

    private static ObjectNode client() {
        return JSON.objectNode().put("name", "muster").put("version", "1");
    }

    /** Returns the headers of a message over HTTP in a version. */
    public static Map<String, String> headers(ObjectNode message, String version) {
        var headers = new LinkedHashMap<String, String>();
        var method = message.path("method").stringValue("");
        if (version.compareTo(NAMED) >= 0 && !method.equals("initialize")) {
            headers.put("MCP-Protocol-Version", version);
        }
        if (version.equals(NEW)) {
            headers.put("Mcp-Method", method);
            if (message.path("params").has("name")) {
                headers.put("Mcp-Name", header(message.path("params").path("name")));
            }
        }
        return headers;
    }

    /** Returns the headers that repeat arguments, as the schema of their tool asks for. */
    static Map<String, String> repeated(JsonNode schema, JsonNode arguments) {
        var headers = new LinkedHashMap<String, String>();
        schema.path("properties").properties().forEach(property -> {
            var name = property.getValue().path("x-mcp-header").stringValue("");
            var value = arguments.path(property.getKey());
            if (!name.isEmpty() && value.isValueNode() && !value.isNull()) {
                headers.put("Mcp-Param-" + name, header(value));
            }
        });
        return headers;
    }

    private static String header(JsonNode value) {
        var text = value.asString();
        boolean plain = text.equals(text.strip()) && text.chars().allMatch(c -> c >= ' ' && c < 127)
                && !text.startsWith("=?base64?");
        return plain ? text : "=?base64?" + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8))
                + "?=";
    }
}
