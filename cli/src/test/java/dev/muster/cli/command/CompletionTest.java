package dev.muster.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.muster.cli.Main;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.session.Shell;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Completes in real shells; a shell that is not installed here is left out. */
class CompletionTest {

    @TempDir
    private Path folder;

    @Test
    void agentsCasesAndRunsAreCompleted() throws IOException {
        writeProject();

        assertThat(words("run -n bo")).isEqualTo("bot\n");
        assertThat(words("run -i tests/s.jsonl#")).contains("tests/s.jsonl#greeting");
        assertThat(words("run --resume 2026")).isEqualTo("20260102-0304-abcdef\n");
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "bash | source ./script; words() { COMP_WORDS=(./muster $@); COMP_CWORD=$#; _muster; echo ${COMPREPLY[@]}; }",
        "zsh | autoload -U +X compinit && compinit -u -D; source ./script; words() { emulate -L sh;"
                + " COMP_WORDS=(./muster $@); COMP_CWORD=$#; _muster; echo ${COMPREPLY[@]}; }",
        "fish | source ./script; function words; complete -C (string join -- ' ' ./muster $argv); end"})
    void valuesAreCompleted(String shell, String define) throws Exception {
        assumeInstalled(shell);
        writeProject();
        script(shell);

        var completed = said(shell, define + "; words run -n bo; words probe ju; words run -i te; "
                + "words run --input tests/s.jsonl\\#; words report la; words run --resume 2026; words run -r ag; words pro; words run --outp");

        assertThat(completed.split("\\s+", -1)).contains("bot", "judge", "tests/s.jsonl", "tests/s.jsonl#greeting",
                "last", "last~1", "20260102-0304-abcdef", "agents:judge", "probe", "--output")
                .doesNotContain("muster.yaml");
        assertThat(completed).doesNotContain("touch");
        assertThat(folder.resolve("owned")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"run -n", "run -i", "run -c", "run -r", "run -o", "probe", "validate", "none"})
    void nothingIsPrintedOfAProjectThatCannotBeRead(String typed) throws IOException {
        Files.writeString(folder.resolve("muster.yaml"), "agents: [");

        assertThat(words(typed + " ")).isEmpty();
        assertThat(words("run -i none.jsonl#")).isEmpty();
        assertThat(words("report ")).isEqualTo("last\nlast~1\n");
    }

    private String words(String typed) {
        var printed = new ByteArrayOutputStream();
        try (var out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            Main.run(new Shell(folder, Map.of("MUSTER_HOME", folder.resolve("home").toString()), out, out,
                    Optional::empty, InputStream.nullInputStream()), ("complete-words " + typed).split(" ", -1));
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    /** Its case ids and file names are hostile, and {@code muster} in it starts the classes of this test. */
    private void writeProject() throws IOException {
        Files.writeString(folder.resolve("muster.yaml"), """
                agents:
                  bot: { protocol: openai, url: "http://127.0.0.1:1", model: m }
                  judge: { protocol: openai, url: "http://127.0.0.1:1", model: m, helper: true }
                """);
        Files.createDirectories(folder.resolve("tests"));
        for (var name : List.of("s.jsonl", "$(touch owned).jsonl")) {
            Files.writeString(folder.resolve("tests").resolve(name), """
                    {"id": "greeting", "input": "hi"}
                    {"id": "$(touch owned)", "input": "hi"}
                    """);
        }
        var home = new Home(folder.resolve("home"));
        Files.createDirectories(home.folder());
        Files.writeString(home.recentRuns(), "20260102-0304-abcdef\n");
        var muster = Files.writeString(folder.resolve("muster"), "#!/bin/sh\nexport MUSTER_HOME='" + home.folder()
                + "'\nexec '" + ProcessHandle.current().info().command().orElseThrow() + "' -cp '"
                + System.getProperty("java.class.path") + "' " + Main.class.getName() + " \"$@\"\n");
        Files.setPosixFilePermissions(muster, PosixFilePermissions.fromString("rwx------"));
    }

    private static void assumeInstalled(String shell) {
        assumeTrue(Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(path -> Files.isExecutable(Path.of(path, shell))), shell + " is not installed");
    }

    private void script(String shell) throws IOException {
        try (var script = new PrintStream(folder.resolve("script").toFile(), StandardCharsets.UTF_8)) {
            assertThat(Main.run(new Shell(folder, Map.of(), script, script, Optional::empty,
                    InputStream.nullInputStream()), "completion", shell)).isZero();
        }
    }

    private String said(String shell, String typed) throws IOException, InterruptedException {
        var process = new ProcessBuilder(shell, "-c", typed).directory(folder.toFile()).redirectErrorStream(true)
                .start();
        var completed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(completed).isZero();
        return completed;
    }
}
