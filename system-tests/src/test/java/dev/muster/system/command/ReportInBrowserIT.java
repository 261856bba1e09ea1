package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.Command;
import dev.muster.cli.testing.ScriptedModel;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the HTML file of a run of a few cases, some with hostile replies. */
@Tag("browser")
final class ReportInBrowserIT extends ViewerPages {

    @TempDir
    private static Path folder;

    @BeforeAll
    static void run() throws Exception {
        try (var agent = ScriptedModel.start().saying("/good", "fine")
                .saying("/sly", "</script><script>window.hit=1</script><img src=x onerror=window.hit=1>")) {
            Files.writeString(folder.resolve("muster.yaml"), """
                    agents:
                      good: { protocol: openai, url: "%1$s/good" }
                      sly: { protocol: openai, url: "%1$s/sly" }
                    """.formatted(agent.url()));
            Files.writeString(folder.resolve("s.jsonl"), """
                    {"id": "greets", "input": "hello", "assertions": [{"type": "contains", "value": "fine"}]}
                    {"id": "later", "input": "and then", "skip": true}
                    {"id": "talk", "type": "multi_turn", "turns": [{"input": "one"}, {"input": "two"}]}
                    """);
            var run = Command.typeIn(folder, folder.resolve("home"), Map.of(), "run", "-i", "s.jsonl", "--config",
                    "muster.yaml",
                    "-n", "good", "-n", "sly", "-o", folder.resolve("r.html").toString());
            assertThat(folder.resolve("r.html")).as(run.output()).isNotEmptyFile();
        }
    }

    @Test
    void aFileRunsCleanAtEveryWidthAndInEveryScheme() throws Exception {
        for (int width : WIDTHS) {
            for (var scheme : SCHEMES) {
                var name = "report-" + width + "-" + scheme.name().toLowerCase(Locale.ROOT);
                try (var view = open(folder.resolve("r.html").toUri(), width, scheme)) {
                    // When
                    view.await("document.documentElement.dataset.ready").photograph(name);

                    // Then
                    assertThat(view.page().innerText("#count")).isEqualTo("3 cases, 6 results");
                    view.runsClean(name);
                }
            }
        }
    }

    @Test
    void aCaseOpensByKeyboardAndItsReplyRunsNothing() throws Exception {
        try (var view = open(folder.resolve("r.html").toUri(), 360, SCHEMES.getLast())) {
            // When
            view.await("document.documentElement.dataset.ready").page().keyboard().press("/");
            view.page().keyboard().type("greets");
            view.await("document.getElementById('count').innerText.includes('1 case')");
            view.page().keyboard().press("Enter"); // to the list
            view.page().keyboard().press("j");
            view.page().keyboard().press("Enter");
            view.await("location.hash.includes('/case/') && document.querySelector('main').innerText.includes('hit=1')")
                    .photograph("case-360-dark");

            // Then
            assertThat(view.page().innerText("main")).contains("</script><script>window.hit=1</script><img");
            assertThat(view.page().evaluate("window.hit")).isNull();
            view.runsClean("case-360-dark");
        }
    }
}
