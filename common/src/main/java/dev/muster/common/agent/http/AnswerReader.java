package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import org.jspecify.annotations.Nullable;

/** A protocol's side of one answer: receives its events in order, on the calling thread, and returns the outcome. */
public interface AnswerReader {

    /** How to continue after an event. */
    enum Next {
        GO_ON,
        /** The answer is complete; only the end of the stream is missing, and must come soon. */
        CLOSING,
        STOP
    }

    /** How a stream ended. */
    enum End {
        /** Normally, or because the reader returned {@link Next#STOP}. */
        CLOSED,
        BROKEN,
        /** The server kept it open after {@link Next#CLOSING}. */
        LINGERED;

        /** Returns the failure of a stream that had to contain more. */
        public AgentFailure before(String missing) {
            return new AgentFailure.Truncated("agent error: the stream was truncated, "
                    + (this == BROKEN ? "the connection broke" : "it ended") + " before " + missing);
        }
    }

    /**
     * Called when an answer begins.
     *
     * @param headers gives a header by its name
     */
    default void began(Function<String, @Nullable String> headers) {
        // few protocols say anything there
    }

    /**
     * Reads one event.
     *
     * @param data data of the event, its lines joined
     * @param whole false for data at the end of the stream without a blank line: it may be cut
     */
    Next event(String data, boolean whole) throws StreamBroken;

    /** Reads one event whose type says what it is; "" for none. */
    default Next typed(String type, String data, boolean whole) throws StreamBroken {
        return event(data, whole);
    }

    /** Called with the id of an event; a broken stream may be continued behind it. */
    default void identified(String id) {
        // few protocols can go on
    }

    AgentOutcome end(End end);

    /**
     * Returns the failure that the agent itself reported so far: no later fault of the stream hides it; null for none.
     */
    default @Nullable AgentFailure reported() {
        return null;
    }

    /**
     * Returns how to read a body of this type; null when the protocol has no such answer.
     *
     * @param type such as {@code application/json}; empty when the server named none
     */
    default @Nullable Framing framing(String type) {
        return switch (type) {
            case "text/event-stream" -> Framing.EVENTS;
            case "application/json", "application/problem+json" -> takesPlain() ? Framing.WHOLE : null;
            default -> null;
        };
    }

    /** Returns the types that the protocol reads, for a message. */
    default String expected() {
        return takesPlain() ? "text/event-stream or application/json" : "text/event-stream";
    }

    /**
     * Returns what an agent of this protocol has in muster.yaml, such as {@code protocol: openai}; empty for advice of
     * any kind.
     */
    default String setting() {
        return "";
    }

    /**
     * Returns what a call is for that is no turn of the agent, such as {@code the session's call}; empty for a turn.
     */
    default String purpose() {
        return "";
    }

    /** Whether events whose data is only white space belong to the answer, and are no heartbeats. */
    default boolean takesBlank() {
        return false;
    }

    /** Reads a piece of a text. */
    default void text(String piece) {
        throw new IllegalStateException("the protocol has no text");
    }

    /** Whether an answer in plain JSON is accepted too. */
    default boolean takesPlain() {
        return false;
    }

    /** Returns the media types that it reads. */
    default String accepts() {
        return takesPlain() ? "text/event-stream, application/json" : "text/event-stream";
    }

    /** Reads an answer in plain JSON. */
    default AgentOutcome plain(String body) throws StreamBroken {
        throw new IllegalStateException("the protocol has no plain answer");
    }

    /** Returns the readable message in an error body: all of it, unless the protocol knows better. */
    default String refusal(String body) {
        return body;
    }
}
