package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.Command;
import dev.muster.cli.testing.MusterProject;
import dev.muster.cli.testing.TestProject;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests how long a local run waits for an agent that is not there. */
@MusterProject
final class AbsentAgentIT {

    private final TestProject muster;

    AbsentAgentIT(TestProject muster) {
        this.muster = muster;
    }

    @BeforeEach
    void makeProject() throws IOException {
        int unused;
        try (var socket = new ServerSocket(0)) {
            unused = socket.getLocalPort();
        }
        muster.write("muster.yaml", """
                agents: { shop: { protocol: openai, url: "http://127.0.0.1:%d" } }
                retry: { initial_delay: 10ms }
                """.formatted(unused));
        muster.write("s.yaml", "[{ id: hi, input: hi, assertions: [{ contains: hi }] }]");
    }

    @Test
    void aWrongPortIsReportedAfterTheTriesOfOneCall() throws Exception {
        var run = run(Map.of());

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.output().replaceAll("\\s+", " ")).contains("agent unreachable: connection refused",
                "start the agent, or check the host and port of its 'url' in muster.yaml");
        assertThat(attempts()).isEqualTo(1);
    }

    @Test
    void inCiAndWhereItIsWrittenTheCaseIsTriedAgain() throws Exception {
        run(Map.of("CI", "true"));
        assertThat(attempts()).as("in CI").isEqualTo(3);

        run(Map.of(), "--retries", "1");
        assertThat(attempts()).as("by an option").isEqualTo(2);
    }

    private Command run(Map<String, String> environment, String... more) {
        return Command.typeIn(muster.folder(), muster.home(), environment, Stream.concat(
                Stream.of("run", "-i", "s.yaml", "-o", "r.jsonl"), Stream.of(more)).toArray(String[]::new));
    }

    private int attempts() throws IOException {
        return Json.MAPPER.readTree(muster.read("r.jsonl")).path("attempt").intValue();
    }
}
