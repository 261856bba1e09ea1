package dev.muster.common.agent;

import module java.base;
import dev.muster.common.time.HeavyWork;
import tools.jackson.databind.JsonNode;

/** The reply of a program or a function. */
public sealed interface DocumentReply {

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
    record Json(List<JsonNode> frames, String errors, boolean large) implements DocumentReply {}

    /**
     * Text, and nothing else.
     *
     * @param errors what a program wrote to standard error
     */
    record Text(String text, String errors) implements DocumentReply {}

    /**
     * No answer.
     *
     * @param printed the lines that a program printed
     * @param errors what it wrote to standard error
     */
    record Failed(AgentFailure failure, List<String> printed, String errors) implements DocumentReply {

        public Failed(AgentFailure failure) {
            this(failure, List.of(), "");
        }
    }
}
