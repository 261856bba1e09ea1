package dev.muster.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.Main;
import dev.muster.cli.session.Shell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests command lines that are refused: one sentence and exit code 2, before anything begins. */
class RefusalsTest {

    private final Map<String, String> environment = new HashMap<>();

    @TempDir
    private Path project;

    private Optional<BufferedReader> person = Optional.empty();
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();

    @Test
    void noSuiteIsReplacedByItsResults() throws IOException {
        var suite = Files.writeString(project.resolve("a.jsonl"), "{\"id\": \"a\", \"input\": \"hello\"}\n");

        assertThat(type("run", "-i", "a.jsonl", "-o", "./a.jsonl")).isEqualTo(2);
        assertThat(type("run", "-i", ".", "--dry-run", "-o", "a.jsonl")).isEqualTo(2);

        assertThat(text().lines()).hasSize(2).allMatch(line -> line.endsWith(
                "a.jsonl is one of the suites to run, and the results would overwrite it; name another file"));
        assertThat(suite).hasContent("{\"id\": \"a\", \"input\": \"hello\"}");
    }

    @Test
    void numbersOutOfRangeAndPathsThatAreNoFoldersAreRefused() throws IOException {
        Files.writeString(project.resolve("file"), "");

        assertThat(type("runs", "--limit", "0")).isEqualTo(2);
        assertThat(type("demo", "--serve", "--port", "99999")).isEqualTo(2);
        assertThat(type("init", "file")).isEqualTo(2);

        assertThat(text()).contains("muster: --limit takes a whole number of at least 1",
                "muster: --port takes a whole number from 0 to 65535", "file is a file; name a folder").hasLineCount(3);
    }

    @Test
    void theUsualNameOfParallelIsUnderstood() {
        assertThat(type("run", "-j", "4", "-i", "hello")).isEqualTo(2);

        assertThat(text()).contains("unknown option '-j'; did you mean '--parallel'?");
    }

    @Test
    void validateSaysThatNothingIsSelected() throws IOException {
        Files.writeString(project.resolve("a.jsonl"), "{\"id\": \"a\", \"input\": \"hello\"}\n");

        assertThat(type("validate", "a.jsonl", "-k", "none")).isEqualTo(2);
        assertThat(type("validate", "a.jsonl", "-k", "is:failed")).isEqualTo(2);

        assertThat(text()).contains("no case matches -k none", "is:failed and is:changed need verdicts");
    }

    @Test
    void askingAtATerminalDoesNotGoWithAFleetElsewhere() {
        assertThat(type("run", "-i", "hello", "--interactive", "--coordinator", "http://127.0.0.1:9")).isEqualTo(2);

        assertThat(text()).startsWith("muster: --interactive asks at this terminal").hasLineCount(1);
    }

    @Test
    void aConversationThatNobodyOpensIsNotRun() {
        person = Optional.of(new BufferedReader(new StringReader("\n")));

        assertThat(type("run", "-i", "-", "--interactive")).isEqualTo(2);

        assertThat(text()).isEqualTo("You: muster: nothing was typed, so nothing was run\n");
    }

    @Test
    void theNamesOfAgentEvalNeedAFileThatHasThem() {
        assertThat(type("run", "-i", "hello", "--format", "agent-eval", "-o", "x.xml")).isEqualTo(2);
        assertThat(type("run", "-i", "hello", "--format", "html")).isEqualTo(2);

        assertThat(text()).isEqualTo("""
                muster: --format agent-eval is the format of a .json file: name one with -o FILE.json
                muster: --format takes json or agent-eval, not html; for another format use the extension of an -o file
                """);
    }

    @Test
    void anUnknownCommandIsRefusedEvenWithHelp() {
        assertThat(type("nosuch", "--help")).isEqualTo(2);

        assertThat(text()).isEqualTo("muster: unknown command 'nosuch'\nSee muster --help\n");
    }

    @Test
    void aMalformedOptionIsToldWithoutAPageOfUsage() {
        assertThat(type("run", "-i", "hello", "--parallel", "many")).isEqualTo(2);

        assertThat(text()).startsWith("muster: ").contains("--parallel").endsWith("See muster run --help\n")
                .hasLineCount(2);
    }

    @Test
    void aConfigurationThatIsNotThereIsToldOnce() throws IOException {
        Files.writeString(project.resolve("a.jsonl"), "{\"id\": \"a\", \"input\": \"hello\"}\n");

        assertThat(type("run", "--coordinator", "http://127.0.0.1:9", "-i", "a.jsonl", "--config", "none.yaml"))
                .isEqualTo(2);

        assertThat(text()).isEqualTo("none.yaml: file not found\n");
    }

    @Test
    void validateKnowsAConfiguration() throws IOException {
        Files.writeString(project.resolve("muster.yaml"), "agents: { a: { protocol: ag-iu, url: 'http://h/' } }\n");

        assertThat(type("validate", "muster.yaml")).isEqualTo(2);

        assertThat(text()).startsWith("muster.yaml:1:").contains("ag-iu").endsWith("1 fault\n");
    }

