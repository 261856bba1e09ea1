package dev.muster.common.agent.openai;

import dev.muster.common.agent.Timeline.CallTime;
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
        private final long startedMs;
        private long endedMs;

        Pieces(int index, long startedMs) {
            this.index = index;
            this.startedMs = startedMs;
        }
    }

    private final int before;
    private final List<Pieces> calls = new ArrayList<>();

    /** @param before calls of the conversation so far: no number comes twice */
    ToolCalls(int before) {
        this.before = before;
    }

    /** @param atMs when the piece came, from sending the request */
    void add(JsonNode piece, long atMs) {
        String id = piece.path("id").stringValue("");
        Pieces call = of(piece.path("index"), id, atMs);
        call.endedMs = atMs;
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

    /** In the order they were started. */
    List<ToolCall> complete() {
        return calls.stream()
                .map(call -> new ToolCall(id(call), call.name, AnswerJson.arguments(call.arguments.toString())))
                .toList();
    }

    List<CallTime> times() {
        return calls.stream().map(call -> new CallTime(id(call), call.startedMs, call.endedMs, -1)).toList();
    }

    /** A call without an id is numbered. */
    private String id(Pieces call) {
        return call.id.isEmpty() ? "call_" + (before + calls.indexOf(call)) : call.id;
    }

    private Pieces of(JsonNode index, String id, long atMs) {
        Pieces known = index.isInt() ? withIndex(index.intValue(), id) : withId(id);
        if (known != null) {
            return known;
        }
        var begun = new Pieces(index.isInt() ? index.intValue() : calls.size(), atMs);
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
