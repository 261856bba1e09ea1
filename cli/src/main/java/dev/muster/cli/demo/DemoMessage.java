package dev.muster.cli.demo;

import module java.base;
import tools.jackson.databind.JsonNode;

/** One message of the history sent to a demo agent, over either protocol, with the tools that an assistant called. */
record DemoMessage(String role, String text, List<String> tools) {

    /** Reads the {@code messages} of an AG-UI or OpenAI request, which have the same form as far as needed here. */
    static List<DemoMessage> history(JsonNode request) {
        return request.path("messages").valueStream()
                .map(message -> new DemoMessage(message.path("role").asString(""), text(message.path("content")),
                        tools(message)))
                .toList();
    }

    private static String text(JsonNode content) {
        return content.isString() ? content.stringValue() : content.valueStream()
                .map(part -> part.path("text").asString("")).collect(Collectors.joining("\n"));
    }

    private static List<String> tools(JsonNode message) {
        return Stream.of("toolCalls", "tool_calls").flatMap(member -> message.path(member).valueStream())
                .map(call -> call.path("function").path("name").asString("")).toList();
    }

    /** Estimates the number of tokens in the text. */
    int tokens() {
        return tokens(text);
    }

    static int tokens(String text) {
        return text.length() / 4 + 1;
    }
}
