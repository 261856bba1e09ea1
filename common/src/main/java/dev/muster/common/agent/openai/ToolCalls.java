package dev.muster.common.agent.openai;

import module java.base;
import dev.muster.common.agent.Timeline.CallTime;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Assembles tool calls from their pieces. A piece belongs to the call with its index; if a server sends no index, or the
 * same for all, the id decides, and without ids the name; a piece with none of these continues the last call.
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

    /** @param before calls of the conversation so far, so that no number repeats */
    ToolCalls(int before) {
        this.before = before;
    }

    /** @param atMs when the piece arrived, since the request was sent */
    void add(JsonNode piece, long atMs) throws StreamBroken {
        JsonNode function = piece.path("function");
        if (!piece.isObject() || !(function.isObject() || function.isNull() || function.isMissingNode())) {
            throw StreamBroken.wrong("a tool call", piece.isObject() ? function : piece, "an object");
        }
        String id = text(piece, "id");
        String name = text(function, "name");
        Pieces call = of(piece.path("index"), id, name, atMs);
        call.endedMs = atMs;
        call.id = call.id.isEmpty() ? id : call.id;
        call.name = call.name.isEmpty() ? name : call.name;
        if (!name.isEmpty() && !name.equals(call.name)) {
            throw new StreamBroken("the tool call '" + id + "' is of '" + OneLine.ofMessage(name)
                    + "', but began as one of '" + OneLine.ofMessage(call.name) + "'");
        }
        JsonNode arguments = function.path("arguments");
        if (!arguments.isMissingNode() && !arguments.isNull()) {
            call.arguments.append(AnswerJson.text(arguments));
        }
    }

    boolean isEmpty() {
        return calls.isEmpty();
    }

    List<ToolCall> complete() {
        return calls.stream()
                .map(call -> new ToolCall(id(call), call.name, AnswerJson.arguments(call.arguments.toString())))
                .toList();
    }

    List<CallTime> times() {
        return calls.stream().map(call -> new CallTime(id(call), call.startedMs, call.endedMs, -1)).toList();
    }

    /** Returns the id of a call, or a number if it has none. */
    private String id(Pieces call) {
        return call.id.isEmpty() ? "call_" + (before + calls.indexOf(call)) : call.id;
    }

    /** Returns "" when it is null or absent. */
    private static String text(JsonNode of, String name) throws StreamBroken {
        JsonNode value = of.path(name);
        if (!value.isString() && !value.isNull() && !value.isMissingNode()) {
            throw StreamBroken.wrong(name + " of a tool call", value, "a string");
        }
        return value.stringValue("");
    }

    /** Returns the id of a call without a name; null when each has one. */
    @Nullable
    String nameless() {
        return calls.stream().filter(call -> call.name.isEmpty()).map(this::id).findFirst().orElse(null);
    }

    private Pieces of(JsonNode index, String id, String name, long atMs) {
        Pieces known = index.isInt() ? withIndex(index.intValue(), id, name) : withId(id, name);
        if (known != null) {
            return known;
        }
        var begun = new Pieces(index.isInt() ? index.intValue() : calls.size(), atMs);
        calls.add(begun);
        return begun;
    }

    private @Nullable Pieces withIndex(int index, String id, String name) {
        for (Pieces call : calls.reversed()) {
            if (call.index == index && (isSame(call.id, id) || (isOpen(call.id, id) && isOpen(call.name, name)))) {
                return call;
            }
        }
        return null;
    }

    private static boolean isSame(String known, String said) {
        return !said.isEmpty() && said.equals(known);
    }

    /** Whether nothing contradicts it. */
    private static boolean isOpen(String known, String said) {
        return known.isEmpty() || said.isEmpty() || known.equals(said);
    }

    private @Nullable Pieces withId(String id, String name) {
        if (id.isEmpty()) {
            return calls.isEmpty() || !isOpen(calls.getLast().name, name) ? null : calls.getLast();
        }
        for (Pieces call : calls) {
            if (call.id.equals(id)) {
                return call;
            }
        }
        return null;
    }
}
