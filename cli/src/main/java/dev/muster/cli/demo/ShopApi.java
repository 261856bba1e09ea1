package dev.muster.cli.demo;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.muster.common.json.Json;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The bookshop agent behind a JSON interface of its own: a session first, then a message for each turn; or single
 * messages without one.
 */
final class ShopApi implements HttpHandler {

    private final Map<String, List<DemoMessage>> sessions = new ConcurrentHashMap<>();
    private final DemoScript script;

    ShopApi(DemoScript script) {
        this.script = script;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode request = Json.MAPPER.readTree(exchange.getRequestBody().readAllBytes());
            if (exchange.getRequestURI().getPath().endsWith("/sessions")) {
                var id = UUID.randomUUID().toString();
                sessions.put(id, new ArrayList<>());
                ScriptedAgent.json(exchange, 200, Json.MAPPER.createObjectNode().put("session_id", id));
                return;
            }
            var session = request.path("session");
            List<DemoMessage> history = session.isMissingNode() ? new ArrayList<>()
                    : sessions.get(session.asString(""));
            if (history == null) {
                ScriptedAgent.refuse(exchange, 404, "there is no such session; POST /shop/sessions opens one");
            } else {
                answer(exchange, request.path("message").asString(""), history);
            }
        } catch (JacksonException e) {
            ScriptedAgent.refuse(exchange, 400, "the body is not JSON");
        }
    }

    private void answer(HttpExchange exchange, String message, List<DemoMessage> history) throws IOException {
        history.add(new DemoMessage("user", message, List.of()));
        var answer = Json.MAPPER.createObjectNode();
        var act = script.answer(history).getFirst();
        if (act instanceof Act.Ask(var tool, var arguments)) {
            var call = answer.putArray("steps").addObject().put("kind", "tool").put("tool", tool);
            call.set("input", arguments);
            call.put("output", "3 copies");
        }
        var text = act instanceof Act.Say(var reply) ? reply : "I looked it up for you: 3 copies.";
        history.add(new DemoMessage("assistant", text, List.of()));
        answer.put("reply", text);
        answer.putObject("usage").put("in", DemoMessage.tokens(message)).put("out", DemoMessage.tokens(text));
        ScriptedAgent.json(exchange, 200, answer);
    }
}
