package dev.muster.coordinator.server.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.Usage;
import dev.muster.common.block.ReportedResult;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.HelperSpend;
import dev.muster.common.result.Status;
import dev.muster.common.testing.TestResult;
import dev.muster.coordinator.run.RunLimits;
import dev.muster.coordinator.store.SpentSoFar;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what stops a run early, and in which words. */
class StopRulesTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final RunLimits COST = new RunLimits(new BigDecimal("1.00"), null, null);

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {"true, PASSED, -", "true, FAILED, --fail-fast: c1 did not pass",
        "true, ERROR, --fail-fast: c1 did not pass", "true, SKIPPED, -", "true, CANCELLED, -", "true, FLAKY, -",
        "false, FAILED, -", "false, ERROR, -"})
    void theFirstFailureStopsARunThatWantsIt(boolean failFast, Status status, @Nullable String reason) {
        var rules = new StopRules(failFast, RunLimits.NONE, SpentSoFar.NOTHING, true);

        rules.judged(ReportedResult.of(result("c1", "shop", status, Cause.NONE, null, Usage.NONE)));

        assertThat(rules.reason(MINUTE).orElse(null)).isEqualTo(reason);
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {"0, 0, -",
        "0, 1, '--max-errors: 1 case ended in an error, and the limit is 0'", "2, 2, -",
        "2, 3, '--max-errors: 3 cases ended in an error, and the limit is 2'"})
    void moreErrorsThanTheLimitStopIt(int limit, int errors, @Nullable String reason) {
        var rules = new StopRules(false, new RunLimits(null, limit, null), SpentSoFar.NOTHING, true);

        for (int n = 0; n < errors; n++) {
            rules.judged(ReportedResult.of(error("shop", "no " + n)));
        }
        rules.judged(ReportedResult.of(result("c", "shop", Status.FAILED, Cause.ASSERTION, null, Usage.NONE)));

        assertThat(rules.reason(MINUTE).orElse(null)).isEqualTo(reason);
    }

    @Test
    void everyAttemptCostsAndSoDoThoseWhoHelp() {
        var rules = new StopRules(false, COST, SpentSoFar.NOTHING, true);
        var half = result("c", "shop", Status.PASSED, Cause.NONE, null, costing("0.50"));

        rules.attempted(ReportedResult.of(half));
        rules.attempted(ReportedResult.of(half));
        assertThat(rules.reason(MINUTE)).isEmpty();
        rules.attempted(ReportedResult.of(helped("0.0100")));

        assertThat(rules.reason(MINUTE)).hasValue("--max-cost: 1.01 USD are spent, and the limit is 1 USD");
    }

    @Test
    void whatNobodySaidAPriceOfCostsNothing() {
        var rules = new StopRules(false, COST, SpentSoFar.NOTHING, true);

        rules.attempted(ReportedResult.of(result("c", "shop", Status.PASSED, Cause.NONE, null, Usage.UNREPORTED)));

        assertThat(rules.reason(MINUTE)).isEmpty();
    }

    @Test
    void itIsOverAfterItsTime() {
        var rules = new StopRules(false, new RunLimits(null, null, MINUTE), SpentSoFar.NOTHING, true);

        assertThat(rules.reason(MINUTE)).isEmpty();
        assertThat(rules.reason(MINUTE.plusMillis(1)))
                .hasValue("--max-duration: it has been running for more than 1m");
    }

    @Test
    void afterATakeOverTheFirstResultsAreNotKnown() {
        var rules = new StopRules(false, RunLimits.NONE, SpentSoFar.NOTHING, false);

        for (int n = 0; n < 40; n++) {
            rules.judged(ReportedResult.of(error("shop", "agent unreachable: connection refused")));
        }

        assertThat(rules.reason(MINUTE)).isEmpty();
    }

    @Test
    void anAgentWhoseFirstResultsAreAllOneErrorStopsIt() {
        var rules = new StopRules(false, RunLimits.NONE, SpentSoFar.NOTHING, true);

        for (int n = 0; n < 19; n++) {
            rules.judged(ReportedResult.of(error("shop", "agent unreachable: connection refused")));
            rules.judged(ReportedResult.of(result("c", "other", Status.PASSED, Cause.NONE, null, Usage.NONE)));
        }
        assertThat(rules.reason(MINUTE)).isEmpty();
        rules.judged(ReportedResult.of(error("shop", "agent unreachable: connection refused")));

        assertThat(rules.reason(MINUTE)).hasValue("the first 20 results of agent shop are all the same error: agent "
                + "unreachable: connection refused");
    }

    @Test
    void oneOtherResultAmongTheFirstIsEnoughToGoOn() {
        var rules = new StopRules(false, RunLimits.NONE, SpentSoFar.NOTHING, true);

        rules.judged(ReportedResult.of(result("c", "shop", Status.FAILED, Cause.ASSERTION, null, Usage.NONE)));
        for (int n = 0; n < 40; n++) {
            rules.judged(ReportedResult.of(error("shop", "agent unreachable: connection refused")));
            rules.judged(ReportedResult.of(error("other", "agent unreachable: " + n)));
        }

        assertThat(rules.reason(MINUTE)).isEmpty();
    }

    @Test
    void theFirstReasonIsTold() {
        var rules = new StopRules(true, new RunLimits(null, 0, Duration.ofSeconds(1)), SpentSoFar.NOTHING, true);

        rules.judged(ReportedResult.of(error("shop", "no")));

        assertThat(rules.reason(MINUTE)).hasValue("--fail-fast: c did not pass");
    }

    private static CaseResult error(String agent, String error) {
        return result("c", agent, Status.ERROR, Cause.INFRASTRUCTURE, error, Usage.NONE);
    }

    private static Usage costing(String usd) {
        return new Usage(1, 1).costing(new BigDecimal(usd));
    }

    private static CaseResult result(String id, String agent, Status status, Cause cause, @Nullable String error,
            Usage usage) {
        return TestResult.of("t.jsonl#" + id, id).agent(agent).status(status).cause(cause).error(error).response(null)
                .usage(usage).firstEventMs(-1).make();
    }

    private static CaseResult helped(String usd) {
        return TestResult.of("t.jsonl#h").agent("shop").response(null).firstEventMs(-1)
                .helped(new HelperSpend(costing(usd), 5)).make();
    }
}
