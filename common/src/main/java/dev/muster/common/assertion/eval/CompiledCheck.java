package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.assertion.Check;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A compiled check. */
interface CompiledCheck {

    /** Returns what the check expects, for failure messages. */
    Expectation expectation();

    /**
     * Whether it holds, before any {@code negate}.
     *
     * @throws TooCostly when a limit is exceeded before that is certain
     */
    Observation look(ResponseDocument reply);

    /** Returns the check as it is for an assertion that it must not hold. */
    default CompiledCheck negated() {
        return this;
    }

    static CompiledCheck of(Supplier<Expectation> expectation, Function<ResponseDocument, Observation> look) {
        return new CompiledCheck() {
            @Override
            public Expectation expectation() {
                return expectation.get();
            }

            @Override
            public Observation look(ResponseDocument reply) {
                return look.apply(reply);
            }
        };
    }

    /** @throws AssertionFault when a pattern, a path or a type name is invalid or not allowed */
    static CompiledCheck of(Check check) throws AssertionFault {
        return switch (check) {
            case Check.Text text -> TextChecks.compile(text);
            case Check.Value value -> ValueChecks.compile(value);
            case Check.Tools tools -> ToolChecks.compile(tools);
            case Check.Limit limit -> LimitChecks.compile(limit);
            case Check.AgUi(var clause) -> AgUiClauses.compile(clause);
            case Check.Oracle oracle -> Oracles.compile(oracle);
            case Check.Elsewhere other -> throw new AssertionFault(other.whyNotCompiled());
        };
    }

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
}
