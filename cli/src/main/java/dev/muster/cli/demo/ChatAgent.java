package dev.muster.cli.demo;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.muster.cli.demo.ScriptedAgent.Act;
import dev.muster.common.json.Json;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The bookshop's agent: OpenAI chat completions, streamed when asked. Needs no key; refuses any except {@code demo}. */
record ChatAgent(ScriptedAgent.AnswerStream.Pace pace, InstantSource clock) implements ScriptedAgent {

    @Override
    public void answer(HttpExchange exchange, JsonNode request, List<ScriptedAgent.DemoMessage> history)
            throws IOException {
        var key = exchange.getRequestHeaders().getFirst("Authorization");
        if (key != null && !key.equals("Bearer demo")) {
            ScriptedAgent.refuse(exchange, 401, "wrong key; the demo needs none, or 'Bearer demo'");
            return;
        }
        var completion = new Completion(clock.instant().getEpochSecond(),
                request.path("model").asString("scripted"),
                history.stream().mapToInt(said -> ScriptedAgent.tokens(said.text())).sum());
        var acts = completion.model().equals(DemoJudge.MODEL) ? DemoJudge.answer(history)
                : ChatScript.answer(history);
        if (request.path("stream").asBoolean(false)) {
            stream(exchange, completion, acts, request.path("stream_options").path("include_usage").asBoolean(false));
        } else {
            ScriptedAgent.json(exchange, 200, completion.whole(acts));
        }
    }

    private void stream(HttpExchange exchange, Completion completion, List<Act> acts, boolean usage)
            throws IOException {
        try (var stream = ScriptedAgent.AnswerStream.open(exchange, pace)) {
            for (var chunk : completion.chunks(acts)) {
                stream.send(chunk);
                stream.pause();
            }
            if (usage) {
                stream.send(completion.usageChunk(acts));
            }
            stream.send("[DONE]");
        }
    }

    /** One answer in the format of OpenAI's chat completions, which has only {@link Act.Say} and {@link Act.Ask}. */
    private record Completion(long created, String model, int promptTokens) {

        /** Returns the answer in chunks, without usage and the closing mark. */
        List<ObjectNode> chunks(List<Act> acts) {
            var chunks = new ArrayList<ObjectNode>();
            for (var act : acts) {
                if (act instanceof Act.Say(var text)) {
                    ScriptedAgent.AnswerStream.words(text).forEach(word -> delta(chunks).put("content", word));
                } else if (act instanceof Act.Ask ask) {
                    var arguments = ask.arguments().toString();
                    call(delta(chunks), ask.tool(), "");
                    piece(delta(chunks), arguments.substring(0, arguments.length() / 2));
                    piece(delta(chunks), arguments.substring(arguments.length() / 2));
                }
            }
            var last = chunk("chat.completion.chunk");
            choice(last).put("finish_reason", finish(acts)).putObject("delta");
            chunks.add(last);
            return chunks;
        }

        ObjectNode usageChunk(List<Act> acts) {
            var chunk = chunk("chat.completion.chunk");
            chunk.putArray("choices");
            return chunk.set("usage", usage(acts));
        }

        /** Returns the answer as a whole, for a caller that asks for no stream. */
        ObjectNode whole(List<Act> acts) {
            var whole = chunk("chat.completion");
            var message = choice(whole).put("finish_reason", finish(acts)).putObject("message").put("role",
                    "assistant");
            for (var act : acts) {
                if (act instanceof Act.Say(var text)) {
                    message.put("content", text);
                } else if (act instanceof Act.Ask ask) {
                    call(message.putNull("content"), ask.tool(), ask.arguments().toString());
                }
            }
            return whole.set("usage", usage(acts));
        }

        private ObjectNode delta(List<ObjectNode> chunks) {
            var chunk = chunk("chat.completion.chunk");
            var delta = choice(chunk).putNull("finish_reason").putObject("delta");
            if (chunks.isEmpty()) {
                delta.put("role", "assistant");
            }
            chunks.add(chunk);
            return delta;
        }

