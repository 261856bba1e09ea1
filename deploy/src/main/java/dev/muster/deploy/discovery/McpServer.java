package dev.muster.deploy.discovery;

import module java.base;
import dev.muster.common.agent.custom.AnswerMap;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An MCP server that is asked for its tools: the new way, and if it does not know that, the old way. */
final class McpServer {

    private static final String NEW = "2026-07-28";
    private static final String OLD = "2025-11-25";
    private static final String VERSION = "protocolVersion";
    private static final String VERSION_HEADER = "MCP-Protocol-Version";
    private static final String SESSION = "Mcp-Session-Id";
    private static final String META = "io.modelcontextprotocol/";
    /** Errors that only a server of the new way has. */
    private static final Set<Integer> NEW_ERRORS = Set.of(-32020, -32021, -32022);

    private final Peek peek;
    private final String url;
    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private int id;
    private Peek.@Nullable Answer last;

    McpServer(Peek peek, String url) {
        this.peek = peek;
        this.url = url;
    }

    static boolean isRpc(Peek.Answer answer) {
        return AnswerMap.frames(answer.body()).stream().anyMatch(frame -> frame.has("jsonrpc"));
    }

    /** Returns the newest answer. */
    Peek.Answer last() {
        return Objects.requireNonNull(last);
    }

    /** Returns the names of its tools; null when it does not answer as an MCP server. */
    @Nullable
    List<String> tools() throws IOException, InterruptedException {
        boolean isNew = isNew();
        if (!isNew) {
            headers.clear();
            var params = Json.MAPPER.createObjectNode().put(VERSION, OLD);
            params.putObject("capabilities");
            params.set("clientInfo", client());
            var hello = post("initialize", params);
            var version = result(hello).path(VERSION).asString("");
            if (version.isEmpty()) {
                return null;
            }
            headers.put(VERSION_HEADER, version);
            if (!hello.header(SESSION).isEmpty()) {
                headers.put(SESSION, hello.header(SESSION));
            }
            peek.post(url, Json.MAPPER.createObjectNode().put("jsonrpc", "2.0").put("method",
                    "notifications/initialized"), headers);
        }
        var list = post("tools/list", isNew ? meta(headers.getOrDefault(VERSION_HEADER, NEW))
                : Json.MAPPER.createObjectNode());
        return result(list).path("tools").valueStream().map(tool -> tool.path("name").asString("")).toList();
    }

    private boolean isNew() throws IOException, InterruptedException {
        headers.put(VERSION_HEADER, NEW);
        var answer = post("server/discover", meta(NEW));
        var error = message(answer).path("error");
        int code = error.path("code").asInt(0);
        if (code == -32022) {
            headers.put(VERSION_HEADER, error.at("/data/supported/0").asString(NEW));
        }
        return result(answer).isObject() || NEW_ERRORS.contains(code) || (answer.status() == 404 && code == -32601);
    }

    private static ObjectNode meta(String version) {
        var params = Json.MAPPER.createObjectNode();
        var meta = params.putObject("_meta").put(META + VERSION, version);
        meta.putObject(META + "clientCapabilities");
        meta.set(META + "clientInfo", client());
        return params;
    }

    private static ObjectNode client() {
        return Json.MAPPER.createObjectNode().put("name", "muster").put("version", "1");
    }

    private Peek.Answer post(String method, JsonNode params) throws IOException, InterruptedException {
        var body = Json.MAPPER.createObjectNode().put("jsonrpc", "2.0").put("id", ++id).put("method", method);
        body.set("params", params);
        var all = new TreeMap<>(headers);
        all.put("Mcp-Method", method);
        last = peek.post(url, body, all);
        return last;
    }

    private static JsonNode result(Peek.Answer answer) {
        return message(answer).path("result");
    }

    /** Returns the message that answers; notifications may come before it. */
    private static JsonNode message(Peek.Answer answer) {
        return AnswerMap.frames(answer.body()).stream().filter(frame -> frame.has("result") || frame.has("error"))
                .findFirst().orElse(Json.MAPPER.missingNode());
    }
}
