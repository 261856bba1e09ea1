package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import com.sun.net.httpserver.SimpleFileServer;
import com.sun.net.httpserver.SimpleFileServer.OutputLevel;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.cli.testing.ScriptedModel;
import dev.muster.cli.testing.YamlFile;
import dev.muster.common.bundle.Sha256;
import dev.muster.common.testing.Repository;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Does the steps of {@code action.yml} as a runner of GitHub does, with the archive. */
@Tag("slow")
final class ActionIT {

    private static final AtomicReference<String> ANSWER = new AtomicReference<>("fine");

    @TempDir
    private static Path files;

    @TempDir
    private static Path home;

    private static Distribution distribution;
    private static LocalDatabase database;
    private static ScriptedModel agent;
    private static JsonNode action;

    @TempDir
    private Path folder;

    private Path project;
    private GitHubJob job;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(isThere("curl") && isThere("node"), "the action needs curl and node, as GitHub's runners have them");
        distribution = Distribution.in(files);
        database = LocalDatabase.open(new Home(home), 2);
        agent = ScriptedModel.start().saying("/changing", ANSWER::get).saying("/good", "fine");
        action = YamlFile.read("action.yml");
    }

    @AfterAll
    static void stop() {
        if (database != null) {
            agent.close();
            database.close();
        }
    }

    @BeforeEach
    void project() throws IOException {
        ANSWER.set("fine");
        project = Files.createDirectory(folder.resolve("a project"));
        Files.createDirectory(project.resolve("tests"));
        Files.writeString(project.resolve("muster.yaml"), """
                agents: { shop: { protocol: openai, connector: good } }
                connectors:
                  good: { url: "%1$s/good" }
                  changing: { url: "%1$s/changing" }
                """.formatted(agent.url()));
        Files.writeString(project.resolve("tests/s.jsonl"), Stream.of("good", "changing").map("""
                {"id": "%1$s", "input": "hi", "options": {"connector": "%1$s"}, "assertions": [{"type": "contains", "value": "fine"}]}
                """::formatted).collect(Collectors.joining()));
        job = GitHubJob.start(folder, Distribution.environment(home));
    }

    @AfterEach
    void close() {
        job.close();
    }

    private List<GitHubJob.Step> run(String... inputs) throws Exception {
        var with = new HashMap<>(Map.of("archive", distribution.archive().toString()));
        for (int i = 0; i < inputs.length; i += 2) {
            with.put(inputs[i], inputs[i + 1]);
        }
        return job.run(action, project, with);
    }

    private static int code(List<GitHubJob.Step> steps) {
        return steps.getLast().code();
    }

    private static String output(List<GitHubJob.Step> steps) {
        return steps.stream().map(step -> "== " + step.name() + ": " + step.code() + "\n" + step.output())
                .collect(Collectors.joining());
    }

    @Test
    void whatFailsIsInTheSummaryTheAnnotationsTheFilesTheCommentAndTheExitCode() throws Exception {
        ANSWER.set("no");
        job.ofPullRequest("acme/shop").comment("User", "Nice.");

        var steps = run("suite", "tests/s.jsonl\n", "args", "--label 'team=a b' --retries 0");

        assertThat(code(steps)).as(output(steps)).isEqualTo(1);
        assertThat(steps.getLast().name()).isEqualTo("Exit code");
        assertThat(job.summary()).contains("1 failed", "changing");
        assertThat(output(steps)).contains("::error file=tests/s.jsonl,line=2,title=changing%3A failed::");
        assertThat(job.uploads()).containsEntry("muster-results", List.of("results.html", "results.json", "results.md",
                "results.xml"));
        assertThat(job.comments()).hasSize(2);
        assertThat(job.comments().getLast().body()).startsWith("<!-- muster: muster -->\n").contains("1 failed",
                "changing", "/acme/shop/actions/runs/1001");
        assertThat(Files.readString(job.results().resolve("results.json"))).contains("\"branch\":\"better\"",
                "\"base_branch\":\"main\"", "\"team\":\"a b\"");
        assertThat(job.caches()).as("a pull request is no baseline").isEmpty();
    }

    @Test
    void theCommentIsRenewedAtEachPush() throws Exception {
        job.ofPullRequest("acme/shop");
        job.comment("User", "<!-- muster: muster -->\nAll passed, believe me.");
        IntStream.range(0, 150).forEach(n -> job.comment("Bot", "<!-- muster: other -->\n" + n));
        ANSWER.set("no");
        run();
        assertThat(job.calls()).containsExactly("GET 7/comments?per_page=100&page=1",
                "GET 7/comments?per_page=100&page=2", "POST 7/comments");
        ANSWER.set("fine");

        var steps = run();

        assertThat(code(steps)).as(output(steps)).isZero();
        assertThat(job.calls()).last().isEqualTo("PATCH comments/152");
        assertThat(job.comments()).hasSize(152);
        assertThat(job.comments().getLast().body()).startsWith("<!-- muster: muster -->\n").contains("2 passed",
                "runs/1002").doesNotContain("failed,");
        assertThat(job.comments().getFirst().body()).as("a stranger's comment").contains("believe me");
    }

    @Test
    @Tag("full")
    void theNewestResultsOfTheBaseBranchAreTheBaseline() throws Exception {
        run();
        ANSWER.set("no");
        run("name", "other");
        assertThat(job.caches()).containsOnlyKeys("muster-muster-main-1001-1", "muster-other-main-1002-1");
        job.ofPullRequest("acme/shop");
        database.database().update("UPDATE runs SET whole = false"); // a runner's home is empty

        var steps = run();

        assertThat(code(steps)).as(output(steps)).isEqualTo(1);
        assertThat(job.summary()).contains("**Newly failing: 1**", "s.jsonl#changing");
        assertThat(job.comments().getLast().body()).contains("**Newly failing: 1**");
        assertThat(job.caches()).hasSize(2);
    }

    @Test
    @Tag("full")
    void aLongSummaryIsCutBetweenLinesAndSaysSo() throws Exception {
        job.ofPullRequest("acme/shop");
        ANSWER.set("no ".repeat(50));
        Files.writeString(project.resolve("tests/s.jsonl"), IntStream.range(0, 200).mapToObj(n -> """
                {"id": "case-%1$d", "name": "%2$s", "input": "hi", "options": {"connector": "changing"}, "assertions": [{"type": "equals", "value": "%1$d"}]}
                """.formatted(n, "ä<b>".repeat(150))).collect(Collectors.joining()));

        var steps = run();

        assertThat(code(steps)).as(output(steps)).isEqualTo(1);
        var body = job.comments().getLast().body();
        assertThat(job.summary()).hasSizeGreaterThan(60_000);
        assertThat(body).hasSizeBetween(50_000, 60_000)
                .contains("\n\n**The rest does not fit here: the job's summary and files have all of it.**");
        assertThat(body.split("<details>", -1)).hasSameSizeAs(body.split("</details>", -1));
    }

    @Test
    @Tag("full")
    void aJobThatMayNotCommentSaysWhyAndGoesOn() throws Exception {
        job.ofPullRequest("stranger/shop");
        assertThat(comment(runNothing())).contains("::notice title=Muster::", "comes from a fork");
        job.ofPullRequest("acme/shop").with("token", "");
        assertThat(comment(runNothing())).contains("::notice title=Muster::", "there is no token");
        assertThat(job.calls()).isEmpty();
        job.with("token", "a-token-of-the-job").refuse(403);
        assertThat(comment(runNothing())).contains("::notice title=Muster::", "HTTP 403", "pull-requests: write");
        job.refuse(502);
        var steps = runNothing();
        assertThat(comment(steps)).contains("::warning title=Muster::", "HTTP 502");
        assertThat(code(steps)).isEqualTo(2);
        assertThat(job.comments()).isEmpty();
    }

    /** Ends before Muster starts, so that all else takes no time. */
    private List<GitHubJob.Step> runNothing() throws Exception {
        return run("args", "'");
    }

    private static String comment(List<GitHubJob.Step> steps) {
        return steps.stream().filter(step -> step.name().startsWith("Comment")).findFirst().orElseThrow().output();
    }

    @ParameterizedTest
    @Tag("full")
    @CsvSource(delimiter = ';', quoteCharacter = '"', textBlock = """
            2; suite; nowhere/*.yaml; nowhere
            2; config; gone.yaml; gone.yaml
            2; args; --lable a=b; unknown option '--lable'
            2; args; --label 'a=b; has a quote without its end
            3; coordinator; http://127.0.0.1:1; does not answer
            """)
    void whatIsNoVerdictIsTheExitCodeAndACommentThatSaysSo(int code, String input, String value, String told)
            throws Exception {
        job.ofPullRequest("acme/shop");

        var steps = run(input, value);

        assertThat(code(steps)).as(output(steps)).isEqualTo(code);
        assertThat(output(steps)).contains(told);
        assertThat(job.comments()).singleElement().extracting(GitHubJob.Comment::body).asString()
                .contains("Muster has no results");
        assertThat(job.caches()).isEmpty();
    }

    @Test
    @Tag("full")
    void aJobThatIsCancelledEndsItsRunAndKeepsItsFiles() throws Exception {
        agent.saying("/changing", () -> {
            job.cancel();
            return "fine";
        });
        try {
            var steps = run("args", "--parallel 1");

            assertThat(code(steps)).as(output(steps)).isEqualTo(130);
            assertThat(output(steps)).contains("Interrupted: no more cases start");
            assertThat(job.uploads().get("muster-results")).contains("results.json", "results.html");
            assertThat(job.caches()).isEmpty();
        } finally {
            agent.saying("/changing", ANSWER::get);
        }
    }

    @Test
    void noInputIsCode() throws Exception {
        var steps = run("suite", "$(touch there)`touch there`;touch there", "args", "-k '$(touch there)' -k `touch`");

        assertThat(code(steps)).as(output(steps)).isEqualTo(2);
        assertThat(project.resolve("there")).doesNotExist();
    }

    @Test
    void theReleaseOfTheVersionIsDownloadedAndItsHashIsChecked() throws Exception {
        var release = Files.createDirectories(folder.resolve("acme/muster/releases/download/v1.2.3"));
        var os = System.getProperty("os.name").startsWith("Mac") ? "macos" : "linux";
        var arch = System.getProperty("os.arch").contains("aarch64") ? "arm64" : "x64";
        var file = Files.copy(distribution.archive(), release.resolve("muster-1.2.3-" + os + "-" + arch + ".tar.gz"));
        Files.copy(Path.of(distribution.archive() + ".sha256"), Path.of(file + ".sha256"));
        var server = SimpleFileServer.createFileServer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                folder.toRealPath(), OutputLevel.NONE);
        server.start();
        var install = Repository.root().toAbsolutePath().normalize().resolve("deploy/ci/install").toString();
        try {
            var environment = new HashMap<>(Distribution.environment(home));
            environment.putAll(Map.of("ARCHIVE", "", "REPOSITORY", "acme/muster", "GITHUB_SERVER_URL",
                    "http://127.0.0.1:" + server.getAddress().getPort(), "RUNNER_TEMP", folder.toString(),
                    "GITHUB_PATH", folder.resolve("path").toString()));

            var sums = file.resolveSibling("SHA256SUMS");
            Files.writeString(sums, Files.readString(Path.of(file + ".sha256")).substring(0, 64) + "  ./"
                    + file.getFileName() + "\n");
            assertThat(install(install, environment, "v1.2.3")).startsWith("2 ").contains("cosign is not installed");
            environment.put("PATH", cosign() + ":" + environment.getOrDefault("PATH", System.getenv("PATH")));
            assertThat(install(install, environment, "v1.2.3")).startsWith("2 ").contains("Can't download",
                    "SHA256SUMS.sigstore.json");
            Files.writeString(Path.of(sums + ".sigstore.json"), "of another");
            assertThat(install(install, environment, "v1.2.3")).startsWith("2 ")
                    .contains("SHA256SUMS is not signed by");
            Files.writeString(Path.of(sums + ".sigstore.json"), Sha256.of(Files.readAllBytes(sums))
                    + " https://github.com/acme/muster/.github/workflows/release.yml@refs/tags/v1.2.3\n");
            assertThat(install(install, environment, "v1.2.3")).isEqualTo("0 muster ");
            assertThat(Files.readString(folder.resolve("path"))).isEqualTo(folder.resolve("muster/bin") + "\n");
            assertThat(install(install, environment, "1.2.4")).startsWith("2 ").contains("Can't download",
                    "v1.2.4/muster-1.2.4-");
            assertThat(install(install, environment, "main")).startsWith("2 ").contains("No version is known");
            Files.writeString(Path.of(file + ".sha256"), "0".repeat(64) + "  muster.tar.gz\n");
            assertThat(install(install, environment, "1.2.3")).startsWith("2 ").contains("The SHA-256 of");
            environment.put("ARCHIVE", "http://e.example/muster.tar.gz");
            assertThat(install(install, environment, "1.2.3")).startsWith("2 ").contains("is not encrypted");
        } finally {
            server.stop(0);
        }
    }

    /** What it needs of cosign: a bundle has the hash of the file and the identity of its signer. */
    private Path cosign() throws IOException {
        var folder = Files.createDirectory(project.resolve("cosign"));
        var script = Files.writeString(folder.resolve("cosign"), """
                #!/usr/bin/env bash
                [ "$1 $2 $4 $6" = "verify-blob --bundle --certificate-identity --certificate-oidc-issuer" ] || exit 3
                [ "$(cat "$3")" = "$(sha256sum < "$8" | cut -d " " -f 1) $5" ]
                """);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        return folder;
    }

    private String install(String script, Map<String, String> environment, String version) throws Exception {
        var builder = new ProcessBuilder(script).directory(project.toFile()).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().put("VERSION", version);
        var process = builder.start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        return code + " " + (code == 0 ? output.lines().reduce((_, last) -> last).orElse("").replaceFirst(
                "(muster ).*", "$1") : output);
    }

    private static boolean isThere(String program) {
        return Stream.of(System.getenv("PATH").split(":")).anyMatch(each -> Files.isExecutable(Path.of(each, program)));
    }
}
