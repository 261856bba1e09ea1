package dev.muster.worker.attempt;

import module java.base;
import dev.muster.common.model.CaseAssertions;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.TestCase;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.result.Verdict;

/**
 * Marks a pass of a case whose checks were not tried. A case that its author wrote without any check is none of these:
 * the suite's warnings name it.
 */
final class UntriedChecks {

    private static final Verdict NOTHING_CHECKED = new Verdict(Status.PASSED, Cause.NOTHING_CHECKED, null, null);

    private UntriedChecks() {}

    static CaseResult marked(CaseResult result, TestCase testCase) {
        if (!result.verdict().passed() || result.wasJudged()) {
            return result;
        }
        return reason(testCase).map(why -> result.with(NOTHING_CHECKED).warning("nothing was checked: " + why))
                .orElse(result);
    }

    private static Optional<String> reason(TestCase testCase) {
        if (testCase.conversation() instanceof Conversation.ScriptTest) {
            return Optional.of("the script test asserted nothing; assert what the agent must answer, with t.assert");
        }
        if (CaseAssertions.any(testCase)) {
            return Optional.of("no turn with assertions was sent, as 'when' or 'goto' left them out; add an assertion"
                    + " to a turn that is always sent, or to the case");
        }
        return testCase.identity().source().wasGenerated() && CaseAssertions.none(testCase)
                ? Optional.of("the generated case has no assertions; have its generator add some")
                : Optional.empty();
    }
}
