package dev.muster.coordinator.client;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.config.QuarantineEntry;
import dev.muster.common.config.QuarantineEntry.Mode;
import org.junit.jupiter.api.Test;

class HeldTodayTest {

    private static final LocalDate LAST = LocalDate.of(2026, 11, 22);
    private static final QuarantineEntry ENTRY = new QuarantineEntry("a#b", null, Mode.SKIP, "Ann", "slow", LAST,
            "muster.yaml:7");

    @Test
    void anEntryHoldsOnItsLastDay() {
        var held = new HeldToday(List.of(ENTRY), LAST);

        assertThat(held.entries()).containsExactly(ENTRY);
        assertThat(held.expired()).isEmpty();
    }

    @Test
    void fromTheNextDayOnItIsTold() {
        var held = new HeldToday(List.of(ENTRY), LAST.plusDays(1));

        assertThat(held.entries()).isEmpty();
        assertThat(held.expired()).extracting(Object::toString).containsExactly("muster.yaml:7: the quarantine of a#b "
                + "(Ann) expired on 2026-11-22 and holds no longer; take the entry away, or give it another day");
    }
}
