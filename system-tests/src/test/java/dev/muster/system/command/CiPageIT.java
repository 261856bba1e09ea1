package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.cli.fleet.TestServer;
import dev.muster.cli.fleet.TestWorker;
import dev.muster.cli.fleet.WorkerParts;
import dev.muster.cli.testing.ScriptedModel;
import dev.muster.cli.testing.YamlFile;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.memory.MemoryChannel;
import dev.muster.common.json.Json;
import dev.muster.common.testing.Repository;
import dev.muster.coordinator.server.Coordinator;
import dev.muster.coordinator.server.http.CoordinatorServer;
import dev.muster.coordinator.server.scheduler.LeaderSettings;
import dev.muster.coordinator.store.Leadership;
import dev.muster.system.FreshDatabase;
import dev.muster.system.MarkdownPage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Runs the snippets of {@code docs/ci.md} as their CI systems and schedulers do. */
@Tag("slow")
@TestMethodOrder(MethodOrderer.MethodName.class)
final class CiPageIT {

    private static final Pattern SH = Pattern.compile("sh\\((?:[^)']*script: )?'([^']*)'\\)");
    private static final String FLEET = "https://muster.example.com";

    @TempDir
    private static Path home;

    @TempDir
    private static Path files;

    private static MarkdownPage page;
    private static Map<String, String> environment;
    private static ScriptedModel agent;
    private static HttpServer server;
    private static LocalDatabase local;
    private static FreshDatabase database;
    private static Channel channel;
    private static Coordinator coordinator;
    private static CoordinatorServer door;
    private static WorkerParts worker;

    @TempDir
    private Path project;

    private record Ended(int code, String output) {}

