package dev.muster.coordinator.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs simulated agents: the tests find real differences, and seldom false ones. Seeds are fixed. */
class SameAgentTest {

    private static final int REPETITIONS = 2_000;
    private static final double BY_CHANCE_AT_MOST = 0.065;
    private static final double BY_CHANCE_AT_LEAST = 0.035;
    private static final double NEAR = 0.03;

    private final SplittableRandom random = new SplittableRandom(42);

    /** Whether a case passes, with its ease as the probability; a better agent also passes a share of the rest. */
    private boolean passes(double ease, double better) {
        return random.nextDouble() < ease + better * (1 - ease);
    }

    private McNemar runs(int cases, double better) {
        int first = 0;
        int second = 0;
        for (int i = 0; i < cases; i++) {
            double ease = random.nextDouble();
            boolean before = passes(ease, 0);
            boolean after = passes(ease, better);
            first += before && !after ? 1 : 0;
            second += after && !before ? 1 : 0;
        }
        return new McNemar(first, second);
    }

    /** Returns differences of scores; each case has a level around which its repeats vary. */
    private double[] scores(int cases, int repeats, double better) {
        return IntStream.range(0, cases).mapToDouble(i -> {
            double level = 0.3 + 0.4 * random.nextDouble();
            return score(level + better, repeats) - score(level, repeats);
        }).toArray();
    }

    private double score(double level, int repeats) {
        return IntStream.range(0, repeats).mapToDouble(i -> level + 0.15 * random.nextGaussian()).average().orElse(0);
    }

    /** Returns differences of latencies, with occasional large outliers. */
    private double[] latencies(int cases) {
        return IntStream.range(0, cases).mapToDouble(i -> {
            double usual = 500 + 2_000 * random.nextDouble();
            double first = latency(usual);
            return latency(usual) - first;
        }).toArray();
    }

    private double latency(double usual) {
        return usual * Math.exp(random.nextGaussian() / 2);
    }

    private static double share(Predicate<Integer> significant) {
        return IntStream.range(0, REPETITIONS).boxed().filter(significant).count() / (double) REPETITIONS;
    }

    private static boolean significant(double p) {
        return p <= Interval.ALPHA;
    }

    @Test
    void mcNemarSeldomFindsWhatIsNotThere() {
        assertThat(share(n -> significant(runs(200, 0).p()))).isLessThanOrEqualTo(BY_CHANCE_AT_MOST);
        assertThat(share(n -> significant(runs(25, 0).p()))).isLessThanOrEqualTo(BY_CHANCE_AT_MOST);
    }

    /** E(ease (1 − ease)) = 1/6; better by b: onlySecond = E((1 − e)(e + b(1 − e))) = 1/6 + b/3, onlyFirst = (1 − b)/6. */
    @Test
    void mcNemarFindsWhatIsThereAsOftenAsItShould() {
        double better = 0.15;

        double power = share(n -> significant(runs(300, better).p()));

        assertThat(power).isEqualTo(
                ExactPower.of(300, (1 - better) / 6, 1.0 / 6 + better / 3, Interval.ALPHA), within(NEAR));
    }

    @Test
    void bootstrapFindsWhatIsNotThereAsOftenAsItSays() {
        var bootstrap = new Bootstrap(999, 1979);

        assertThat(share(n -> significant(bootstrap.mean(scores(60, 3, 0)).p()))).isBetween(BY_CHANCE_AT_LEAST,
                BY_CHANCE_AT_MOST);
        assertThat(share(n -> significant(bootstrap.mean(scores(12, 1, 0)).p()))).isBetween(BY_CHANCE_AT_LEAST,
                BY_CHANCE_AT_MOST);
        assertThat(share(n -> significant(bootstrap.mean(latencies(80)).p()))).isBetween(BY_CHANCE_AT_LEAST,
                BY_CHANCE_AT_MOST);
    }

    /** By the normal distribution: Φ(δ √n / σ − z), with σ² = 2 · 0.15² / 3. */
    @Test
    void bootstrapFindsWhatIsThereAsOftenAsItShould() {
        var bootstrap = new Bootstrap(999, 1979);
        double error = Math.sqrt(2 * 0.15 * 0.15 / 3 / 100);

        double power = share(n -> significant(bootstrap.mean(scores(100, 3, 0.03)).p()));

        assertThat(power).isEqualTo(NormalDistribution.of(0, 1).cumulativeProbability(0.03 / error - 1.959964),
                within(NEAR));
    }

    /** Differences of the share of passed repeats, where all but a few cases always pass. */
    private double[] fewFlaky(int cases, int flaky, int repeats) {
        var differences = new double[cases];
        for (int i = 0; i < flaky; i++) {
            int before = passed(i, flaky, repeats);
            differences[i] = (double) (passed(i, flaky, repeats) - before) / repeats;
        }
        return differences;
    }

    /** The flaky cases pass in 20 to 80 % of their repeats. */
    private int passed(int flakyCase, int flaky, int repeats) {
        double ease = 0.2 + 0.6 * flakyCase / (flaky - 1.0);
        return (int) IntStream.range(0, repeats).filter(n -> random.nextDouble() < ease).count();
    }

    /** Most regression suites: the normal distribution and the bootstrap are wrong for few cases that differ. */
    @ParameterizedTest
    @CsvSource({"50,6,3", "100,8,5", "200,6,5", "100,10,3", "20,4,3", "30,30,3"})
    void suitesWithFewFlakyCasesSeldomRaiseAnAlarm(int cases, int flaky, int repeats) {
        var test = new SignFlips(999, 1979);

        int alarms = (int) IntStream.range(0, 20_000)
                .filter(n -> significant(test.p(fewFlaky(cases, flaky, repeats)))).count();

        assertThat(alarms / 20_000.0).isLessThanOrEqualTo(0.055);
    }

    @Test
    void analyticIntervalsDoTheSame() {
        assertThat(share(n -> significant(MeanDifference.analytic(Moments.of(latencies(1_000))).p())))
                .isBetween(BY_CHANCE_AT_LEAST, BY_CHANCE_AT_MOST);
    }

    /** With the product's settings: 10,000 resamples, and cases as in a real suite. */
    @Test
    @Tag("full")
    void bootstrapOfFullSizeFindsWhatIsNotThereAsOftenAsItSays() {
        var bootstrap = new Bootstrap(Bootstrap.RESAMPLES, 1979);

        assertThat(share(n -> significant(bootstrap.mean(scores(500, 3, 0)).p()))).isBetween(BY_CHANCE_AT_LEAST,
                BY_CHANCE_AT_MOST);
        assertThat(share(n -> significant(bootstrap.mean(latencies(500)).p()))).isBetween(BY_CHANCE_AT_LEAST,
                BY_CHANCE_AT_MOST);
    }
}
