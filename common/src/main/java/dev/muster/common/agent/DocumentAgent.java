package dev.muster.common.agent;

import module java.base;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.HeavyWork;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** An agent that gets one JSON document for each turn: a program or a function. */
public interface DocumentAgent {

    /**
     * @param conversationId the same for all turns of a conversation, until {@link #hangUp}
     * @param helper whether it is asked as a helper, who may answer with any JSON of its own
     */
    Answer ask(String conversationId, ObjectNode document, boolean helper, Deadline deadline)
            throws InterruptedException;

    /**
     * Says lines to a program that stays open until {@link #hangUp}, and returns its next line.
     *
     * @param lastWords said when the time is up or the caller was interrupted, before the program ends
     * @return null when no line came at most after that
     */
    default @Nullable Answer exchange(String conversationId, List<String> lines, String lastWords, Duration atMost,
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

    /** What came back. */
    sealed interface Answer {

        /** Whether reading it may take long. */
        default boolean isHeavy() {
            return switch (this) {
                case Json json -> json.large;
                case Text text -> text.text.length() > HeavyWork.CHARACTERS;
                case Failed _ -> false;
            };
        }

        /**
         * Documents.
         *
         * @param frames the answer's JSON documents, in order
         * @param large whether they may be heavy work
         */
        record Json(List<JsonNode> frames, String errors, boolean large) implements Answer {}

        /**
         * Words, and nothing else.
         *
         * @param errors what a program wrote to standard error
         */
        record Text(String text, String errors) implements Answer {}

        /**
         * No answer.
         *
         * @param printed the lines that a program printed
         * @param errors what it wrote to standard error
         */
        record Failed(AgentFailure failure, List<String> printed, String errors) implements Answer {

            public Failed(AgentFailure failure) {
                this(failure, List.of(), "");
            }
        }
    }
}
