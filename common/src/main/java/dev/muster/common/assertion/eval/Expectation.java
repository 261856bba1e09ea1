package dev.muster.common.assertion.eval;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Half a sentence: "expected SUBJECT to VERB", or "not to VERB" when the check must not hold.
 *
 * @param verb starts with an infinitive
 * @param value the expected value, as data; null when the words suffice
 */
record Expectation(String subject, String verb, @Nullable JsonNode value) {

    Expectation(String subject, String verb) {
        this(subject, verb, null);
    }

    static Expectation ofReply(String verb) {
        return new Expectation("the reply", verb);
    }

    Expectation of(JsonNode expected) {
        return new Expectation(subject, verb, expected);
    }
}
