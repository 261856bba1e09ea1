package dev.muster.worker.call;

import module java.base;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Tools that an agent uses to ask its user: built-in ones, and those that a project names, perhaps with {@code *}. */
public record AskingTools(List<String> named) {

    private static final Set<String> USUAL = Set.of("request_confirmation", "ask_user", "get_user_input");

    /** The arguments that may contain the question. */
    private static final List<String> QUESTIONS = List.of("question", "prompt", "message");

    /** A name with a server prefix ({@code server__name}, {@code server.name}) asks, too. */
    public boolean has(String name) {
        return asks(name) || asks(lastPart(name));
    }

    private boolean asks(String name) {
        return USUAL.contains(name) || named.stream().anyMatch(glob -> matches(glob, name));
    }

    /** Returns the question of the first asking call; null when no call asks. */
    @Nullable
    String question(List<ToolCall> calls) {
        return calls.stream().filter(call -> has(call.name())).map(ToolCall::arguments)
                .flatMap(arguments -> QUESTIONS.stream().map(arguments::path)).filter(JsonNode::isString)
                .map(JsonNode::stringValue).filter(text -> !text.isBlank()).findFirst().orElse(null);
    }

    private static boolean matches(String glob, String name) {
        int star = glob.indexOf('*');
        if (star < 0) {
            return glob.equals(name);
        }
        var end = glob.substring(glob.lastIndexOf('*') + 1);
        if (!name.startsWith(glob.substring(0, star)) || !name.endsWith(end)
                || name.length() < star + end.length()) {
            return false;
        }
        int at = star;
        for (var part : glob.substring(star, glob.length() - end.length()).split("\\*", -1)) {
            int found = name.substring(0, name.length() - end.length()).indexOf(part, at);
            if (found < 0) {
                return false;
            }
            at = found + part.length();
        }
        return true;
    }

    private static String lastPart(String name) {
        int dot = name.lastIndexOf('.');
        int underscores = name.lastIndexOf("__");
        return underscores > dot ? name.substring(underscores + 2) : name.substring(dot + 1);
    }
}
