package dev.muster.coordinator.suite.project;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.coordinator.suite.source.Mutations;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigMutationTest {

    private static final String SOUND = """
            # a comment
            agents:
              one: &one
                protocol: ag-ui
                url: https://app.example.com/ag-ui
                headers: { Authorization: "Bearer ${ENV.AGUI_TOKEN}", X-Version: 1.0 }
                tools: [pay, {name: look, description: d, parameters: {any: thing}}]
                limits: { concurrency: 50, requests_per_minute: 0x1F }
              two: *one
              three: { protocol: openai, connector: gpt, instructions: Be strict }
            connectors:
              gpt: { url: 'https://api.example.com/v1', model: big, pricing: { input_per_million: 2.0, output_per_million: 8 } }
            defaults: { agent: one, timeout: 5m, max_turns: 20 }
            databases: { crm: { url: "jdbc:postgresql://h/db" } }
            retry: { max_attempts: 5, initial_delay: 2s }
            """;

    @TempDir
    Path root;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void noMutationOfAConfigurationDoesMoreThanGiveFaults(long seed) throws IOException {
        var random = new Random(seed);
        var file = root.resolve("muster.yaml");
        Files.writeString(file, SOUND);
        assertThat(new ProjectReader(root).read(null).faults()).isEmpty();

        for (int i = 0; i < 500; i++) {
            Files.write(file, Mutations.of(SOUND, random));
            var project = new ProjectReader(root).read(null);
            assertThat(project.faults())
                    .allMatch(fault -> fault.toString().matches("(?s)muster\\.yaml(:\\d+:\\d+)?: .+"));
        }
    }
}
