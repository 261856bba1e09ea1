package dev.muster.coordinator.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import module java.base;
import org.junit.jupiter.api.Test;

/** Holds kappa and its interval to published examples. */
class KappaTest {

    /**
     * J. L. Fleiss, B. Levin and M. C. Paik, "Statistical Methods for Rates and Proportions", 3rd edition (2003), table
     * 18.1 and section 18.1: 100 subjects; kappa 0.68, its standard error 0.087, the interval 0.51 to 0.85.
     */
    @Test
    void threeDiagnosesOfAHundredPatients() {
        var kappa = Kappa.of(new long[][]{{75, 1, 4}, {5, 4, 1}, {0, 0, 10}}).orElseThrow();

        assertThat(kappa.agreement()).isEqualTo(0.89, offset(1e-9));
        assertThat(kappa.value()).isEqualTo(0.676, offset(0.0005));
        assertThat(kappa.standardError()).isEqualTo(0.087, offset(0.001));
        assertThat(kappa.interval().low()).isEqualTo(0.51, offset(0.006));
        assertThat(kappa.interval().high()).isEqualTo(0.85, offset(0.006));
    }

    /**
     * SAS/STAT User's Guide, The FREQ Procedure, example "Cohen's kappa coefficient": the skin condition of 88 patients by
     * two dermatologists; kappa 0.3449, its asymptotic standard error 0.0724, the interval 0.2030 to 0.4868.
     */
    @Test
    void fourSkinConditionsOfEightyEightPatients() {
        var kappa = Kappa.of(new long[][]{{10, 4, 1, 0}, {5, 10, 12, 2}, {2, 4, 12, 5}, {0, 2, 6, 13}}).orElseThrow();

        assertThat(kappa.value()).isEqualTo(0.3449, offset(0.00005));
        assertThat(kappa.standardError()).isEqualTo(0.0724, offset(0.00005));
        assertThat(kappa.interval().low()).isEqualTo(0.2030, offset(0.0001));
        assertThat(kappa.interval().high()).isEqualTo(0.4868, offset(0.0001));
    }

    /** By hand: of 50, both say yes to 20 and no to 15; agreement 0.7, 0.5 by chance. */
    @Test
    void twoReadersOfFiftyApplications() {
        var kappa = Kappa.of(new long[][]{{20, 5}, {10, 15}}).orElseThrow();

        assertThat(kappa.value()).isEqualTo(0.4, offset(1e-12));
    }

    @Test
    void fewPerfectAgreementsAreNoCertainty() {
        var few = Kappa.of(new long[][]{{5, 0}, {0, 5}}).orElseThrow();
        var many = Kappa.of(new long[][]{{500, 0}, {0, 500}}).orElseThrow();

        assertThat(few.value()).isEqualTo(1);
        assertThat(few.interval().low()).isEqualTo(2 * Wilson.interval(10, 10).orElseThrow().low() - 1, offset(1e-12))
                .isLessThan(0.5);
        assertThat(few.interval().high()).isEqualTo(1);
        assertThat(many.interval().low()).isGreaterThan(0.99);
    }

    @Test
    void contraryRatersAreBelowZero() {
        assertThat(Kappa.of(new long[][]{{0, 5}, {5, 0}}).orElseThrow().value()).isEqualTo(-1);
    }

    @Test
    void nothingIsKnownWhereBothSayTheSameThroughout() {
        assertThat(Kappa.of(new long[][]{{7, 0}, {0, 0}})).isEmpty();
        assertThat(Kappa.of(new long[][]{{0, 0}, {0, 0}})).isEmpty();
    }

    @Test
    void nothingIsKnownOfARaterWhoSaysTheSameThroughout() {
        for (var table : List.of(new long[][]{{1, 0}, {1, 0}}, new long[][]{{90, 10}, {0, 0}})) {
            var kappa = Kappa.of(table).orElseThrow();
            assertThat(kappa.value()).isZero();
            assertThat(kappa.interval().low()).isEqualTo(-1);
            assertThat(kappa.interval().high()).isEqualTo(1);
        }
    }
}
