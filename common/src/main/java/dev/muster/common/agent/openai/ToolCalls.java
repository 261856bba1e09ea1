package dev.muster.common.agent.openai;

import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.model.ToolCall;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Puts tool calls together from their pieces. A piece belongs to the call of its index; servers that send no index, or
 * the same for all, are understood by id, and a piece with neither goes on with the last call.
 */
final class ToolCalls {

    private static final class Pieces {
        private final int index;
        private String id = "";
        private String name = "";
        private final StringBuilder arguments = new StringBuilder();

        Pieces(int index) {
            this.index = index;
        }
    }

    private final List<Pieces> calls = new ArrayList<>();

    void add(JsonNode piece) {
        String id = piece.path("id").stringValue("");
        Pieces call = of(piece.path("index"), id);
        call.id = call.id.isEmpty() ? id : call.id;
        JsonNode function = piece.path("function");
        call.name = call.name.isEmpty() ? function.path("name").stringValue("") : call.name;
        JsonNode arguments = function.path("arguments");
        if (!arguments.isMissingNode() && !arguments.isNull()) {
            call.arguments.append(AnswerJson.text(arguments));
        }
    }

    boolean isEmpty() {
        return calls.isEmpty();
    }

    /** In the order they were started; a call without an id is numbered. */
    List<ToolCall> complete() {
        var complete = new ArrayList<ToolCall>();
        for (Pieces call : calls) {
            String id = call.id.isEmpty() ? "call_" + complete.size() : call.id;
            complete.add(new ToolCall(id, call.name, AnswerJson.arguments(call.arguments.toString())));
        }
        return complete;
    }

    private Pieces of(JsonNode index, String id) {
        Pieces known = index.isInt() ? withIndex(index.intValue(), id) : withId(id);
        if (known != null) {
            return known;
        }
        var begun = new Pieces(index.isInt() ? index.intValue() : calls.size());
        calls.add(begun);
        return begun;
    }

    private @Nullable Pieces withIndex(int index, String id) {
        for (Pieces call : calls.reversed()) {
            if (call.index == index && (id.isEmpty() || call.id.isEmpty() || call.id.equals(id))) {
                return call;
            }
        }
        return null;
    }

    private @Nullable Pieces withId(String id) {
        if (id.isEmpty()) {
            return calls.isEmpty() ? null : calls.getLast();
        }
        for (Pieces call : calls) {
            if (call.id.equals(id)) {
                return call;
            }
        }
        return null;
    }
}