    @Test
    void figuresAreNotShownElsewhereWithoutAToken() {
        assertThat(type("worker", "--kafka", "127.0.0.1:1", "--metrics-port", "9464", "--metrics-host", "0.0.0.0"))
                .isEqualTo(2);

        assertThat(text()).isEqualTo(
                "muster: refusing to listen on 0.0.0.0 without a token: set MUSTER_TOKEN, or listen on 127.0.0.1\n");
    }

    @Test
    void aCoordinatorWithoutATokenIsRefusedBeforeAnythingElse() {
        assertThat(coordinator()).startsWith("muster: set MUSTER_TOKEN to the administrator's secret")
                .contains("--no-token");
        assertThat(coordinator("--no-token", "--host", "0.0.0.0"))
                .isEqualTo("muster: refusing to listen on 0.0.0.0 without a token: set MUSTER_TOKEN, or listen on "
                        + "127.0.0.1\n");
        assertThat(coordinator("--no-token", "--host", "no.such.invalid"))
                .isEqualTo("muster: 'no.such.invalid' is not an address of this machine\n");
        environment.put("MUSTER_TOKEN", "t0ken");
        assertThat(coordinator("--host", "no.such.invalid"))
                .isEqualTo("muster: 'no.such.invalid' is not an address of this machine\n");
        environment.remove("MUSTER_TOKEN");
        assertThat(coordinator("--no-token", "--tls-cert", "x.pem"))
                .isEqualTo("muster: --tls-cert and --tls-key go together, and --tls-client-ca goes with both\n");
        assertThat(coordinator("--no-token", "--tls-cert", "x.pem", "--tls-key", "x.key"))
                .startsWith("muster: ").endsWith("x.pem can't be read\n");
    }

    @Test
    void theDatabasesPasswordMayBeInAFileToo() {
        environment.put("MUSTER_DATABASE_PASSWORD_FILE", "none.password");

        assertThat(type("coordinator", "--no-token", "--port", "0", "--kafka", "127.0.0.1:1", "--database",
                "jdbc:postgresql://127.0.0.1:1/none")).isEqualTo(2);
        assertThat(type("runs", "--database", "jdbc:postgresql://127.0.0.1:1/none")).isEqualTo(2);

        assertThat(text().lines()).hasSize(2).allMatch(line -> line.startsWith(
                "muster: MUSTER_DATABASE_PASSWORD_FILE names none.password, which can't be read"));
    }

    @Test
    void aCoordinatorWhosePortIsTakenTakesNoLead() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var port = String.valueOf(taken.getLocalPort());

            assertThat(type("coordinator", "--no-token", "--port", port, "--kafka", "127.0.0.1:1", "--database",
                    "jdbc:postgresql://127.0.0.1:1/none")).isEqualTo(3);
            assertThat(text()).isEqualTo("muster: port " + port
                    + " on 127.0.0.1 is in use or not permitted; choose another with --port\n");
        }
    }

    @Test
    void aTokenThatWouldTravelInTheOpenIsAWarning() {
        environment.put("MUSTER_TOKEN", "t0ken");

        assertThat(type("pause", "x", "--coordinator", "http://muster.invalid:7070")).isEqualTo(3);

        assertThat(text()).startsWith("warning: the token travels unencrypted to muster.invalid")
                .contains("--tls-cert").doesNotContain("t0ken");
        output.reset();
        assertThat(type("pause", "x", "--coordinator", "http://127.0.0.1:1,http://[::1]:1,https://muster.invalid"))
                .isEqualTo(3);
        assertThat(text()).doesNotContain("warning");
    }

    /** The servers that it names don't exist: whatever needs them fails otherwise, and later. */
    private String coordinator(String... more) {
        output.reset();
        var words = new ArrayList<>(List.of("coordinator", "--port", "0", "--kafka", "127.0.0.1:1", "--database",
                "jdbc:postgresql://127.0.0.1:1/none"));
        words.addAll(List.of(more));
        assertThat(type(words.toArray(String[]::new))).isEqualTo(2);
        return text();
    }

    @Test
    void commandsNeedTheFleetsKey() {
        assertThat(type("worker", "--kafka", "127.0.0.1:1", "--allow-commands", "--coordinator", "http://127.0.0.1:1"))
                .isEqualTo(2);

        assertThat(text()).contains("--allow-commands needs the fleet's key in MUSTER_FLEET_KEY");
    }

    @Test
    void anUnknownFormOfTheLogIsTold() {
        assertThat(type("worker", "--kafka", "127.0.0.1:1", "--log-format", "yaml")).isEqualTo(2);

        assertThat(text()).isEqualTo("muster: --log-format takes text or json, not 'yaml'\n");
    }

    private int type(String... words) {
        try (var print = new PrintStream(output, true, StandardCharsets.UTF_8)) {
            environment.put("MUSTER_HOME", project.resolve("home").toString());
            return Main.run(new Shell(project, environment, print, print,
                    () -> person, InputStream.nullInputStream()), words);
        }
    }

    private String text() {
        return output.toString(StandardCharsets.UTF_8);
    }
}
