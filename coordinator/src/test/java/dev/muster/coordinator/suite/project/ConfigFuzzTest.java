package dev.muster.coordinator.suite.project;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.testing.Cost;
import dev.muster.common.testing.FuzzContract;
import org.junit.jupiter.api.io.TempDir;

/** Configurations under each of the two file names. */
class ConfigFuzzTest extends FuzzContract {

    @TempDir
    static Path root;

    static Stream<byte[]> seeds() {
        return Stream.of("""
                agents:
                  a: &a
                    protocol: ag-ui
                    url: https://h/${ENV.X}
                    headers: {A: b}
                  c: *a
                defaults: {agent: a, timeout: 5m}
                retry: {max_attempts: 5}
                """,
                "endpoint: http://localhost:1\nheaders: {A: \"${ENV.B}\"}\n", "a: 0x" + "f".repeat(5_000),
                "connectors: {gpt: {url: 'https://h', model: m}}\nagents: {d: {protocol: openai, connector: gpt}}\n")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    protected void take(byte[] text) throws Exception {
        for (var name : new String[]{"muster.yaml", "aguitest.config.yaml"}) {
            Files.write(root.resolve(name), text);
            var project = Cost.bounded(() -> new ProjectReader(root).read(Path.of(name)));
            assertThat(project.faults()).allMatch(fault -> !fault.message().isBlank());
        }
    }
}
