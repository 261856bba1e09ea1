package dev.muster.deploy.demo;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.muster.common.json.Json;
import dev.muster.deploy.demo.ScriptedAgent.Act;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The bookshop agent behind a JSON interface of its own: a session first, then a message for each turn; or single messages without one. */
final class ShopApi implements HttpHandler {

    private final Map<String, List<ScriptedAgent.DemoMessage>> sessions = new ConcurrentHashMap<>();

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
            List<ScriptedAgent.DemoMessage> history = session.isMissingNode() ? new ArrayList<>()
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

    private static void answer(HttpExchange exchange, String message, List<ScriptedAgent.DemoMessage> history)
            throws IOException {
        history.add(new ScriptedAgent.DemoMessage("user", message, List.of()));
        var answer = Json.MAPPER.createObjectNode();
        var text = new StringBuilder();
        for (var act : ChatAgent.ChatScript.answer(history)) {
            switch (act) {
                case Act.Say(var said) -> text.append(said);
                case Act.Ask(var tool, var arguments) -> {
                    text.append("I looked it up for you: 3 copies.");
                    var call = answer.putArray("steps").addObject().put("kind", "tool").put("tool", tool);
                    call.set("input", arguments);
                    call.put("output", "3 copies");
                }
                default -> throw new IllegalStateException("the bookshop only talks and looks up");
            }
        }
        history.add(new ScriptedAgent.DemoMessage("assistant", text.toString(), List.of()));
        answer.put("reply", text.toString());
        answer.putObject("usage").put("in", ScriptedAgent.tokens(message)).put("out",
                ScriptedAgent.tokens(text.toString()));
        ScriptedAgent.json(exchange, 200, answer);
    }
}
