package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.Main;
import dev.muster.cli.testing.MusterProject;
import dev.muster.cli.testing.ScriptedModel;
import dev.muster.cli.testing.TestProject;
import dev.muster.common.process.Launch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests {@code --watch}: a process that stays, files that change, and Ctrl-C. */
@MusterProject
final class WatchIT {

    private final TestProject muster;

    WatchIT(TestProject muster) {
        this.muster = muster;
    }

    private static final String WAITS = "Watching files";
    private static final String GOOD = "{\"id\": \"good\", \"input\": \"hello\", \"assertions\": [{\"type\": \"contains\", \"value\": \"fine\"}]}\n";
    private static final String BAD = "{\"id\": \"bad\", \"input\": \"hello\", \"assertions\": [{\"type\": \"contains\", \"value\": \"nothing\"}]}\n";

    @BeforeAll
    static void tellTheAgent(ScriptedModel agent) {
        agent.saying("/", "fine");
    }

    @BeforeEach
    void makeSuite() throws IOException {
        muster.write("muster.yaml", "agents: { shop: { protocol: openai, url: '" + muster.agent().url() + "/' } }\n");
        muster.write("s.jsonl", GOOD + BAD);
    }

    /** As many editors do it. */
    private void replace(String name, String content) throws IOException {
        muster.write("." + name, content);
        Files.move(muster.folder().resolve("." + name), muster.folder().resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    @Tag("slow")
    @Test
    void whatChangedIsRunAndThenWhatStillFails() throws Exception {
        try (var watch = start("-o", "r.jsonl")) {
            assertThat(watch.readTo(WAITS)).contains("[good]", "Passed:  1", "Failed:  1");

            replace("s.jsonl", GOOD.replace("hello", "hello you") + BAD);
            assertThat(watch.readTo(WAITS)).contains("1 changed, 1 failed the last time", "Total:   2")
                    .containsSubsequence("[good]", "[bad]");

            replace("s.jsonl", GOOD + "{\"id\": \"bad\", \"input\": 7}\n");
            assertThat(watch.readTo(WAITS)).contains("s.jsonl:2:").doesNotContain("Summary");

            replace("s.jsonl", GOOD.replace("hello", "hello you") + BAD.replace("nothing", "fine"));
            assertThat(watch.readTo(WAITS)).contains("1 changed, 0 failed the last time", "Only: --watch", "[bad]",
                    "Passed:  1")
                    .doesNotContain("[good]");

            muster.write("more.txt", "of no case");
            muster.write("muster.yaml",
                    "agents: { shop: { protocol: openai, url: '" + muster.agent().url() + "/v2' } }\n");
            assertThat(watch.readTo(WAITS)).contains("2 changed, 0 failed the last time", "Passed:  2");

            muster.write("s.jsonl", "");
            assertThat(watch.readTo(WAITS)).contains("this file has no cases");

            watch.interrupt();
            assertThat(watch.process().waitFor()).as(watch.rest()).isEqualTo(130);
        }
    }

    @Tag("slow")
    @Test
    void aSuiteWithFaultsIsAwaited() throws Exception {
        muster.write("s.jsonl", "{\"id\": \"a\", \"inputs\": 1}");
        try (var watch = start()) {
            assertThat(watch.readTo(WAITS)).contains("s.jsonl:1:");
            replace("s.jsonl", GOOD);
            assertThat(watch.readTo(WAITS)).contains("Passed:  1").doesNotContain("failed the last time");
        }
    }

    @Tag("slow")
    @Test
    void aProgramThatACaseCallsIsWatched() throws Exception {
        Files.createDirectories(muster.folder().resolve("scripts"));
        muster.write("scripts/judge.js", "export function strict() { return { pass: false, reason: 'no' }; }");
        muster.write("s.jsonl", GOOD + """
                {"id": "judged", "input": "hello", "assertions": [{"type": "script", "use": "scripts:judge.strict"}]}
                """);
        try (var watch = start()) {
            assertThat(watch.readTo(WAITS)).contains("Total:   2");
            muster.write("scripts/judge.js", "export function strict() { return { pass: true }; }");
            assertThat(watch.readTo(WAITS)).contains("1 changed, 0 failed the last time", "[judged]")
                    .doesNotContain("[good]");
        }
    }

    @Test
    void whatCannotBeReadAgainIsRefused() {
        var refused = muster.type("run", "-i", "-", "-i", "agents:shop", "--watch", "--dry-run");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.output()).contains("is not possible with -i -, -i agents:shop, --dry-run");
    }

    private Watching start(String... flags) throws IOException {
        var words = Stream
                .concat(Stream.of("run", "-i", "s.jsonl", "--watch", "-v", "--parallel", "1"), Stream.of(flags))
                .toArray(String[]::new);
        // a process started in the background may ignore Ctrl-C: not this one
        var builder = new ProcessBuilder(Launch.of(Main.class, words).through("env", "--default-signal=INT").command())
                .directory(muster.folder().toFile()).redirectErrorStream(true);
        builder.environment().put("MUSTER_HOME", muster.home().toString());
        var process = builder.start();
        return new Watching(process, process.inputReader());
    }

    private record Watching(Process process, BufferedReader output) implements AutoCloseable {

        /** Returns the output up to a line with these words. */
        String readTo(String words) throws IOException {
            var read = new StringBuilder();
            for (var line = output.readLine(); line != null; line = output.readLine()) {
                read.append(line).append('\n');
                if (line.contains(words)) {
                    return read.toString();
                }
            }
            throw new IOException("it ended without a word of '" + words + "': " + read);
        }

        String rest() {
            return output.lines().collect(Collectors.joining("\n"));
        }

        void interrupt() throws Exception {
            new ProcessBuilder(List.of("kill", "-INT", String.valueOf(process.pid()))).start().waitFor();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
