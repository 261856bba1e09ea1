package dev.muster.worker.talk;

import dev.muster.common.model.ToolCall;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Tools by which an agent asks its user. */
final class AskingTools {

    private static final Set<String> NAMES = Set.of("request_confirmation", "ask_user", "get_user_input");

    /** The arguments that may hold the question. */
    private static final List<String> QUESTIONS = List.of("question", "prompt", "message");

    private AskingTools() {}

    /** A name with a server before it ({@code server__name}, {@code server.name}) asks, too. */
    static boolean has(String name) {
        return NAMES.contains(name) || NAMES.contains(lastPart(name));
    }

    /** What the first of them asks; null when none of these calls does. */
    static @Nullable String question(List<ToolCall> calls) {
        return calls.stream().filter(call -> has(call.name())).map(ToolCall::arguments)
                .flatMap(arguments -> QUESTIONS.stream().map(arguments::path)).filter(JsonNode::isString)
                .map(JsonNode::stringValue).filter(text -> !text.isBlank()).findFirst().orElse(null);
    }

    private static String lastPart(String name) {
        int dot = name.lastIndexOf('.');
        int underscores = name.lastIndexOf("__");
        return underscores > dot ? name.substring(underscores + 2) : name.substring(dot + 1);
    }
}
