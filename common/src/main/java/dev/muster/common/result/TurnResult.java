package dev.muster.common.result;

import module java.base;
import dev.muster.common.agent.AgentReply;
import org.jspecify.annotations.Nullable;

/**
 * The result of one turn of a conversation.
 *
 * @param score weighted mean of the turn's oracles; null for none
 * @param judged the answer as the assertions saw it; null when the other members contain all that they read
 */
public record TurnResult(Utterance utterance, TurnAnswer answer, TurnOutcome outcome, List<AssertionResult> assertions,
        @Nullable Double score, TurnEffort effort, @Nullable AgentReply judged) {

    public boolean wasSent() {
        return outcome.status() != Status.SKIPPED;
    }

    /** Whether anything judged it; a turn that passed with an error was to fail, and did. */
    boolean wasJudged() {
        return !assertions.isEmpty() || (outcome.status() == Status.PASSED && outcome.error() != null);
    }

    /** Returns this result with other assertion results, without the answer that they saw. */
    public TurnResult judgedBy(List<AssertionResult> results) {
        return new TurnResult(utterance, answer, outcome, results, score, effort, null);
    }

    TurnResult withoutReply() {
        return new TurnResult(utterance,
                new TurnAnswer(null, List.of(), List.of(), List.of(), List.of(), answer.awaiting(), null,
                        answer.finish()),
                outcome, AssertionResult.withoutEvidence(assertions), score, effort, null);
    }
}
