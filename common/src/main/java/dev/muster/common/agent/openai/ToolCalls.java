package dev.muster.common.agent.openai;

import module java.base;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.ArrivingCall;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Assembles tool calls from their pieces. A piece belongs to the call with its index; if a server sends no index, or
 * the same for all, the id decides, and without ids the name; a piece with none of these continues the last call.
 * Arguments that begin when those of the call are complete belong to another call, whatever index and id say. In an
 * answer that is not streamed each element is a call.
 */
final class ToolCalls {

    private static final class IndexedCall extends ArrivingCall {
        private final int index;

        IndexedCall(int index, long startedMs) {
            super("", "", startedMs);
            this.index = index;
        }
    }

    private final int before;
    private final ReplyAssembler reply;
    private final List<IndexedCall> calls = new ArrayList<>();
    /** Finds calls by what a piece says: an agent may send very many of both. */
    private final Map<String, IndexedCall> known = new HashMap<>();
    private boolean whole;

    /** @param before calls of the conversation so far, so that no number repeats */
    ToolCalls(int before, ReplyAssembler reply) {
        this.before = before;
        this.reply = reply;
    }

    /** The answer is not streamed. */
    void areWhole() {
        whole = true;
    }

    /** Adds a piece of the only call of a server from before tool calls: {@code function_call}. */
    void addLegacy(JsonNode function) throws StreamBroken {
        add(JsonNodeFactory.instance.objectNode().set("function", function));
    }

    void add(JsonNode piece) throws StreamBroken {
        JsonNode function = piece.path("function");
        if (!piece.isObject() || !(function.isObject() || StreamBroken.isAbsent(function))) {
            throw StreamBroken.wrong("a tool call", piece.isObject() ? function : piece, "an object");
        }
        String id = StreamBroken.text(piece, "id", "id of a tool call");
        String name = StreamBroken.text(function, "name", "name of a tool call");
        JsonNode arguments = function.path("arguments");
        String text = StreamBroken.isAbsent(arguments) ? "" : AnswerJson.text(arguments);
        IndexedCall call = of(piece.path("index"), id, name, text);
        call.identify(call.id().isEmpty() ? id : call.id(), named(call, id, name));
        remember(call);
        // the same call may come once more, as a whole
        boolean repeated = !id.isEmpty() && text.length() > 1 && text.contentEquals(call.pieces());
        call.append(repeated ? "" : text, reply.nowMs());
    }

    /** Some servers send a name in pieces, others repeat it, or what came of it so far. */
    private static String named(IndexedCall call, String id, String name) throws StreamBroken {
        if (name.isEmpty() || name.equals(call.name())) {
            return call.name();
        }
        if (name.startsWith(call.name())) {
            return name;
        }
        if (call.pieces().isEmpty()) {
            return call.name() + name;
        }
        throw new StreamBroken("the tool call '" + id + "' is of '" + OneLine.ofMessage(name)
                + "', but began as one of '" + OneLine.ofMessage(call.name()) + "'");
    }

    boolean isEmpty() {
        return calls.isEmpty();
    }

    /** Adds the calls to the reply. A call without an id, or with that of an earlier one, gets a number as its id. */
    List<ToolCall> complete() {
        var ids = new HashSet<String>();
        for (int at = 0; at < calls.size(); at++) {
            var call = calls.get(at);
            call.identify(!call.id().isEmpty() && ids.add(call.id()) ? call.id() : numbered(at), call.name());
            reply.calls().add(call);
        }
        var complete = reply.calls().calls();
        complete.forEach(reply.calls()::announce);
        return complete;
    }

    private String numbered(int at) {
        return "call_" + (before + at);
    }

    /** Returns the id of a call without a name; null when each has one. */
    @Nullable
    String nameless() {
        return IntStream.range(0, calls.size()).filter(at -> calls.get(at).name().isEmpty())
                .mapToObj(at -> calls.get(at).id().isEmpty() ? numbered(at) : calls.get(at).id()).findFirst()
                .orElse(null);
    }

    private IndexedCall of(JsonNode index, String id, String name, String arguments) throws StreamBroken {
        IndexedCall found = whole ? null : index.isInt() ? withIndex(index.intValue(), id, name) : withId(id, name);
        if (found != null && !isAnother(found, id, arguments)) {
            return found;
        }
        StreamBroken.checkCalls(calls.size());
        var begun = new IndexedCall(index.isInt() ? index.intValue() : calls.size(), reply.nowMs());
        calls.add(begun);
        known.put(at(begun.index, "", ""), begun);
        return begun;
    }

    /** Whether arguments begin although those of the call are complete. */
    private static boolean isAnother(IndexedCall call, String id, String arguments) {
        var known = call.pieces();
        boolean repeated = !id.isEmpty() && arguments.contentEquals(known);
        return arguments.stripLeading().startsWith("{") && !repeated && !known.isEmpty()
                && known.charAt(known.length() - 1) == '}' && AnswerJson.readOrText(known.toString()).isObject();
    }

    private void remember(IndexedCall call) {
        if (!call.id().isEmpty()) {
            known.put("#" + call.id(), call);
            known.put(at(call.index, "#", call.id()), call);
        }
        if (!call.name().isEmpty()) {
            known.put(at(call.index, ":", call.name()), call);
        }
    }

    private static String at(int index, String kind, String text) {
        return index + kind + text;
    }

    /**
     * The call with this id, else the last one with this index unless something contradicts that, else one of this
     * name.
     */
    private @Nullable IndexedCall withIndex(int index, String id, String name) {
        IndexedCall same = id.isEmpty() ? null : known.get(at(index, "#", id));
        if (same != null) {
            return same;
        }
        IndexedCall last = known.get(at(index, "", ""));
        boolean goesOn = last != null && !last.id().isEmpty() && id.isEmpty() && last.pieces().isEmpty();
        if (last != null && isOpen(last.id(), id) && (goesOn || isOpen(last.name(), name))) {
            return last;
        }
        IndexedCall named = name.isEmpty() ? null : known.get(at(index, ":", name));
        return named != null && isOpen(named.id(), id) ? named : null;
    }

    /** Whether nothing contradicts it. */
    private static boolean isOpen(String known, String given) {
        return known.isEmpty() || given.isEmpty() || known.equals(given);
    }

    private @Nullable IndexedCall withId(String id, String name) {
        if (id.isEmpty()) {
            return calls.isEmpty() || !isOpen(calls.getLast().name(), name) ? null : calls.getLast();
        }
        return known.get("#" + id);
    }
}
