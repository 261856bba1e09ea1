package dev.muster.coordinator.suite.project;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.config.QuarantineEntry;
import dev.muster.common.config.QuarantineEntry.Mode;
import dev.muster.coordinator.suite.source.Fault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuarantineReaderTest {

    @TempDir
    private Path folder;

    private Project read(String entries) throws IOException {
        Files.writeString(folder.resolve("muster.yaml"), "agents: { shop: { protocol: ag-ui, url: 'http://h/' } }\n"
                + "quarantine:\n" + entries);
        return new ProjectReader(folder).read(null);
    }

    @Test
    void everyEntrySaysWhoSeesToItWhyAndUntilWhen() throws IOException {
        var project = read("""
                  - { case: "tests/a.yaml#one", mode: mute, owner: Ann, reason: slow backend, expires: 2030-02-28 }
                  - { case: "tests/*", agent: shop, mode: skip, owner: "#team", reason: moved, expires: "2030-01-01" }
                """);

        assertThat(project.faults()).isEmpty();
        assertThat(project.config().quarantine()).containsExactly(
                new QuarantineEntry("tests/a.yaml#one", null, Mode.MUTE, "Ann", "slow backend",
                        LocalDate.of(2030, 2, 28), "muster.yaml:3"),
                new QuarantineEntry("tests/*", "shop", Mode.SKIP, "#team", "moved", LocalDate.of(2030, 1, 1),
                        "muster.yaml:4"));
    }

    @Test
    void whatIsWrongIsToldAtItsPlace() throws IOException {
        var project = read("""
                  - { case: a#b, mode: quiet, owner: Ann, reason: slow, expires: 2030-02-30 }
                  - { case: a#b, agent: shopp, mode: mute, owner: Ann, reason: slow, expires: 2030-02-28, until: x }
                  - { mode: mute }
                """);

        assertThat(project.faults()).extracting(Fault::toString).contains(
                "muster.yaml:3:24: 'mode' is mute (it runs but does not count) or skip (it does not run), not "
                        + "'quiet'",
                "muster.yaml:3:66: 'expires' is a day such as 2026-12-31, not '2030-02-30'",
                "muster.yaml:4:25: unknown agent 'shopp'; did you mean 'shop'? (known: shop)",
                "muster.yaml:5:5: an entry of 'quarantine' needs 'expires': the last day on which it applies, such as "
                        + "2026-12-31",
                "muster.yaml:5:5: an entry of 'quarantine' needs 'owner': who is responsible for fixing the case");
        assertThat(project.config().quarantine()).isEmpty();
    }
}
