package dev.muster.deploy.demo;

import module java.base;
import tools.jackson.databind.JsonNode;

/**
 * One message of the history sent to a demo agent, over either protocol.
 *
 * @param role as sent
 * @param text the text parts, joined; empty when there are none
 * @param tools names of the tools that an assistant called
 */
record DemoMessage(String role, String text, List<String> tools) {

    DemoMessage {
        tools = List.copyOf(tools);
    }

    boolean by(String who) {
        return role.equals(who);
    }

    /** Reads the {@code messages} of an AG-UI or OpenAI request, which have the same form as far as needed here. */
    static List<DemoMessage> history(JsonNode request) {
        var history = new ArrayList<DemoMessage>();
        for (var message : request.path("messages")) {
            history.add(
                    new DemoMessage(message.path("role").asString(""), text(message.path("content")), tools(message)));
        }
        return history;
    }

    private static String text(JsonNode content) {
        if (content.isString()) {
            return content.stringValue();
        }
        var parts = new ArrayList<String>();
        for (var part : content) {
            parts.add(part.path("text").asString(""));
        }
        return String.join("\n", parts);
    }

    private static List<String> tools(JsonNode message) {
        var names = new ArrayList<String>();
        for (var member : List.of("toolCalls", "tool_calls")) {
            for (var call : message.path(member)) {
                names.add(call.path("function").path("name").asString(""));
            }
        }
        return names;
    }
}
