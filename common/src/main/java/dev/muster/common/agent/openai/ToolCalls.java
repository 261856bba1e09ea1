package dev.muster.common.agent.openai;

import module java.base;
import dev.muster.common.agent.Trace.Timeline.CallTime;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Assembles tool calls from their pieces. A piece belongs to the call with its index; if a server sends no index, or the
 * same for all, the id decides, and without ids the name; a piece with none of these continues the last call. Arguments
 * that begin when those of the call are complete belong to another call, whatever index and id say. In an answer that
 * is not streamed each element is a call.
 */
final class ToolCalls {

    private static final class Pieces {
        private final int index;
        private final int number;
        private String id = "";
        private String name = "";
        private final StringBuilder arguments = new StringBuilder();
        private final long startedMs;
        private long endedMs;

        Pieces(int index, int number, long startedMs) {
            this.index = index;
            this.number = number;
            this.startedMs = startedMs;
        }
    }

    private final int before;
    private final List<Pieces> calls = new ArrayList<>();
    /** Finds calls by what a piece says: an agent may send very many of both. */
    private final Map<String, Pieces> known = new HashMap<>();
    private boolean whole;

    /** @param before calls of the conversation so far, so that no number repeats */
    ToolCalls(int before) {
        this.before = before;
    }

    /** The answer is not streamed. */
    void areWhole() {
        whole = true;
    }

    /** Adds a piece of the only call of a server from before tool calls: {@code function_call}. */
    void addLegacy(JsonNode function, long atMs) throws StreamBroken {
        add(JsonNodeFactory.instance.objectNode().set("function", function), atMs);
    }

    /** @param atMs when the piece arrived, since the request was sent */
    void add(JsonNode piece, long atMs) throws StreamBroken {
        JsonNode function = piece.path("function");
        if (!piece.isObject() || !(function.isObject() || StreamBroken.isAbsent(function))) {
            throw StreamBroken.wrong("a tool call", piece.isObject() ? function : piece, "an object");
        }
        String id = StreamBroken.text(piece, "id", "id of a tool call");
        String name = StreamBroken.text(function, "name", "name of a tool call");
        JsonNode arguments = function.path("arguments");
        String text = StreamBroken.isAbsent(arguments) ? "" : AnswerJson.text(arguments);
        Pieces call = of(piece.path("index"), id, name, text, atMs);
        call.endedMs = atMs;
        call.id = call.id.isEmpty() ? id : call.id;
        call.name = named(call, id, name);
        remember(call);
        if (!id.isEmpty() && text.length() > 1 && text.contentEquals(call.arguments)) {
            return; // the same call once more, as a whole
        }
        call.arguments.append(text);
    }

    /** Some servers send a name in pieces, others repeat it, or what came of it so far. */
    private static String named(Pieces call, String id, String name) throws StreamBroken {
        if (name.isEmpty() || name.equals(call.name)) {
            return call.name;
        }
        if (name.startsWith(call.name)) {
            return name;
        }
        if (call.arguments.isEmpty()) {
            return call.name + name;
        }
        throw new StreamBroken("the tool call '" + id + "' is of '" + OneLine.ofMessage(name)
                + "', but began as one of '" + OneLine.ofMessage(call.name) + "'");
    }

    boolean isEmpty() {
        return calls.isEmpty();
    }

    List<ToolCall> complete() {
        tellApart();
        return calls.stream()
                .map(call -> new ToolCall(id(call), call.name, AnswerJson.arguments(call.arguments.toString())))
                .toList();
    }

    List<CallTime> times() {
        return calls.stream().map(call -> new CallTime(id(call), call.startedMs, call.endedMs, -1)).toList();
    }

    /** Calls of one id are different calls: the later ones get an id of their own. */
    private void tellApart() {
        var ids = new HashSet<String>();
        calls.stream().filter(call -> !call.id.isEmpty() && !ids.add(call.id)).forEach(call -> call.id = "");
    }

    /** Returns the id of a call, or a number if it has none. */
    private String id(Pieces call) {
        return call.id.isEmpty() ? "call_" + (before + call.number) : call.id;
    }

    /** Returns the id of a call without a name; null when each has one. */
    @Nullable
    String nameless() {
        return calls.stream().filter(call -> call.name.isEmpty()).map(this::id).findFirst().orElse(null);
    }

    private Pieces of(JsonNode index, String id, String name, String arguments, long atMs) throws StreamBroken {
        Pieces found = whole ? null : index.isInt() ? withIndex(index.intValue(), id, name) : withId(id, name);
        if (found != null && !isAnother(found, id, arguments)) {
            return found;
        }
        StreamBroken.checkCalls(calls.size());
        var begun = new Pieces(index.isInt() ? index.intValue() : calls.size(), calls.size(), atMs);
        calls.add(begun);
        known.put(at(begun.index, "", ""), begun);
        return begun;
    }

    /** Whether arguments begin although those of the call are complete. */
    private static boolean isAnother(Pieces call, String id, String arguments) {
        boolean repeated = !id.isEmpty() && arguments.contentEquals(call.arguments);
        return arguments.stripLeading().startsWith("{") && !repeated && !call.arguments.isEmpty()
                && call.arguments.charAt(call.arguments.length() - 1) == '}'
                && AnswerJson.readOrText(call.arguments.toString()).isObject();
    }

    private void remember(Pieces call) {
        if (!call.id.isEmpty()) {
            known.put("#" + call.id, call);
            known.put(at(call.index, "#", call.id), call);
        }
        if (!call.name.isEmpty()) {
            known.put(at(call.index, ":", call.name), call);
        }
    }

    private static String at(int index, String kind, String text) {
        return index + kind + text;
    }

    /** The call with this id, else the last one with this index unless something contradicts that, else one of this name. */
    private @Nullable Pieces withIndex(int index, String id, String name) {
        Pieces same = id.isEmpty() ? null : known.get(at(index, "#", id));
        if (same != null) {
            return same;
        }
        Pieces last = known.get(at(index, "", ""));
        boolean goesOn = last != null && !last.id.isEmpty() && id.isEmpty() && last.arguments.isEmpty();
        if (last != null && isOpen(last.id, id) && (goesOn || isOpen(last.name, name))) {
            return last;
        }
        Pieces named = name.isEmpty() ? null : known.get(at(index, ":", name));
        return named != null && isOpen(named.id, id) ? named : null;
    }

    /** Whether nothing contradicts it. */
    private static boolean isOpen(String known, String said) {
        return known.isEmpty() || said.isEmpty() || known.equals(said);
    }

    private @Nullable Pieces withId(String id, String name) {
        if (id.isEmpty()) {
            return calls.isEmpty() || !isOpen(calls.getLast().name, name) ? null : calls.getLast();
        }
        return known.get("#" + id);
    }
}
