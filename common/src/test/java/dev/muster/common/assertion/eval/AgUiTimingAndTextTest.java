package dev.muster.common.assertion.eval;

import static dev.muster.common.assertion.eval.Replies.saying;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.agent.Timeline;
import dev.muster.common.agent.Timeline.CallTime;
import dev.muster.common.agent.Trace;
import dev.muster.common.assertion.AgUiClause;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ForeignCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgUiTimingAndTextTest {

    private static final Check COSTLY = mustMatch("(a{0,30}b?){0,30}c");

    @ParameterizedTest
    @CsvSource({"30000, true", "29999, false", "0, false"})
    void maxDurationIsFromTheFirstEventToTheLast(long ms, boolean holds) throws AssertionFault {
        var reply = saying("").traced(Trace.of(new Timeline(1_000, 31_000, List.of(), true)));
        assertThat(Checking.evaluate(maxDuration(ms), false, reply).passed()).isEqualTo(holds);
    }

    @Test
    void theAgentsOwnClockBeatsTheTimesOfArrival() throws AssertionFault {
        var reply = saying("").traced(new Trace(Timeline.until(50), new Timeline(0, 9_000, List.of(), true), List.of(),
                List.of()));
        assertThat(Checking.reason(maxDuration(8_000), reply))
                .isEqualTo("expected the duration to be at most 8000 ms, but it was 9000 ms");
    }

    @Test
    void maxGapIsBetweenTheResultsOfConsecutiveCalls() throws AssertionFault {
        // Given: the first call's result came at 100, the second had none and ended at 600
        var reply = saying("").calling("a", "{}").calling("b", "{}")
                .traced(Trace.of(new Timeline(0, 2_000, List.of(new CallTime("c0", 10, 20, 100),
                        new CallTime("c1", 300, 600, -1)), false)));

        Checking.holds(maxGap(500), reply);
        Checking.fails(maxGap(499), reply);
        assertThat(Checking.reason(maxGap(499), reply)).isEqualTo("expected the gap between two tool calls to be at "
                + "most 499 ms, but between a and b it was 500 ms");
    }

    @Test
    void callsSideBySideFollowEachOtherAsTheyWereAnswered() throws AssertionFault {
        var reply = saying("").calling("a", "{}").calling("b", "{}").calling("c", "{}")
                .traced(Trace.of(new Timeline(0, 2_000, List.of(new CallTime("c0", 0, 1, 100),
                        new CallTime("c1", 0, 1, 10), new CallTime("c2", 0, 1, 150)), false)));

        Checking.holds(maxGap(90), reply);
        Checking.fails(maxGap(89), reply);
    }

    @Test
    void withoutTwoCallsThereIsNoGap() throws AssertionFault {
        Checking.holds(maxGap(0), saying(""));
        Checking.holds(maxGap(0), saying("").calling("a", "{}")
                .traced(Trace.of(new Timeline(0, 9, List.of(new CallTime("c0", 0, 5, 9)), false))));
    }

    @ParameterizedTest
    @CsvSource({"900, true", "899, false"})
    void maxIdleIsBeforeBetweenAndAfterTheCalls(long ms, boolean holds) throws AssertionFault {
        // Given: 900 to the first call, 500 between them, 600 to the end
        var reply = saying("").calling("a", "{}").calling("b", "{}").traced(Trace.of(new Timeline(100, 2_100,
                List.of(new CallTime("c0", 0, 1, 1_000), new CallTime("c1", 0, 1_500, -1)), true)));

        assertThat(Checking.evaluate(maxIdle(ms), false, reply).passed()).isEqualTo(holds);
        assertThat(Checking.reason(maxIdle(1), reply))
                .isEqualTo("expected the longest idle time to be at most 1 ms, but it was 900 ms");
    }

    @Test
    void withoutACallTheWholeAnswerIsIdle() throws AssertionFault {
        var reply = saying("").traced(Trace.of(new Timeline(100, 2_100, List.of(), true)));

        Checking.holds(maxIdle(2_000), reply);
        Checking.fails(maxIdle(1_999), reply);
    }

    @Test
    void callsWithoutTimesDecideNothing() throws AssertionFault {
        var reply = saying("").calling("a", "{}").calling("b", "{}");

        assertThat(Checking.reason(maxGap(1_000), reply)).contains("does not report when its tools were called");
        assertThat(Checking.evaluate(maxGap(1_000), true, reply).passed()).isFalse();
        assertThat(Checking.reason(maxIdle(1_000), reply)).contains("does not report when its tools were called");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"Ref | true", "^Ref .* not found$ | true", "ref | false", "(?i)ref | true",
        "北京 | true", "^$ | false", "x\\.y | false"})
    void textMustMatch(String pattern, boolean found) throws AssertionFault {
        var reply = saying("Ref 北京 not found");
        assertThat(Checking.evaluate(mustMatch(pattern), false, reply).passed()).isEqualTo(found);
        assertThat(Checking.evaluate(mustNotMatch(pattern), false, reply).passed()).isEqualTo(!found);
        assertThat(Checking.evaluate(mustNotMatch(pattern), true, reply).passed()).isEqualTo(found);
    }

    @Test
    void anEmptyTextMatchesOnlyWhatMatchesNothing() throws AssertionFault {
        Checking.holds(mustMatch("^$"), saying(""));
        Checking.fails(mustMatch("."), saying(""));
        Checking.holds(mustNotMatch("."), saying(""));
        assertThat(Checking.reason(mustMatch("x"), saying("")))
                .isEqualTo("expected the reply to match /x/, found an empty reply");
        assertThat(Checking.reason(mustNotMatch("x"), saying("axb")))
                .isEqualTo("expected the reply not to match /x/, found \"x\" in \"axb\"");
    }

    @Test
    void patternsFollowRe2() throws AssertionFault {
        assertThatThrownBy(() -> CompiledAssertion.compile(Assertion.of(mustMatch("a(?!b)"))))
                .isInstanceOf(AssertionFault.class).hasMessageContaining("RE2 has no lookahead");
        assertThat(Checking.reason(COSTLY, saying("a".repeat(200_000)))).contains("could be searched");
    }

    private static Check maxDuration(long ms) {
        return new ForeignCheck.AgUi(new AgUiClause.MaxDuration(ms));
    }

    private static Check maxGap(long ms) {
        return new ForeignCheck.AgUi(new AgUiClause.MaxGap(ms));
    }

    private static Check maxIdle(long ms) {
        return new ForeignCheck.AgUi(new AgUiClause.MaxIdle(ms));
    }

    private static Check mustMatch(String pattern) {
        return new ForeignCheck.AgUi(new AgUiClause.MustMatch(pattern));
    }

    private static Check mustNotMatch(String pattern) {
        return new ForeignCheck.AgUi(new AgUiClause.MustNotMatch(pattern));
    }
}
