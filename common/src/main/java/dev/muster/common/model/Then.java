package dev.muster.common.model;

import module java.base;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.muster.common.option.AwaitingRules;
import dev.muster.common.option.HelperUse;
import org.jspecify.annotations.Nullable;

/** The continuation after the last written turn. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({@JsonSubTypes.Type(value = Then.End.class, name = "end"),
    @JsonSubTypes.Type(value = Then.Ask.class, name = "ask")})
public sealed interface Then {

    /** The conversation ends, whether the agent waits or not. */
    record End() implements Then {}

    /**
     * While the agent waits for input: a simulated user answers, else a human user, else {@code onMissing} decides.
     *
     * @param maxTurns maximum number of simulator inputs; needing one more fails the case
     * @param awaiting overrides the agent's own rules
     * @param unforeseen whether {@code onMissing} is only the default, so that a skip before any assertion was tried
     *            fails
     *     the gate; absent in stored cases of before
     */
    record Ask(@Nullable HelperUse simulator, @Nullable Person person, OnMissingInput onMissing, int maxTurns,
            AwaitingRules awaiting, @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean unforeseen)
            implements
                Then {

        public Ask {
            awaiting = Objects.requireNonNullElse(awaiting, AwaitingRules.NONE);
        }

        public Ask(@Nullable HelperUse simulator, @Nullable Person person, OnMissingInput onMissing, int maxTurns) {
            this(simulator, person, onMissing, maxTurns, AwaitingRules.NONE);
        }

        public Ask(@Nullable HelperUse simulator, @Nullable Person person, OnMissingInput onMissing, int maxTurns,
                AwaitingRules awaiting) {
            this(simulator, person, onMissing, maxTurns, awaiting, false);
        }
    }

    /** A human user at the terminal; the timeout of one answer does not count in the case's. */
    record Person(Duration timeout) {}

    /** The outcome of a case whose agent waits and gets no answer. */
    enum OnMissingInput {
        /** The case is skipped, with the agent's question. */
        SKIP,
        /** The case fails. */
        FAIL,
        /** The conversation ends and is judged as it is. */
        END
    }
}
