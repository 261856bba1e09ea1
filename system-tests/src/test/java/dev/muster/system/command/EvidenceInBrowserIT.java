package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.Command;
import dev.muster.cli.testing.ScriptedModel;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the page of a case shows what was found as it was, and a command that runs the same. */
@Tag("browser")
final class EvidenceInBrowserIT extends ViewerPages {

    @TempDir
    private Path folder;

    @Test
    void typesReasonsAndTheConnectorAreShown() throws Exception {
        // Given
        try (var agent = ScriptedModel.start().saying("/mini", "{\"order\": \"4214\"}").saying("/std", "no JSON")) {
            Files.writeString(folder.resolve("muster.yaml"), """
                    agents: { shop: { protocol: openai, connector: std } }
                    connectors: { mini: { url: "%1$s/mini" }, std: { url: "%1$s/std" } }
                    """.formatted(agent.url()));
            Files.writeString(folder.resolve("s.jsonl"), """
                    {"id": "number", "input": "hi", "assertions": [{"type": "json_path", "path": "$.order", "value": 4214}, {"type": "json_path", "path": "$.status", "value": "open"}, {"type": "is_json"}]}
                    """);
            var run = Command.typeIn(folder, folder.resolve("home"), Map.of(), "run", "-i", "s.jsonl", "--config",
                    "muster.yaml",
                    "-c", "mini", "-c", "std",
                    "-o", folder.resolve("r.html").toString());
            assertThat(folder.resolve("r.html")).as(run.output()).isNotEmptyFile();
        }

        try (var view = open(folder.resolve("r.html").toUri(), 1280, SCHEMES.getFirst())) {
            // When
            view.await("document.documentElement.dataset.ready");
            var run = view.page().evaluate("embedded.id");
            view.page().evaluate("location.hash = '#/run/" + run + "/case/0?cell=0'");
            view.await("document.querySelector('.reasons')").photograph("evidence");

            // Then
            assertThat(view.page().innerText(".reasons")).contains("4214  (integer)", "\"4214\"  (string)", "missing");
            assertThat(view.page().innerText(".actions")).contains("muster run -i 's.jsonl#number' -n shop -c mini");
        }
    }
}
