package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what {@code --dry-run} says of the calls and the cost of a run. */
final class DryRunIT extends TypedRuns {

    @BeforeEach
    void makeProject() throws IOException {
        agent.saying("/well", "fine");
        write("muster.yaml", """
                agents:
                  well: { protocol: openai, connector: paid }
                  free: { protocol: openai, url: "%1$s/well" }
                connectors:
                  paid: { url: "%1$s/well", pricing: { input_per_million: 1000.0, output_per_million: 2000.0 } }
                """.formatted(agent.url()));
        write("s.jsonl", """
                {"id": "a", "input": "1"}
                {"id": "b", "input": "2"}
                """);
    }

    @Test
    void theCostIsThatOfTheNewestRuns() throws IOException {
        run("-n", "well");
        write("s.jsonl", Files.readString(project.resolve("s.jsonl")) + "{\"id\": \"c\", \"input\": \"3\"}\n");

        assertThat(run("-n", "well", "--dry-run", "--repeat", "10").output()).contains("3 cases, nothing was run",
                "A run has 30 results: as many calls to agents; it costs about $0.60, by the newest runs of well "
                        + "(2 of 3 cases known)");
    }

    @Test
    void whatIsUnknownIsSaid(@TempDir Path empty) throws IOException {
        run("-n", "free");

        assertThat(run("-n", "free", "--dry-run").output())
                .contains("its cost is unknown: no stored run of free has one");
        assertThat(Command.typeHere(empty, Map.of(), "run", "-i", file("s.jsonl"), "--config", file("muster.yaml"),
                "-n", "well", "--dry-run").output()).contains("its cost is unknown: no run is stored here");
        assertThat(empty).isEmptyDirectory();
    }
}