    @BeforeAll
    static void start() throws Exception {
        page = MarkdownPage.read("docs/ci.md");
        var distribution = Distribution.in(files);
        environment = Distribution.environment(home);
        environment.put("PATH", distribution.bin(files.resolve("tree")) + ":" + environment.get("PATH"));
        agent = ScriptedModel.start().saying("/good", "fine").saying("/bad", "no");
        server = SimpleFileServer.createFileServer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                distribution.archive().toRealPath().getParent(), SimpleFileServer.OutputLevel.NONE);
        server.start();
        environment.put("MUSTER_ARCHIVE", "http://127.0.0.1:" + server.getAddress().getPort() + "/"
                + distribution.archive().getFileName());
        local = LocalDatabase.open(new Home(home), 2);
        database = FreshDatabase.open(4);
        channel = new MemoryChannel(InstantSource.system(), 1);
        coordinator = Coordinator.start(channel, database.database(), Leadership.take(database.database(), "nightly",
                "test"),
                new LeaderSettings(Duration.ofSeconds(10), Duration.ofMillis(100), Duration.ofMillis(500),
                        20_000),
                InstantSource.system());
        door = TestServer.start(coordinator);
        worker = TestWorker.start(channel, "nightly", "one", 2);
    }

    @AfterAll
    static void stop() throws Exception {
        door.close();
        worker.close();
        coordinator.close();
        channel.close();
        database.close();
        local.close();
        server.stop(0);
        agent.close();
    }

    @BeforeEach
    void suite() throws IOException {
        Files.createDirectory(project.resolve("tests"));
        testing("good");
    }

    private void testing(String answer) throws IOException {
        Files.writeString(project.resolve("muster.yaml"), """
                agents: { shop: { protocol: openai, url: "%s/%s" } }
                """.formatted(agent.url(), answer));
        Files.writeString(project.resolve("tests/s.yaml"), """
                - { id: one, input: hi, assertions: [ { type: contains, value: fine } ] }
                """);
    }

    private static String block(String kind) {
        return page.blocks().stream().filter(block -> block.info().endsWith(" " + kind)).findFirst().orElseThrow()
                .text();
    }

    @Test
    void everyBlockOfThePageIsTried() {
        assertThat(page.blocks()).extracting(block -> block.info().replaceFirst("\\w+ ", "")).containsExactly("github",
                "gitlab", "jenkins", "cron", "muster-nightly.service", "muster-nightly.timer");
    }

    @Test
    void theWorkflowGivesTheActionOnlyWhatItTakes() throws Exception {
        var action = YamlFile.read("action.yml");
        var workflow = YamlFile.of("agents.yml", block("github"));
        var step = workflow.path("jobs").path("agents").path("steps").path(1);
        var table = Pattern.compile("(?m)^\\| `([a-z]+)` \\|").matcher(Files.readString(
                Repository.root().resolve("docs/ci.md"))).results()
                .map(row -> row.group(1));

        assertThat(step.path("uses").asString()).isEqualTo("YOUR-FORK/muster@main");
        assertThat(action.path("inputs").propertyNames()).containsAll(step.path("with").propertyNames());
        assertThat(table).containsExactlyInAnyOrderElementsOf(action.path("inputs").propertyNames());
        assertThat(workflow.path("permissions").path("pull-requests").asString()).isEqualTo("write");
    }

    @Test
    void gitLabRunsItsScriptAndItsKeysSayWhatAnExitCodeMeans() throws Exception {
        var job = YamlFile.of(".gitlab-ci.yml", block("gitlab")).path("agents");
        var variables = Map.of("GITLAB_CI", "true", "CI", "true", "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME", "better",
                "CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "main", "CI_COMMIT_SHA", "0123456789abcdef", "CI_JOB_URL",
                "https://gitlab.example.com/jobs/1", "CI_PROJECT_PATH", "acme/shop");
        var script = job.path("script").valueStream().map(JsonNode::asString).collect(Collectors.joining("\n"));

        var passed = run(variables, "bash", "-eo", "pipefail", "-c", script);
        var labels = results().path("run").path("labels");
        testing("bad");
        var failed = run(variables, "bash", "-eo", "pipefail", "-c", script);
        Files.writeString(project.resolve("tests/s.yaml"), "- { id: one, imput: hi }\n");
        var faulty = run(variables, "bash", "-eo", "pipefail", "-c", script);
        var forged = run(variables, "bash", "-eo", "pipefail", "-c",
                script.replace("| cut -d ' ' -f 1", "| tr 0-9 1-90"));

        assertThat(passed.code()).as(passed.output()).isZero();
        assertThat(labels.path("branch").asString()).isEqualTo("better");
        assertThat(labels.path("base_branch").asString()).isEqualTo("main");
        assertThat(labels.path("build_url").asString()).isEqualTo("https://gitlab.example.com/jobs/1");
        assertThat(Files.readString(project.resolve(job.path("artifacts").path("reports").path("junit").asString())))
                .contains("<testsuite");
        assertThat(job.path("artifacts").path("paths").valueStream().map(JsonNode::asString)
                .filter(path -> !Files.exists(project.resolve(path)))).isEmpty();
        assertThat(failed.code()).as(failed.output()).isEqualTo(1)
                .isEqualTo(job.path("allow_failure").path("exit_codes").asInt());
        assertThat(faulty.code()).as(faulty.output()).isEqualTo(2);
        assertThat(job.path("retry").path("exit_codes").asInt()).isEqualTo(3);
        assertThat(forged.code()).as("another hash").isEqualTo(1);
        assertThat(forged.output()).contains("muster.tar.gz: FAILED").doesNotContain("Agent Test");
    }

    @Test
    void jenkinsRunsItsStepsAndReadsTheirFiles() throws Exception {
        var file = block("jenkins");
        var steps = SH.matcher(file).results().map(step -> step.group(1)).toList();
        var variables = Map.of("JENKINS_URL", "https://jenkins.example.com/", "BUILD_URL",
                "https://jenkins.example.com/job/agents/7/", "BRANCH_NAME", "main", "GIT_COMMIT", "0123456789abcdef");
        assertThat(steps).hasSize(1);

        var passed = run(variables, "sh", "-xe", "-c", steps.getFirst());
        var labels = results().path("run").path("labels");
        testing("bad");
        var failed = run(variables, "sh", "-xe", "-c", steps.getFirst());

        assertThat(passed.code()).as(passed.output()).isZero();
        assertThat(labels.path("branch").asString()).isEqualTo("main");
        assertThat(labels.path("build_url").asString()).endsWith("/job/agents/7/");
        assertThat(failed.code()).as(failed.output()).isEqualTo(1);
        assertThat(file).contains("junit 'results.xml'", "if (code == 1) { unstable(", "if (code > 1) { error(");
        assertThat(Files.readString(project.resolve("results.xml"))).contains("<failure");
    }

    @Test
    void cronStartsANightOnce() throws Exception {
        var lines = block("cron").lines().toList();
        var variables = new HashMap<String, String>(Map.of("HOME", project.toString()));
        lines.stream().filter(line -> line.matches("[A-Z_]+=.*")).map(line -> line.split("=", 2))
                .forEach(each -> variables.put(each[0], each[1]));
        variables.compute("PATH", (_, theirs) -> environment.get("PATH") + ":" + theirs);
        variables.put("MUSTER_TOKEN", Objects.requireNonNull(TestServer.ADMIN.token()));
        var fields = lines.getLast().split("\\s+", 6);
        assertThat(Stream.of(fields).limit(5)).containsExactly("15", "2", "*", "*", "*");
        assertThat(fields[5].replace("\\%", "")).as("cron ends a command at %").doesNotContain("%");
        var line = here(fields[5].replace("\\%", "%"));
        Files.createSymbolicLink(project.resolve("agents"), project);

        var first = run(variables, "/bin/sh", "-c", line);
        var again = run(variables, "/bin/sh", "-c", line);

        assertThat(first.code()).as(first.output()).isZero();
        assertThat(Files.readString(project.resolve("nightly.html"))).startsWith("<!doctype html>");
        assertThat(again.code()).as(again.output()).isEqualTo(2);
        assertThat(again.output()).contains("--run-key nightly-" + LocalDate.now(ZoneId.systemDefault()) + ": run ");
    }

    @Test
    void systemdStartsANightOnce() throws Exception {
        var service = block("muster-nightly.service");
        var command = service.lines().filter(line -> line.startsWith("ExecStart=")).findFirst().orElseThrow()
                .replaceFirst("^ExecStart=/bin/sh -c '(.*)'$", "$1");
        assertThat(command.replace("%%", "").replace("$$", "")).as("what systemd would replace")
                .doesNotContain("%", "$");
        var line = here(command.replace("%%", "%").replace("$$", "$"))
                .replace("/var/lib/muster", project.toString()).replace("nightly-", "systemd-");
        Map<String, String> variables = Map.of("MUSTER_TOKEN", Objects.requireNonNull(TestServer.ADMIN.token()));
        testing("bad");

        var first = run(variables, "/bin/sh", "-c", line);
        var again = run(variables, "/bin/sh", "-c", line);

        assertThat(first.code()).as(first.output()).isEqualTo(1);
        assertThat(project.resolve("nightly.html")).exists();
        assertThat(again.code()).as(again.output()).isEqualTo(2);
    }

    @Test
    void systemdTakesTheUnits() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/systemd-analyze")), "systemd-analyze is not installed");
        for (var name : List.of("muster-nightly.service", "muster-nightly.timer")) {
            Files.writeString(project.resolve(name), block(name));
        }

        var verified = run(Map.of("SYSTEMD_UNIT_PATH", project + ":"), "systemd-analyze", "verify", "--man=no",
                project.resolve("muster-nightly.service").toString(),
                project.resolve("muster-nightly.timer").toString());
        var calendar = run(Map.of(), "systemd-analyze", "calendar", block("muster-nightly.timer").lines()
                .filter(line -> line.startsWith("OnCalendar=")).findFirst().orElseThrow().substring(11));

        assertThat(verified.output()).doesNotContain("muster-nightly");
        assertThat(verified.code()).as(verified.output()).isZero();
        assertThat(calendar.code()).as(calendar.output()).isZero();
    }

    private static String here(String command) {
        return command.replace(FLEET, door.url());
    }

    private JsonNode results() throws IOException {
        return Json.MAPPER.readTree(Files.readString(project.resolve("results.json")));
    }

    private Ended run(Map<String, String> more, String... words) throws Exception {
        var builder = new ProcessBuilder(words).directory(project.toFile()).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().putAll(more);
        var process = builder.start();
        process.getOutputStream().close();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output);
    }
}
