package dev.muster.common.model;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.muster.common.option.AwaitingRules;
import dev.muster.common.option.HelperUse;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What comes after the last written turn. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({@JsonSubTypes.Type(value = Then.End.class, name = "end"),
    @JsonSubTypes.Type(value = Then.Ask.class, name = "ask")})
public sealed interface Then {

    /** Nothing: the conversation is over, whether the agent waits or not. */
    record End() implements Then {}

    /**
     * While the agent waits for input: a simulated user, else a person, else what to do without either.
     *
     * @param simulator null when there is none
     * @param person null when nobody is to be asked
     * @param maxTurns most inputs of the simulator; one more that is needed fails the case
     * @param awaiting over what is said of the agent
     */
    record Ask(@Nullable HelperUse simulator, @Nullable Person person, OnMissingInput onMissing, int maxTurns,
            AwaitingRules awaiting) implements Then {

        public Ask {
            awaiting = Objects.requireNonNullElse(awaiting, AwaitingRules.NONE);
        }

        public Ask(@Nullable HelperUse simulator, @Nullable Person person, OnMissingInput onMissing, int maxTurns) {
            this(simulator, person, onMissing, maxTurns, AwaitingRules.NONE);
        }
    }

    /**
     * A person at the terminal.
     *
     * @param timeout for one answer; it is not in the case's
     */
    record Person(Duration timeout) {}

    /** What becomes of a case whose agent waits and nobody answers. */
    enum OnMissingInput {
        /** The case is skipped, with the agent's question. */
        SKIP,
        /** The case fails. */
        FAIL,
        /** The conversation ends, and what there is is judged. */
        END
    }
}
