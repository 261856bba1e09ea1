package dev.muster.cli.discovery;

import module java.base;
import dev.muster.common.agent.mapping.AnswerMap;
import dev.muster.common.agent.mcp.McpMessages;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Lists the tools of an MCP server: with the newest version of the protocol, else with an older one. */
final class McpServer {

    private static final String NEW = McpMessages.versions().getFirst();
    private static final String OLD = McpMessages.versions().get(1);
    private static final String SESSION = "Mcp-Session-Id";
    /** Errors that only a server of the new way has. */
    private static final Set<Integer> NEW_ERRORS = Set.of(-32020, -32021);

    private final Peek peek;
    private final String url;
    private String session = "";
    private @Nullable PeekAnswer last;

    McpServer(Peek peek, String url) {
        this.peek = peek;
        this.url = url;
    }

    static boolean isRpc(PeekAnswer answer) {
        return AnswerMap.frames(answer.body()).stream().anyMatch(frame -> frame.has("jsonrpc"));
    }

    /** Returns the newest answer. */
    PeekAnswer last() {
        return Objects.requireNonNull(last);
    }

    /** Returns the names of its tools; null when it does not answer as an MCP server that Muster can speak to. */
    @Nullable
    List<String> tools() throws NotFound, InterruptedException {
        var version = isNew() ? NEW : agreed();
        if (!McpMessages.versions().contains(version)) {
            return null;
        }
        var list = post(McpMessages.request("3", "tools/list", Json.MAPPER.createObjectNode(), version), version);
        return list.at("/result/tools").valueStream().map(tool -> tool.path("name").asString(""))
                .filter(Draft::isName).toList();
    }

    private boolean isNew() throws NotFound, InterruptedException {
        var answer = post(McpMessages.discover("1"), NEW);
        int code = answer.at("/error/code").asInt(0);
        return answer.path("result").isObject() || NEW_ERRORS.contains(code)
                || (last().status() == 404 && code == -32601);
    }

    /** Returns the version of a handshake; empty without one. */
    private String agreed() throws NotFound, InterruptedException {
        var version = post(McpMessages.initialize("2", OLD), OLD).at("/result/protocolVersion").asString("");
        session = last().header(SESSION);
        if (McpMessages.versions().contains(version)) {
            post(McpMessages.notification("notifications/initialized", Json.MAPPER.createObjectNode()), version);
        }
        return version;
    }

    /** Returns the message that answers; notifications may come before it. */
    private JsonNode post(ObjectNode message, String version) throws NotFound, InterruptedException {
        var headers = new LinkedHashMap<>(McpMessages.headers(message, version));
        if (!session.isEmpty()) {
            headers.put(SESSION, session);
        }
        last = peek.post(url, message, headers);
        return AnswerMap.frames(last.body()).stream().filter(frame -> frame.has("result") || frame.has("error"))
                .findFirst().orElse(Json.MAPPER.missingNode());
    }
}
