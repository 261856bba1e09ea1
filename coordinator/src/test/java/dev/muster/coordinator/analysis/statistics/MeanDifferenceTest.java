package dev.muster.coordinator.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import org.junit.jupiter.api.Test;

class MeanDifferenceTest {

    /** Student, "The probable error of a mean", Biometrika 6 (1908): hours of sleep gained with one drug over the other. */
    private static final double[] SLEEP = {1.2, 2.4, 1.3, 1.3, 0, 1.0, 1.8, 0.8, 4.6, 1.4};

    private final Bootstrap bootstrap = new Bootstrap(Bootstrap.RESAMPLES, 1979);

    /** The paired t-test of these, as in the documentation of R's sleep data: t = 4.0621, p = 0.002833, 0.70 to 2.46. */
    @Test
    void isStudentsTestForIndependentCases() {
        var sleep = MeanDifference.analytic(Moments.of(SLEEP));

        assertThat(sleep.mean()).isEqualTo(1.58, within(1e-9));
        assertThat(sleep.p()).isEqualTo(0.002833, within(0.0000005));
        assertThat(sleep.interval().low()).isEqualTo(0.7001142, within(1e-6));
        assertThat(sleep.interval().high()).isEqualTo(2.4598858, within(1e-6));
    }

    @Test
    void isNearToThatWhenDrawn() {
        var drawn = bootstrap.mean(SLEEP);

        assertThat(drawn.method()).isEqualTo(MeanDifference.Method.RANDOMIZATION);
        assertThat(drawn.interval().low()).isBetween(0.6, 1.0);
        assertThat(drawn.interval().high()).isBetween(2.3, 2.9);
        assertThat(drawn.p()).isBetween(0.0001, 0.01);
    }

    @Test
    void agreesForManyCases() {
        double[] many = IntStream.range(0, 2001).mapToDouble(i -> Math.sin(i * 1.7) + 0.04).toArray();

        var drawn = bootstrap.mean(many);
        var analytic = MeanDifference.analytic(Moments.of(many));

        assertThat(drawn.interval().low()).isEqualTo(analytic.interval().low(), within(0.002));
        assertThat(drawn.interval().high()).isEqualTo(analytic.interval().high(), within(0.002));
        assertThat(drawn.p()).isEqualTo(analytic.p(), within(0.01));
    }

    @Test
    void isTheSameEachTime() {
        assertThat(bootstrap.mean(SLEEP)).isEqualTo(bootstrap.mean(SLEEP));
    }

    /** The interval and the test are computed in different ways: near the border they may disagree. */
    @Test
    void hasAnIntervalWithoutZeroAboutWhereItIsSignificant() {
        for (int shift = -40; shift <= 40; shift++) {
            double by = shift / 20.0;
            var drawn = bootstrap.mean(Arrays.stream(SLEEP).map(hours -> hours - by).toArray());
            boolean without = drawn.interval().low() > 0 || drawn.interval().high() < 0;

            if (drawn.p() < 0.03 || drawn.p() > 0.08) {
                assertThat(drawn.p() <= Interval.ALPHA).as("less %s: %s", by, drawn).isEqualTo(without);
            }
        }
    }

    @Test
    void ofEqualSidesIsNothing() {
        assertThat(bootstrap.mean(new double[]{0, 0, 0}).p()).isEqualTo(1);
        assertThat(MeanDifference.analytic(Moments.of(new double[]{0})).p()).isEqualTo(1);
    }

    /** Closed form: three signs that agree have p = 2 / 2³. */
    @Test
    void isNoProofWithAHandfulOfCases() {
        assertThat(bootstrap.mean(new double[]{1, 1, 1}).p()).isEqualTo(0.25);
        assertThat(bootstrap.mean(new double[]{1}).p()).isEqualTo(1);
        assertThat(bootstrap.mean(new double[]{1, 1.1, 0.9, 1.05}).p()).isEqualTo(0.125);
    }
}
