package dev.muster.common.agent.http;

import dev.muster.common.agent.AgentOutcome;

/** A protocol's side of one answer: hears its events in order, on the calling thread, and says what came of them. */
public interface AnswerReader {

    /** What the reader wants after an event. */
    enum Next {
        /** More events. */
        GO_ON,
        /** The answer is complete; only the end of the stream is missing, and it has little time to come. */
        CLOSING,
        /** Nothing more. */
        STOP
    }

    /** How a stream ended. */
    enum End {
        /** As it should, or because the reader said {@link Next#STOP}. */
        CLOSED,
        /** The connection broke. */
        BROKEN,
        /** The server kept it open after {@link Next#CLOSING}. */
        LINGERED
    }

    /**
     * One event.
     *
     * @param data of the event, its lines joined
     * @param whole false for what stood at the end of the stream without a blank line: it may be cut
     * @throws StreamBroken when it breaks a rule of the protocol
     */
    Next event(String data, boolean whole) throws StreamBroken;

    /** The outcome, once the stream is over. */
    AgentOutcome end(End end);

    /** Whether an answer in plain JSON will do too. */
    boolean takesPlain();

    /**
     * An answer in plain JSON.
     *
     * @throws StreamBroken when it breaks a rule of the protocol
     */
    AgentOutcome plain(String body) throws StreamBroken;

    /** What the body of an error says to a person: all of it, unless the protocol knows better. */
    default String refusal(String body) {
        return body;
    }
}
