package dev.muster.coordinator.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.coordinator.analysis.comparison.Change.Kind;
import dev.muster.coordinator.analysis.comparison.Pairing.PairCounts;
import dev.muster.coordinator.analysis.statistics.Interval;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ComparisonSentenceTest {

    private static Pairing pairing(Finding.Test test, long failing, long passing, double first, double second, double p,
            @Nullable Long needed) {
        var finding = new Finding(Measure.PASS_RATE, 100, differing(first, second, failing + passing), first, second,
                new Interval(-1, 1), test, p, p, needed);
        return new Pairing(new Pair(new Side("model A", "r1", 0), new Side("model B", "r2", 0)),
                new PairCounts(100, 100, Map.of(Kind.NEWLY_FAILING, failing, Kind.NEWLY_PASSING, passing)),
                List.of(finding));
    }

    private static long differing(double first, double second, long changed) {
        return changed > 0 || first == second ? changed : 1;
    }

    @Test
    void saysWhoIsWorseAndThatItIsNotChance() {
        assertThat(ComparisonSentence.of(pairing(Finding.Test.MCNEMAR, 14, 2, 0.9, 0.78, 0.0034, null)))
                .isEqualTo("model B is worse on 14 cases and better on 2, and that is significant (p = 0.003).");
        assertThat(ComparisonSentence.of(pairing(Finding.Test.MCNEMAR, 0, 20, 0.7, 0.9, 0.000_01, null)))
                .isEqualTo("model B is better on 20 cases, and that is significant (p < 0.001).");
    }

    @Test
    void saysHowManyMoreCasesWouldDecideIt() {
        assertThat(ComparisonSentence.of(pairing(Finding.Test.MCNEMAR, 5, 3, 0.9, 0.88, 0.727, 438L)))
                .isEqualTo("No difference shown: model B is worse on 5 cases and better on 3, which may be chance "
                        + "(p = 0.73). About 340 more cases would settle a difference of this size.");
    }

    /** Two of three repeats instead of one, and the reverse: neither case passed or failed as a whole. */
    @Test
    void casesThatDifferAreNotAlikeThoughNoneChangedSides() {
        var finding = new Finding(Measure.PASS_RATE, 2, 2, 0.5, 0.5, new Interval(-0.33, 0.33),
                Finding.Test.RANDOMIZATION, 1, 1, null);
        var pairing = new Pairing(new Pair(new Side("a", "r1", 0), new Side("b", "r2", 0)),
                new PairCounts(2, 2, Map.of()), List.of(finding));

        assertThat(ComparisonSentence.of(pairing)).startsWith("No difference shown: b passes as often");
    }

    @Test
    void saysHowManyOnlyWhereThatIsOfUse() {
        assertThat(ComparisonSentence.of(pairing(Finding.Test.MCNEMAR, 1, 0, 0.9, 0.89, 1, 101L)))
                .endsWith(" About 1 more case would settle a difference of this size.");
        assertThat(ComparisonSentence.of(pairing(Finding.Test.MCNEMAR, 2, 1, 0.9, 0.89, 1, 1_101L))).endsWith(
                " Showing a difference of this size would take more than 10 times as many cases.");
    }

    @Test
    void saysPointsWhereCasesWereRepeated() {
        assertThat(ComparisonSentence.of(pairing(Finding.Test.RANDOMIZATION, 5, 3, 0.9, 0.868, 0.02, null)))
                .isEqualTo("model B passes 3.2 points less often, and that is significant (p = 0.020).");
    }

    @Test
    void saysThatRatesAreAlikeWhereCasesAreNot() {
        assertThat(ComparisonSentence.of(pairing(Finding.Test.RANDOMIZATION, 1, 2, 0.9, 0.9, 1, null)))
                .isEqualTo(
                        "No difference shown: model B passes as often, with 1 case newly failing and 2 newly passing, "
                                + "which may be chance (p = 1.00).");
    }

    @Test
    void saysThatNothingChanged() {
        assertThat(ComparisonSentence.of(pairing(Finding.Test.MCNEMAR, 0, 0, 0.9, 0.9, 1, null)))
                .isEqualTo("No difference: all 100 cases came out alike.");
    }

    @Test
    void saysThatThereIsNothingToCompare() {
        var nothing = new Pairing(new Pair(new Side("a", "r1", 0), new Side("b", "r2", 0)),
                new PairCounts(0, 0, Map.of()), List.of());

        assertThat(ComparisonSentence.of(nothing)).isEqualTo("Nothing to compare: no case was judged on both sides.");
        assertThat(RunSelection.regression(List.of(nothing))).contains("no case was judged on both a and b.");
        assertThat(RunSelection.regression(List.of())).isPresent();
    }

    @Test
    void aRegressionFailsTheGateAndAnImprovementDoesNot() {
        assertThat(RunSelection.regression(List.of(pairing(Finding.Test.MCNEMAR, 14, 2, 0.9, 0.78, 0.003, null))))
                .isPresent();
        assertThat(RunSelection.regression(List.of(pairing(Finding.Test.MCNEMAR, 2, 14, 0.7, 0.9, 0.003, null))))
                .isEmpty();
        assertThat(RunSelection.regression(List.of(pairing(Finding.Test.MCNEMAR, 5, 2, 0.9, 0.8, 0.4, null))))
                .isEmpty();
    }
}
