package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.bench.mock.MockAgentProcess;
import dev.muster.cli.Main;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.up.Up;
import dev.muster.common.access.Credentials;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.AgentEndpoint;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.config.Protocol;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Setup;
import dev.muster.common.model.Setup.Hook;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.TestCase.Limits;
import dev.muster.common.model.Then;
import dev.muster.common.model.Turn;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Status;
import dev.muster.coordinator.client.Follower;
import dev.muster.coordinator.client.Packer;
import dev.muster.coordinator.client.Packer.ProjectFiles;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.coordinator.client.RunListener;
import dev.muster.coordinator.run.CaseDefinition;
import dev.muster.coordinator.run.CaseNeeds;
import dev.muster.coordinator.run.Matrix;
import dev.muster.coordinator.run.RunRequest;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.run.StoredRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A worker process with an empty home runs a case with a hook and a script. The client's project is deleted by then:
 * the worker got all files by hash.
 */
@Tag("slow")
final class BundleIT {

    private static final List<String> HOOK = List.of("sh", "tools/seed.sh", "data/order.txt");

    @TempDir
    private Path folder;

    private Path project;

    @BeforeEach
    void nameProject() {
        project = folder.resolve("project");
    }

    @Test
    void hooksAndScriptsRunOnAWorkerThatHasNothingOfTheSuite() throws Exception {
        write("data/order.txt", "order-7");
        write("tools/seed.sh", "printf '{\"ORDER\":\"%s\",\"PLACE\":\"%s\"}' \"$(cat \"$1\")\" \"$PWD\"\n");
        write("scripts/checks/said.sh", """
                #!/bin/sh
                if grep -q 'pay order-7 from .*/bundles/'; then echo true
                else echo '{"pass":false,"message":"the hook or the bundle is missing"}'; fi
                """);
        Files.setPosixFilePermissions(project.resolve("scripts/checks/said.sh"),
                PosixFilePermissions.fromString("rwxr-xr-x"));

        var result = run(testCase());

        assertThat(result.verdict().error()).isNull();
        assertThat(result.verdict().status()).as("%s", result).isEqualTo(Status.PASSED);
    }

    private CaseResult run(TestCase testCase) throws Exception {
        var plan = new Up.Plan(new Home(folder.resolve("home")), Main.class, 1, 4, 0);
        try (var agent = MockAgentProcess.start();
                var up = Up.start(plan);
                var runs = new RemoteRuns(Coordinators.parse(up.file().coordinator().url()),
                        new Credentials(up.file().token(), null))) {
            var files = Packer.bring(new ProjectFiles(project, "scripts", Set.of(), Set.copyOf(HOOK), true),
                    runs.blobs());
            Files.move(project, folder.resolve("gone"));
            var needs = new CaseNeeds(Set.of(), Set.of(Hello.ALLOW_COMMANDS), files);
            var run = runs.submit(request(agent.aguiUrl(0), needs), List.of(CaseDefinition.of(testCase)).iterator());
            var seen = new Seen();
            new Follower(runs).follow(run, seen);
            return seen.results.getFirst();
        }
    }

    private static RunRequest request(String url, CaseNeeds needs) {
        var agent = AgentConfig.at(AgentEndpoint.at(Protocol.AG_UI, url));
        return new RunRequest("mock", 1,
                new RunSettings(List.of("test"), new ProjectConfig.Targets(Map.of("mock", agent), Map.of(), Map.of()),
                        RunSettings.Pacing.of(0, Duration.ofSeconds(60)), RunSettings.Policies.USUAL, needs,
                        Matrix.ONCE));
    }

    private static TestCase testCase() {
        var check = Assertion.of(new HelperCheck.Script(
                new HelperUse(Reference.script("checks.said"), Options.NONE), null));
        var turn = Turn.saying(List.of(new ContentPart.Text("pay ${ORDER} from ${PLACE}")), List.of(check));
        var conversation = new Conversation.Scripted(List.of(), List.of(turn), new Then.End(),
                Conversation.Finals.WHOLE);
        return new TestCase(new TestCase.Identity("a.yaml#a", "a", null, Map.of(), new Source("a.yaml", 1)), "mock",
                Options.NONE, conversation, List.of(), Limits.NONE,
                new Setup(List.of(new Hook(HOOK, Hook.TIMEOUT)), null, null, Map.of(), true), null);
    }

    private void write(String path, String content) throws IOException {
        Files.createDirectories(project.resolve(path).getParent());
        Files.writeString(project.resolve(path), content);
    }

    private static final class Seen implements RunListener {

        private final List<CaseResult> results = new ArrayList<>();

        @Override
        public void results(List<StoredCase> batch) {
            batch.stream().map(StoredCase::result).forEach(results::add);
        }

        @Override
        public void progress(StoredRun run) {
            // results tell
        }
    }
}
