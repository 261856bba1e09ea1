package dev.muster.common.agent;

import module java.base;
import tools.jackson.databind.JsonNode;

/** The format that a call requests in place of a text; a protocol without such a request ignores it. */
public sealed interface AnswerFormat {

    /** JSON that matches a schema. */
    record Json(JsonNode schema) implements AnswerFormat {}

    /** The embedding of each of the texts, as a JSON list of lists of numbers. */
    record Embeddings(List<String> of) implements AnswerFormat {}
}
