package dev.muster.coordinator.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.muster.coordinator.analysis.statistics.CaseOutcomes.Group;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CaseOutcomesTest {

    private static CaseOutcomes of(Group... groups) {
        return new CaseOutcomes(List.of(groups));
    }

    @Test
    void fewCasesThatWereTriedMoreOftenDoNotSpeakForAll() {
        assertThat(of(new Group(10, 7, 1), new Group(3, 2, 16)).usualTries()).isEqualTo(3);
        assertThat(of(new Group(10, 7, 8), new Group(3, 2, 8)).usualTries()).isEqualTo(10);
        assertThat(of(new Group(10, 7, 1), new Group(3, 2, 16)).tried(10)).isEqualTo(1);
        assertThat(of().usualTries()).isZero();
    }

    @Test
    void aVerdictIsThatAllTriesPassed() {
        var verdicts = of(new Group(10, 10, 5), new Group(1, 0, 4), new Group(4, 3, 1)).verdicts();

        assertThat(verdicts.rate()).hasValue(0.5);
        assertThat(verdicts.observed()).isEqualTo(10);
    }

    /** Chen et al. 2021, equation 1, worked by hand: 1 − C(3, 2) / C(5, 2) = 7/10; Yao et al. 2024: C(2, 2) / C(5, 2). */
    @Test
    void estimatesFromAllSubsetsOfK() {
        var outcomes = of(new Group(5, 2, 1));

        assertThat(outcomes.passAtK(2)).hasValueCloseTo(0.7, within(1e-12));
        assertThat(outcomes.passHatK(2)).hasValueCloseTo(0.1, within(1e-12));
    }

    /**
     * The meaning of the formulas: over all ways to choose k of n tries, the share with a pass, or with passes only.
     */
    @ParameterizedTest
    @CsvSource({"1, 0, 1", "4, 1, 3", "6, 3, 2", "8, 8, 5", "10, 7, 4", "12, 1, 12"})
    void areWhatCountingAllChoicesGives(int n, int c, int k) {
        var choices = IntStream.range(0, 1 << n).filter(set -> Integer.bitCount(set) == k).toArray();
        int passed = (1 << c) - 1;
        double any = IntStream.of(choices).filter(set -> (set & passed) != 0).count() / (double) choices.length;
        double all = IntStream.of(choices).filter(set -> (set & ~passed) == 0).count() / (double) choices.length;

        var outcomes = of(new Group(n, c, 3));

        assertThat(outcomes.passAtK(k)).hasValueCloseTo(any, within(1e-12));
        assertThat(outcomes.passHatK(k)).hasValueCloseTo(all, within(1e-12));
    }

    @Test
    void averageOverCasesAndLeaveOutThoseWithTooFewTries() {
        var outcomes = of(new Group(2, 2, 3), new Group(2, 0, 1), new Group(1, 1, 100));

        assertThat(outcomes.passAtK(2)).hasValueCloseTo(0.75, within(1e-12));
        assertThat(outcomes.passHatK(2)).hasValueCloseTo(0.75, within(1e-12));
        assertThat(outcomes.passAtK(3)).isEmpty();
    }

    @Test
    void withOneTryAreTheRate() {
        var outcomes = of(new Group(1, 1, 30), new Group(1, 0, 10));

        assertThat(outcomes.passAtK(1)).hasValueCloseTo(0.75, within(1e-12));
        assertThat(outcomes.passHatK(1)).hasValueCloseTo(0.75, within(1e-12));
        assertThat(outcomes.rate()).hasValueCloseTo(0.75, within(1e-12));
    }

    /** C(100000, 50000) does not fit in a double. */
    @Test
    void doNotOverflow() {
        var outcomes = of(new Group(100_000, 99_999, 1));

        assertThat(outcomes.passHatK(50_000)).hasValueCloseTo(0.5, within(1e-9));
        assertThat(outcomes.passAtK(50_000)).hasValueCloseTo(1.0, within(1e-9));
    }

    @Test
    void ofNothingKnowNothing() {
        assertThat(of().rate()).isEmpty();
        assertThat(of().interval()).isEmpty();
        assertThat(of().passAtK(1)).isEmpty();
        assertThat(of().mostObserved()).isZero();
    }

    @Test
    void withoutRepeatsHaveWilsonsInterval() {
        assertThat(of(new Group(1, 1, 81), new Group(1, 0, 182)).interval()).isEqualTo(Wilson.interval(81, 263));
    }

    /** Ten tries of a case that all end alike count as one. */
    @Test
    void takeRepeatsThatAgreeForOneObservation() {
        assertThat(of(new Group(10, 10, 15), new Group(10, 0, 133)).interval()).isEqualTo(Wilson.interval(15, 148));
    }

    /** Tries that vary as much within a case as between cases count fully. */
    @Test
    void takeRepeatsThatDoNotAgreeForMany() {
        var narrow = of(new Group(2, 2, 25), new Group(2, 1, 50), new Group(2, 0, 25)).interval().orElseThrow();
        var independent = Wilson.interval(100, 200).orElseThrow();

        assertThat(narrow.low()).isEqualTo(independent.low(), within(0.001));
        assertThat(narrow.high()).isEqualTo(independent.high(), within(0.001));
    }
}
