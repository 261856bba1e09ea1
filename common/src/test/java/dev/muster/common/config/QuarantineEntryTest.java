package dev.muster.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.config.QuarantineEntry.Mode;
import org.junit.jupiter.api.Test;

final class QuarantineEntryTest {

    private static final LocalDate LAST = LocalDate.of(2026, 11, 22);
    private static final QuarantineEntry ENTRY = new QuarantineEntry("a#b", null, Mode.SKIP, "Ann", "slow", LAST,
            "muster.yaml:7");

    @Test
    void itHoldsOnItsLastDayAndNoLonger() {
        assertThat(ENTRY.holdsOn(LAST)).isTrue();
        assertThat(ENTRY.holdsOn(LAST.plusDays(1))).isFalse();
    }

    @Test
    void oneThatExpiredSaysWhatToDo() {
        assertThat(ENTRY.expired()).isEqualTo("the quarantine of a#b (Ann) expired on 2026-11-22, so it is ignored; "
                + "remove it, or give it a later date");
    }
}