        private static void call(ObjectNode to, String tool, String arguments) {
            var call = to.putArray("tool_calls").addObject().put("index", 0).put("id", "call_1").put("type",
                    "function");
            call.putObject("function").put("name", tool).put("arguments", arguments);
        }

        private static void piece(ObjectNode delta, String arguments) {
            var call = delta.putArray("tool_calls").addObject().put("index", 0);
            call.putObject("function").put("arguments", arguments);
        }

        private ObjectNode chunk(String object) {
            return Json.MAPPER.createObjectNode().put("id", "chatcmpl-demo").put("object", object)
                    .put("created", created)
                    .put("model", model);
        }

        private static ObjectNode choice(ObjectNode chunk) {
            return chunk.putArray("choices").addObject().put("index", 0);
        }

        private static String finish(List<Act> acts) {
            return acts.stream().anyMatch(Act.Ask.class::isInstance) ? "tool_calls" : "stop";
        }

        private ObjectNode usage(List<Act> acts) {
            int told = acts.stream().mapToInt(act -> act instanceof Act.Say(var text) ? ScriptedAgent.tokens(text) : 8)
                    .sum();
            return Json.MAPPER.createObjectNode().put("prompt_tokens", promptTokens).put("completion_tokens", told)
                    .put("total_tokens", promptTokens + told);
        }
    }

    /** The bookshop agent's script: a greeting, answers to three questions, an order as JSON, a look into the stock. */
    static final class ChatScript {

        private static final Pattern ORDER = Pattern.compile("\\border\\s+#?(\\d{1,6})\\b", Pattern.CASE_INSENSITIVE);
        private static final Pattern STOCK = Pattern.compile("(?:in stock|copies of|do you have)\\W*[\"“'](.+?)[\"”']",
                Pattern.CASE_INSENSITIVE);

        /** @param history at least one message; the last one is answered */
        static List<Act> answer(List<ScriptedAgent.DemoMessage> history) {
            var last = history.getLast();
            return List.of(last.by("tool") ? stockFound(last.text()) : answer(last.text(), history));
        }

        private static Act answer(String question, List<ScriptedAgent.DemoMessage> history) {
            var order = ORDER.matcher(question);
            if (order.find()) {
                return new Act.Say(order(Integer.parseInt(order.group(1))).toString());
            }
            var stock = STOCK.matcher(question);
            if (stock.find()) {
                return new Act.Ask("check_stock", Json.MAPPER.createObjectNode().put("title", stock.group(1)));
            }
            return new Act.Say(known(question.toLowerCase(Locale.ROOT), history));
        }

        private static String known(String question, List<ScriptedAgent.DemoMessage> history) {
            if (question.contains("sunday")) {
                return spokeOf(history, "open") ? "On Sundays we are closed."
                        : "What would you like to know about Sunday?";
            }
            if (question.contains("open")) {
                return "We are open Monday to Saturday, 09:00 to 18:30.";
            }
            if (question.contains("return") || question.contains("refund")) {
                return "You can return any book within 30 days, with the receipt, for a full refund.";
            }
            if (question.matches("\\W*(hi|hello|hey|good (morning|evening))\\b.*")) {
                return "Hello! This is the Harbour Bookshop. How can I help?";
            }
            return "I'm sorry, I can only help with opening hours, returns, orders and stock.";
        }

        private static boolean spokeOf(List<ScriptedAgent.DemoMessage> history, String word) {
            return history.stream().limit(history.size() - 1L)
                    .anyMatch(said -> said.text().toLowerCase(Locale.ROOT).contains(word));
        }

        private static JsonNode order(int number) {
            var order = Json.MAPPER.createObjectNode().put("order", number).put("status", "shipped").put("total", 31.5);
            order.putArray("items").add("The Lighthouse Keeper").add("Tides");
            return order;
        }

        private static Act stockFound(String result) {
            return new Act.Say("I looked it up for you: " + result);
        }
    }

    /** The bookshop agent behind a JSON interface of its own: a session first, then a message for each turn; or single messages without one. */
    static final class ShopApi implements HttpHandler {

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
}
