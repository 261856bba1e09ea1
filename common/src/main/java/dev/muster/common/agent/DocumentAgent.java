package dev.muster.common.agent;

import module java.base;
import dev.muster.common.time.Deadline;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** An agent that gets one JSON document for each turn: a program or a function. */
public interface DocumentAgent {

    /**
     * @param conversationId the same for all turns of a conversation, until {@link #hangUp}
     * @param helper whether it is called as a helper, which may answer with any JSON of its own
     */
    DocumentReply ask(String conversationId, ObjectNode document, boolean helper, Deadline deadline)
            throws InterruptedException;

    /**
     * Sends lines to a program that stays open until {@link #hangUp}, and returns its next line.
     *
     * @param lastWords sent when the time is up or the caller was interrupted, before the program ends
     * @return null when no line came at most after that
     */
    default @Nullable DocumentReply exchange(String conversationId, List<String> lines, String lastWords,
            Duration atMost,
            Deadline deadline) throws InterruptedException {
        return ask(conversationId, JsonNodeFactory.instance.objectNode(), false, deadline);
    }

    /** Returns the deadline of a turn that would have this one. */
    default Deadline limited(Deadline deadline) {
        return deadline;
    }

    /** Returns what a message calls it: the command, or the function. */
    String name();

    /** Ends what lives as long as a conversation. */
    default void hangUp(String conversationId) {}
}
