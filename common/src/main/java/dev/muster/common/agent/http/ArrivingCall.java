package dev.muster.common.agent.http;

import dev.muster.common.agent.Timeline.CallTime;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A tool call whose arguments arrive in pieces or as a whole; times are in milliseconds since the request was sent. */
public class ArrivingCall {
    private final StringBuilder pieces = new StringBuilder();
    private final long startedMs;
    private String id;
    private String name;
    private @Nullable JsonNode whole;
    private long endedMs;
    private long resultMs = -1;

    public ArrivingCall(String id, String name, long startedMs) {
        this.id = id;
        this.name = name;
        this.startedMs = startedMs;
        this.endedMs = startedMs;
    }

    public final String id() {
        return id;
    }

    public final String name() {
        return name;
    }

    /** Corrects the id and the name, which may arrive later than the first piece. */
    public final void identify(String newId, String newName) {
        id = newId;
        name = newName;
    }

    /** Returns the pieces of the arguments so far. */
    public final StringBuilder pieces() {
        return pieces;
    }

    /** Appends a piece, which may be empty, to the arguments; pieces win over a whole that arrived before them. */
    public final void append(String piece, long nowMs) {
        pieces.append(piece);
        whole = piece.isEmpty() ? whole : null;
        endedMs = nowMs;
    }

    /** Sets the arguments as a whole, in place of pieces. */
    public final void arguments(JsonNode arguments) {
        whole = arguments;
    }

    final boolean isWhole() {
        return whole != null;
    }

    public final void ended(long nowMs) {
        endedMs = nowMs;
    }

    final void returned(long nowMs) {
        resultMs = nowMs;
    }

    public final ToolCall call() {
        whole = whole == null ? AnswerJson.arguments(pieces.toString()) : whole;
        return new ToolCall(id, name, whole);
    }

    final CallTime time() {
        return new CallTime(id, startedMs, endedMs, resultMs);
    }
}
