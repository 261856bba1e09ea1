package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.Command;
import dev.muster.system.MarkdownPage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Has a shell type every command of {@code README.md} as it stands, from an empty folder in place of the checkout, with {@code muster} of the
 * built distribution on the {@code PATH}.
 */
final class ReadmeIT {

    /** By their first line, the blocks whose commands are not typed or whose text is not compared, and why. */
    private static final Map<String, String> LEFT_OUT = Map.of(
            "./muster demo", "CI types it in a fresh clone",
            "- id: opening-hours", "shows what a case is; the file is written below",
            "muster view --demo", "stays in its terminal",
            "muster demo --serve", "stays in its terminal; this test starts the same agents");

    @TempDir
    private Path home;

    @TempDir
    private Path folder;

    @TempDir
    private Path state;

    @Test
    void everyBlockIsTypedWrittenComparedOrLeftOutForAReason() throws IOException {
        var others = MarkdownPage.read("README.md").blocks().stream().filter(block -> !Walkthrough.isTyped(block)
                && block.file().isEmpty() && !block.info().equals("text")).map(block -> block.lines().getFirst())
                .toList();

        assertThat(others).hasSameSizeAs(LEFT_OUT.keySet()).allMatch(
                first -> LEFT_OUT.keySet().stream().anyMatch(first::startsWith));
        assertThat(LEFT_OUT.keySet()).allMatch(first -> others.stream().anyMatch(each -> each.startsWith(first)));
    }

    @Tag("slow")
    @Test
    void everyCommandDoesWhatTheReadmeShows() throws Exception {
        var distribution = Distribution.in(state);
        var environment = Distribution.environment(home);
        environment.put("PATH", distribution.bin(state.resolve("tree")) + ":" + environment.get("PATH"));
        try (var _ = ServedDemo.start(home, state.resolve("demo"))) {
            var checkout = Files.createDirectory(folder.resolve("muster"));
            var walk = new Walkthrough(checkout, home, Map.of()).inShell(state, environment);

            try {
                walk.follow(MarkdownPage.read("README.md").blocks());
            } finally {
                Command.typeHere(home, Map.of(), "down");
            }

            assertThat(walk.typed()).anyMatch(line -> line.startsWith("muster run"));
        }
    }

    @Test
    void aShellTellsWhichCommandFailsAndWhatDiffers() throws Exception {
        var walk = new Walkthrough(folder, home, Map.of()).inShell(state, Map.of("NAME", "there"));

        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> walk.follow(MarkdownPage.of("""
                ```sh
                mkdir "$NAME" && cd there
                export MORE=more
                ```
                ```console exit=3
                $ echo "$MORE in $(basename "$PWD")"
                $ exit 3
                more in there
                ```
                ```sh
                false
                true
                ```
                ```console
                $ echo one
                two
                ```
                """).blocks()))).message().contains("`false; true` exits with 99 instead of 0", "no line is \"two\"")
                .doesNotContain("exit 3");
    }
}
