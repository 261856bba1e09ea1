package dev.muster.coordinator.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import org.junit.jupiter.api.Test;

class SignFlipsTest {

    private final SignFlips test = new SignFlips(10_000, 1979);

    /** Fisher 1935, section 21: Darwin's maize, in eighths of an inch; 1,726 of 32,768 assignments, two-sided. */
    @Test
    void isFishersTestOfDarwinsMaize() {
        var maize = new double[]{49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48};

        assertThat(test.p(maize)).isEqualTo(1_726.0 / 32_768, within(1e-12));
    }

    @Test
    void isMcNemarsTestWhereAllDifferencesHaveOneSize() {
        for (int worse = 0; worse <= 10; worse++) {
            var differences = new double[40];
            Arrays.fill(differences, 0, worse, -1);
            Arrays.fill(differences, worse, 10, 1);

            assertThat(test.p(differences)).isEqualTo(new McNemar(worse, 10 - worse).p(), within(1e-9));
        }
    }

    /** Equal cases say nothing: five that agree have p = 2 / 2⁵, among five cases or a hundred. */
    @Test
    void casesWithoutADifferenceChangeNothing() {
        var differences = new double[100];
        Arrays.fill(differences, 0, 5, 0.2);

        assertThat(test.p(differences)).isEqualTo(2.0 / 32);
        assertThat(test.p(new double[100])).isEqualTo(1);
        assertThat(test.p(new double[]{0.3})).isEqualTo(1);
    }

    @Test
    void drawsAssignmentsWhereThereAreTooManyToCount() {
        var differences = new double[40];
        Arrays.fill(differences, 0, 28, 1);
        Arrays.fill(differences, 28, 40, -1);

        assertThat(test.p(differences)).isEqualTo(new McNemar(28, 12).p(), within(0.005));
        assertThat(test.p(differences)).isEqualTo(test.p(differences));
    }

    /** Sums of thirds in another order differ in their last digit, and are the same. */
    @Test
    void roundingDecidesNothing() {
        var differences = new double[]{1 / 3.0, 2 / 3.0, -1 / 3.0, 1 / 3.0, -2 / 3.0, 1 / 3.0};

        assertThat(test.p(differences) * 64 % 2).isZero();
        assertThat(test.p(differences)).isEqualTo(test.p(Arrays.stream(differences).map(d -> 3 * d).toArray()));
    }
}
