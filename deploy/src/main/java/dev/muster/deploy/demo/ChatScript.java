package dev.muster.deploy.demo;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.deploy.demo.ScriptedAgent.Act;
import tools.jackson.databind.JsonNode;

/** The bookshop agent's script: a greeting, answers to three questions, an order as JSON, a look into the stock. */
final class ChatScript {

    private static final Pattern ORDER = Pattern.compile("\\border\\s+#?(\\d{1,6})\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern STOCK = Pattern.compile("(?:in stock|copies of|do you have)\\W*[\"“'](.+?)[\"”']",
            Pattern.CASE_INSENSITIVE);

    private ChatScript() {}

    /** @param history at least one message; the last one is answered */
    static List<Act> answer(List<DemoMessage> history) {
        var last = history.getLast();
        return List.of(last.by("tool") ? stockFound(last.text()) : answer(last.text(), history));
    }

    private static Act answer(String question, List<DemoMessage> history) {
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

    private static String known(String question, List<DemoMessage> history) {
        if (question.contains("sunday")) {
            return spokeOf(history, "open") ? "On Sundays we are closed." : "What would you like to know about Sunday?";
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

    private static boolean spokeOf(List<DemoMessage> history, String word) {
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
