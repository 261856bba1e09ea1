package dev.muster.worker.judging;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Sequel;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Evidence;
import dev.muster.common.result.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of the assertions of a turn or of a case.
 *
 * @param trouble the first assertion without a verdict; null when all have one
 * @param warnings what the suite's author should know of assertions that passed, one sentence each
 */
public record AssertionOutcome(List<AssertionResult> results, @Nullable Verdict trouble, List<String> warnings) {

    public static final String NOT_EVALUATED = "not evaluated: the agent gave no reply to look at";

    private static final Sequel NO_SEQUEL = new Sequel(List.of(), List.of(), List.of());

    public static final AssertionOutcome NOTHING = new AssertionOutcome(List.of(), null);

    public AssertionOutcome(List<AssertionResult> results, @Nullable Verdict trouble) {
        this(results, trouble, List.of());
    }

    static AssertionOutcome of(AssertionResult result) {
        return new AssertionOutcome(List.of(result), null);
    }

    static AssertionOutcome broken(Assertion assertion, Cause cause, String error) {
        return new AssertionOutcome(List.of(AssertionResult.broken(assertion, error)), Verdict.error(cause, error));
    }

    /** Returns results without a verdict, with what they have to show all the same. */
    AssertionOutcome showing(@Nullable Evidence evidence) {
        return new AssertionOutcome(results.stream().map(each -> new AssertionResult(each.assertion(), false, null,
                null, evidence, each.error())).toList(), trouble);
    }

    /** The case's time passed before there was a verdict. */
    static AssertionOutcome late(Assertion assertion, String error) {
        return new AssertionOutcome(List.of(AssertionResult.broken(assertion, error)),
                Verdict.failed(Cause.TIMEOUT, error));
    }

    /** For a turn without a reply: lists every assertion, so that none is dropped silently. */
    public static AssertionOutcome notEvaluated(List<Assertion> assertions) {
        return new AssertionOutcome(assertions.stream()
                .map(assertion -> AssertionResult.broken(assertion, NOT_EVALUATED)).toList(), null);
    }

    /** Whether something was to be judged and was not. */
    public boolean isOpen() {
        return results.stream().anyMatch(result -> result.error() != null);
    }

    public AssertionOutcome {
        results = List.copyOf(results);
        warnings = List.copyOf(warnings);
    }

    public boolean holds() {
        return trouble == null && !failed();
    }

    /** Whether an assertion failed: that outranks one without a verdict. */
    public boolean failed() {
        return results.stream().anyMatch(AssertionResult::failed);
    }

    /** Weighted mean of the scores; null when there is none. */
    @Nullable
    public Double score() {
        return AssertionResult.score(results);
    }

    /** Returns the first reason for a failure. */
    public String reason() {
        return trouble != null && !failed() ? String.valueOf(trouble.error())
                : results.stream().filter(AssertionResult::failed).findFirst()
                        .map(result -> String.valueOf(result.reason())).orElse("");
    }

    /** Returns a judged reply if judging it again needs more than its text, calls and call results. */
    @Nullable
    public AgentReply evidence(AgentReply reply) {
        return results.stream().anyMatch(result -> result.assertion().check().readsBeyondReply()) ? evidenceOf(reply)
                : null;
    }

    /** Drops the later messages, which were not judged. */
    public static AgentReply evidenceOf(AgentReply reply) {
        return reply.with(NO_SEQUEL);
    }

    public AssertionOutcome and(AssertionOutcome more) {
        var all = new ArrayList<>(results);
        all.addAll(more.results);
        return new AssertionOutcome(all, trouble == null ? more.trouble : trouble,
                Stream.concat(warnings.stream(), more.warnings.stream()).toList());
    }

    AssertionOutcome warning(List<String> more) {
        return new AssertionOutcome(results, trouble, more);
    }
}
