package dev.muster.cli.fleet;

import static dev.muster.common.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.bench.mock.MockAgent;
import dev.muster.common.agent.Traffic;
import dev.muster.common.agent.http.AllowedHosts;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.InboxMessage.AttemptSettings;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.InboxMessage.Parties;
import dev.muster.common.message.InboxMessage.Terms;
import dev.muster.common.message.Target;
import dev.muster.common.process.ChildProcess;
import dev.muster.common.process.Launch;
import dev.muster.common.result.Status;
import dev.muster.common.target.OfferedNames;
import dev.muster.worker.attempt.Attempted;
import dev.muster.worker.isolated.IsolatedAttempts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Tests the process in which a suspect case runs, with its own JVM and an agent on a real port. */
final class AloneIT {

    private static final int NEVER_MS = 600_000;

    private static MockAgent agent;
    private static AgentCalls calls;

    @BeforeAll
    static void start() throws IOException {
        agent = MockAgent.start(0, 0);
        calls = AgentCalls.open(4, AllowedHosts.USUAL, null);
    }

    @AfterAll
    static void stop() {
        calls.close();
        agent.close();
    }

    @Test
    @Tag("slow")
    void aSuspectThatDoesNoHarmPasses() throws Exception {
        var attempted = attempts(Duration.ofSeconds(30)).run(order(agent.baseUrl(), 0, Duration.ofSeconds(60)),
                () -> {});

        assertThat(attempted.result().verdict().status()).as("%s", attempted).isEqualTo(Status.PASSED);
        assertThat(attempted.result().observed().response()).isNotBlank();
    }

    @Test
    void aSuspectThatDiesWithItsProcessIsAnErrorThatSaysSo() throws Exception {
        var running = run(Duration.ofSeconds(30), Duration.ofSeconds(60));

        child(ProcessHandle.current()).destroyForcibly();

        var attempted = running.get(30, TimeUnit.SECONDS);
        assertThat(attempted.result().verdict().error())
                .isEqualTo("alone in a process of its own it ended with exit code 137");
        assertThat(attempted.again()).isFalse();
    }

    @Tag("slow")
    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void aSuspectWhoseProcessHangsIsKilled() throws Exception {
        var running = run(Duration.ofSeconds(1), Duration.ofSeconds(3));
        var child = child(ProcessHandle.current());

        new ProcessBuilder("kill", "-STOP", String.valueOf(child.pid())).start().waitFor();

        assertThat(running.get(30, TimeUnit.SECONDS).result().verdict().error())
                .isEqualTo("alone in a process of its own it did not finish within 1s after its time was over, and "
                        + "was killed");
        child.onExit().get(30, TimeUnit.SECONDS);
    }

    @Test
    @Tag("slow")
    void aSuspectThatIsStoppedFromOutsideTakesItsProcessAlong() throws Exception {
        long before = agent.stats().calls();
        var ended = new CompletableFuture<Attempted>();
        var thread = Thread.ofVirtual().start(() -> runInto(ended, Duration.ofSeconds(30), Duration.ofSeconds(60)));
        awaitCall(before);
        var child = child(ProcessHandle.current());

        thread.interrupt();

        assertThatThrownBy(() -> ended.get(30, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(InterruptedException.class);
        child.onExit().get(30, TimeUnit.SECONDS);
    }

    @Tag("slow")
    @Test
    void whenItsWorkerIsKilledTheProcessEnds() throws Exception {
        long before = agent.stats().calls();
        try (var worker = ChildProcess.start(Launch.of(Doomed.class, agent.baseUrl()))) {
            awaitCall(before);
            var child = child(worker.handle());

            worker.kill();

            child.onExit().get(30, TimeUnit.SECONDS);
        }
    }

    /** A worker with one suspect case, which waits for its agent. */
    static final class Doomed {

        private Doomed() {}

        public static void main(String[] arguments) throws Exception {
            calls = AgentCalls.open(1, AllowedHosts.USUAL, null);
            var _ = attempts(Duration.ofSeconds(30)).run(order(arguments[0], NEVER_MS, Duration.ofSeconds(60)),
                    () -> {});
        }
    }

    private static CompletableFuture<Attempted> run(Duration patience, Duration timeout) throws Exception {
        long before = agent.stats().calls();
        var ended = new CompletableFuture<Attempted>();
        Thread.ofVirtual().start(() -> runInto(ended, patience, timeout));
        awaitCall(before);
        return ended;
    }

    private static void runInto(CompletableFuture<Attempted> ended, Duration patience, Duration timeout) {
        try {
            ended.complete(attempts(patience).run(order(agent.baseUrl(), NEVER_MS, timeout), () -> {}));
        } catch (IOException | InterruptedException e) {
            ended.completeExceptionally(e);
        }
    }

    private static void awaitCall(long before) throws Exception {
        eventually("the agent is called", () -> agent.stats().calls() > before);
    }

    /** The process of an earlier test may still be ending. */
    private static ProcessHandle child(ProcessHandle parent) throws Exception {
        eventually("one process is left", () -> parent.children().count() == 1);
        return parent.children().findFirst().orElseThrow();
    }

    private static IsolatedAttempts attempts(Duration patience) throws IOException, InterruptedException {
        var permissions = new Permissions(Permissions.Programs.NONE, OfferedNames.ALL,
                AllowedHosts.USUAL);
        var means = new AttemptConfig(null, permissions, 64).means(System.getenv());
        return new IsolatedAttempts(
                WorkerParts.attempts(calls, permissions.environment(System.getenv()), means, Traffic.FREE),
                Objects.requireNonNull(means.alone()), patience, 1);
    }

    private static CaseOrder order(String url, int latencyMs, Duration timeout) {
        var request = TestSuites.of(url + "/ag-ui?latency=" + latencyMs, 1);
        var target = new Target("mock",
                Objects.requireNonNull(request.request().settings().targets().agents().get("mock")), null,
                null);
        return new CaseOrder("f", 1, "i", new CaseRef("r", 0, 0, 0), new Dispatch(1, 1), 3, request.all().getFirst(),
                new Parties(target, Map.of()),
                new AttemptSettings(timeout, request.request().settings().policies().retry(),
                        new CaseFiles.None(), Map.of()),
                new Terms(true, false, null));
    }
}
