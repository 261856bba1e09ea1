package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.demo.DemoAgents;
import dev.muster.cli.testing.Command;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The example of agents without a protocol passes as it is checked in, against {@code muster demo --serve}. */
@Tag("slow")
final class AnyAgentExampleIT {

    private static final Path EXAMPLE = Path.of("../examples/any-agent");

    @TempDir
    private static Path folder;

    private static DemoAgents agents;

    @BeforeAll
    static void start() throws IOException {
        agents = DemoAgents.start(0);
        try (var files = Files.walk(EXAMPLE)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var copy = folder.resolve(EXAMPLE.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.writeString(copy, Files.readString(file).replace("http://127.0.0.1:" + DemoAgents.USUAL_PORT,
                        agents.baseUrl()));
            }
        }
    }

    @AfterAll
    static void stop() {
        agents.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"shop", "program", "function"})
    void itPasses(String agent) {
        var run = Command.typeHere(folder.resolve("home"), System.getenv(), "run", "--no-color", "--config",
                folder.resolve("muster.yaml").toString(), "-i", folder.resolve("shop.yaml").toString(), "-n", agent);

        assertThat(run.output()).contains("Passed:  2");
        assertThat(run.code()).isZero();
    }
}
