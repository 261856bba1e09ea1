package dev.muster.deploy.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.muster.deploy.Main;
import dev.muster.deploy.session.Shell;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Completes in real shells; a shell that is not installed here is left out. */
class CompletionTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "bash | source ./script; COMP_WORDS=(muster run --outp); COMP_CWORD=2; COMP_LINE='muster run --outp';"
                + " _complete_muster; echo ${COMPREPLY[@]} | --output",
        "zsh | autoload -U +X compinit && compinit -u -D; source ./script; print ${_comps[muster]} | _complete_muster",
        "fish | source ./script; complete -C 'muster run --outp' | --output"})
    void anOptionIsCompleted(String shell, String typed, String expected) throws Exception {
        assumeTrue(Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(path -> Files.isExecutable(Path.of(path, shell))), shell + " is not installed");
        try (var script = new PrintStream(folder.resolve("script").toFile(), StandardCharsets.UTF_8)) {
            assertThat(Main.run(new Shell(folder, Map.of(), script, script, Optional::empty,
                    InputStream.nullInputStream()), "completion", shell)).isZero();
        }

        var process = new ProcessBuilder(shell, "-c", typed).directory(folder.toFile()).redirectErrorStream(true)
                .start();
        var completed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(completed).isZero();
        assertThat(completed).contains(expected);
    }
}
