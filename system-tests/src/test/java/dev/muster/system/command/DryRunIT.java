package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.Command;
import dev.muster.cli.testing.MusterProject;
import dev.muster.cli.testing.TestProject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what {@code --dry-run} says of the calls and the cost of a run. */
@MusterProject
final class DryRunIT {

    private final TestProject muster;

    DryRunIT(TestProject muster) {
        this.muster = muster;
    }

    @BeforeEach
    void makeProject() throws IOException {
        muster.agent().saying("/well", "fine");
        muster.write("muster.yaml", """
                agents:
                  well: { protocol: openai, connector: paid }
                  free: { protocol: openai, url: "%1$s/well" }
                connectors:
                  paid: { url: "%1$s/well", pricing: { input_per_million: 1000.0, output_per_million: 2000.0 } }
                """.formatted(muster.agent().url()));
        muster.write("s.jsonl", """
                {"id": "a", "input": "1"}
                {"id": "b", "input": "2"}
                """);
    }

    @Test
    void theCostIsThatOfTheNewestRuns() throws IOException {
        muster.run("-n", "well");
        muster.write("s.jsonl",
                Files.readString(muster.folder().resolve("s.jsonl")) + "{\"id\": \"c\", \"input\": \"3\"}\n");

        assertThat(muster.run("-n", "well", "--dry-run", "--repeat", "10").output()).contains(
                "3 cases, nothing was run",
                "A run has 30 results: as many calls to agents; it costs about $0.60, by the newest runs of well "
                        + "(2 of 3 cases known)");
    }

    @Test
    void whatIsUnknownIsSaid(@TempDir Path empty) throws IOException {
        muster.run("-n", "free");

        assertThat(muster.run("-n", "free", "--dry-run").output())
                .contains("its cost is unknown: no stored run of free has one");
        assertThat(Command
                .typeHere(empty, Map.of(), "run", "-i", muster.file("s.jsonl"), "--config", muster.file("muster.yaml"),
                        "-n", "well", "--dry-run")
                .output()).contains("its cost is unknown: no run is stored here");
        assertThat(empty).isEmptyDirectory();
    }
}
