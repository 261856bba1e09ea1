package dev.muster.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.config.QuarantineEntry;
import dev.muster.common.config.QuarantineEntry.Mode;
import dev.muster.coordinator.run.Quarantine.Exempt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuarantineIndexTest {

    private static QuarantineEntry entry(String cases, @Nullable String agent, String owner) {
        return new QuarantineEntry(cases, agent, Mode.MUTE, owner, "flaky", LocalDate.of(2030, 1, 1), "muster.yaml:1");
    }

    private static Optional<String> owner(Quarantine quarantine, String key, String agent, int cell) {
        return new QuarantineIndex(quarantine).entry(key, agent, cell).map(QuarantineEntry::owner);
    }

    @ParameterizedTest
    @CsvSource({"a.yaml#*, a.yaml#one, true", "*, any#thing, true", "*#b, a/c#b, true", "*#b, a/c#bb, false",
        "a*b*c, aXbYbZc, true", "a*b*c, aXbYbZ, false", "a.yaml#*, b.yaml#one, false", "a*, a, true",
        "[a]+, aa, false"})
    void aStarStandsForAnyCharacters(String pattern, String key, boolean matches) {
        assertThat(new KeyPattern(pattern).matches(key)).isEqualTo(matches);
    }

    @Test
    void anEntryThatNamesTheKeyGoesBeforePatterns() {
        var quarantine = new Quarantine(List.of(entry("a#*", null, "Ann"), entry("a#b", null, "Bob")), List.of());

        assertThat(owner(quarantine, "a#b", "shop", 0)).contains("Bob");
        assertThat(owner(quarantine, "a#c", "shop", 0)).contains("Ann");
        assertThat(owner(quarantine, "b#c", "shop", 0)).isEmpty();
    }

    @Test
    void anEntryOfOneAgentHoldsForNoOther() {
        var quarantine = new Quarantine(List.of(entry("a#b", "shop", "Ann")), List.of());

        assertThat(owner(quarantine, "a#b", "shop", 0)).contains("Ann");
        assertThat(owner(quarantine, "a#b", "other", 0)).isEmpty();
    }

    @Test
    void whatFailsAllTheTimeIsNotHeld() {
        var quarantine = new Quarantine(List.of(entry("a#*", null, "Ann"), entry("b#*", null, "Bob")),
                List.of(new Exempt(0, 1, "a#b", 7), new Exempt(1, 0, null, 500)));

        assertThat(owner(quarantine, "a#b", "shop", 1)).isEmpty();
        assertThat(owner(quarantine, "a#b", "shop", 0)).contains("Ann");
        assertThat(owner(quarantine, "b#b", "shop", 0)).isEmpty();
        assertThat(quarantine.voids()).extracting(quarantine::described).containsExactly(
                "the quarantine at muster.yaml:1 (Ann) is ignored for a#b: it failed in each of its last 7 runs, so it is "
                        + "not flaky; fix it, or remove the entry",
                "the quarantine at muster.yaml:1 (Bob) is ignored: 500 of its cases failed in each of their last 5 runs or "
                        + "more, so they are not flaky; fix them, or remove the entry");
    }
}
