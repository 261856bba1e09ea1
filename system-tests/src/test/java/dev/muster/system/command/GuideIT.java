package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.embedded.EmbeddedDatabase;
import dev.muster.cli.testing.Command;
import dev.muster.system.MarkdownPage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Follows {@code docs/guide.md} from an empty folder to its end, against what the page itself sets up. */
final class GuideIT {

    @TempDir
    private Path home;

    @TempDir
    private Path folder;

    @TempDir
    private Path state;

    @Tag("slow")
    @Test
    void everyCommandDoesWhatTheGuideShows() throws Exception {
        var blocks = MarkdownPage.read("docs/guide.md").blocks();
        assertThat(blocks.stream().filter(block -> block.info().equals("sh background"))
                .flatMap(block -> block.lines().stream())).containsExactly(ServedDemo.COMMAND);
        try (var _ = EmbeddedDatabase.open(home);
                var _ = ServedDemo.start(home, state.resolve("demo"))) {
            var walk = new Walkthrough(folder, home, Map.of());

            try {
                walk.follow(blocks);
            } finally {
                Command.typeHere(home, Map.of(), "down");
            }

            assertThat(walk.typed()).contains("muster down");
        }
    }
}
