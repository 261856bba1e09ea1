package dev.muster.coordinator.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import org.junit.jupiter.api.Test;

class HolmTest {

    /**
     * The standard example of the method: of four hypotheses, the two with the smallest p-values are rejected at 5 %.
     */
    @Test
    void multipliesByHowManyAreLeft() {
        var corrected = Holm.corrected(List.of(0.01, 0.04, 0.03, 0.005));

        assertThat(corrected.get(0)).isEqualTo(0.03, within(1e-12));
        assertThat(corrected.get(1)).isEqualTo(0.06, within(1e-12));
        assertThat(corrected.get(2)).isEqualTo(0.06, within(1e-12));
        assertThat(corrected.get(3)).isEqualTo(0.02, within(1e-12));
    }

    @Test
    void neverPassesOne() {
        assertThat(Holm.corrected(List.of(0.6, 0.9))).containsExactly(1.0, 1.0);
        assertThat(Holm.corrected(List.of())).isEmpty();
        assertThat(Holm.corrected(List.of(0.04))).containsExactly(0.04);
    }
}
