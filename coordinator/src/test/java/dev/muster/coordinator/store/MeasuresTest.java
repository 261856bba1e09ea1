package dev.muster.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.muster.common.agent.Usage;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.block.ResultHead;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Dialogue;
import dev.muster.common.result.HelperSpend;
import dev.muster.common.testing.TestResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class MeasuresTest {

    private static final BigDecimal CENT = new BigDecimal("0.01");
    private static final SpentColumns NOTHING = new SpentColumns(null, null, null, null, null, null);
    private static final Dialogue TALK = new Dialogue(Dialogue.Kind.SCRIPTED, null, List.of(), List.of(), 0.75,
            Usage.NONE);

    @Test
    void tokensAndCostsAreThoseOfTheAgentAndOfThoseWhoHelped() {
        var measures = measures(result(new Usage(100, 20).costing(CENT), 80, null,
                new HelperSpend(new Usage(7, 3).costing(BigDecimal.TWO), 5)));

        assertThat(measures)
                .isEqualTo(
                        new ResultMeasures(null, new SpentColumns(CENT, 100L, 20L, BigDecimal.TWO, 10L, 3L), 80L, 1));
    }

    @Test
    void whatNobodyKnowsIsNull() {
        var measures = measures(result(Usage.UNREPORTED, -1, null, null));

        assertThat(measures).isEqualTo(new ResultMeasures(null, NOTHING, null, 1));
    }

    @Test
    void tokensOfSomeCallsAreBetterThanNone() {
        var measures = measures(result(new Usage(5, 2).plus(Usage.UNREPORTED), 80, null, null));

        assertThat(measures.spent().tokensIn()).isEqualTo(5);
        assertThat(measures.spent().tokensOut()).isEqualTo(2);
    }

    @Test
    void aConversationHasItsScoreAndItsOwnTurns() {
        var measures = measures(result(Usage.NONE, 80, TALK, null));

        assertThat(measures).isEqualTo(new ResultMeasures(0.75, NOTHING, 80L, 0));
    }

    @Test
    void aCaseWithoutTurnsHasTheMeanOfTheScoresThatItsAssertionsGave() {
        var judged = new Assertion(new TextCheck.Contains(List.of("x"), false), false, null, null, 3);
        var plain = new Assertion(new TextCheck.Contains(List.of("x"), false), false, null, null, 1);
        var results = List.of(new AssertionResult(judged, true, null, 0.9), new AssertionResult(plain, true, null, 0.5),
                new AssertionResult(plain, false, "no x"));

        assertThat(AssertionResult.score(results)).isCloseTo(0.8, within(1e-12));
        assertThat(AssertionResult.score(List.of(new AssertionResult(plain, true, null)))).isNull();
    }

    private static CaseResult result(Usage usage, long firstEventMs, @Nullable Dialogue dialogue,
            @Nullable HelperSpend helped) {
        return TestResult.of("s.jsonl#c").agent("shop").response("Hello").usage(usage).firstEventMs(firstEventMs)
                .dialogue(dialogue).helped(helped).make();
    }

    private static ResultMeasures measures(CaseResult result) {
        return ResultMeasures.of(ResultHead.of(result));
    }
}
