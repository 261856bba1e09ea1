package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.demo.DemoAgents;
import dev.muster.cli.embedded.EmbeddedDatabase;
import dev.muster.cli.testing.Command;
import dev.muster.system.MarkdownPage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Follows {@code docs/guide.md} from an empty folder to its end. */
final class GuideIT {

    @TempDir
    private Path home;

    @TempDir
    private Path folder;

    @Tag("slow")
    @Test
    void everyCommandDoesWhatTheGuideShows() throws IOException {
        try (var _ = EmbeddedDatabase.open(home);
                var demo = DemoAgents.start(0);
                var model = JudgingModel.start("a-key-of-the-model")) {
            var walk = new Walkthrough(folder, home,
                    Map.of("http://127.0.0.1:" + DemoAgents.USUAL_PORT, demo.baseUrl(),
                            "https://models.example.com", model.url()));

            try {
                walk.follow(MarkdownPage.read("docs/guide.md").blocks());
            } finally {
                Command.typeHere(home, Map.of(), "down");
            }

            assertThat(walk.typed()).contains("muster down");
        }
    }
}
