package dev.muster.cli.fleet;

import static dev.muster.common.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.bench.mock.MockAgent;
import dev.muster.cli.embedded.FreePort;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.result.Status;
import dev.muster.coordinator.client.Follower;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.coordinator.client.RunListener;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.FailedAgain;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.RerunRequest;
import dev.muster.coordinator.run.RunId;
import dev.muster.coordinator.run.RunPage;
import dev.muster.coordinator.run.RunRequest;
import dev.muster.coordinator.run.RunSettings.Policies;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.Stopping;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.server.Coordinator;
import dev.muster.coordinator.server.http.CoordinatorServer;
import dev.muster.coordinator.store.RunTable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a user can do with a run during and after it, all over HTTP. */
final class ControlIT {

    private static final int SLOTS = 4;

    @TempDir
    private static Path home;

    private static LocalFleet fleet;
    private static CoordinatorServer server;
    private static RemoteRuns runs;
    private MockAgent agent;

    @BeforeAll
    static void startFleet() {
        fleet = LocalFleet.open(new Home(home), SLOTS, Map.of(), InstantSource.system());
        server = TestServer.start((Coordinator) fleet.runs());
        runs = new RemoteRuns(Coordinators.parse(server.url()), TestServer.ADMIN);
    }

    @AfterAll
    static void stopFleet() {
        runs.close();
        server.close();
        fleet.close();
    }

    @BeforeEach
    void startAgent() throws Exception {
        agent = MockAgent.start(0, 0);
    }

    @AfterEach
    void stopAgent() {
        agent.close();
    }

    @Test
    void aPausedRunHandsOutNothingUntilItGoesOn() throws Exception {
        var run = submit(TestSuites.of(url(20), 400));
        eventually("some are done", () -> look(run).run().counts().done() > 4);

        runs.pause(run);
        eventually("what was under way has ended", () -> look(run).waiting() != null);
        eventually("the pause is stored", () -> look(run).run().paused());

        assertThat(look(run).waiting()).startsWith("the run is paused; muster continue " + run);
        long calls = agent.stats().calls();
        assertThat(runs.follow(run, Long.MAX_VALUE - 1, Duration.ofMillis(300))).isPresent();
        assertThat(agent.stats().calls()).isEqualTo(calls).isLessThan(400);

        runs.continueRun(run);

        var ended = follow(run);
        assertThat(ended.counts().passed()).isEqualTo(400);
        assertThat(ended.paused()).isFalse();
    }

    @Test
    void thePageOfARunSaysWhatItsCasesWaitFor() throws Exception {
        int closed = FreePort.any();
        var unreachable = submit(TestSuites.of("http://127.0.0.1:" + closed + "/", 2).limitedTo(0));
        eventually("the next try is told", () -> !look(unreachable).waits().calls().isEmpty());

        var refused = look(unreachable).waits().calls().getFirst();
        assertThat(refused.trouble()).isTrue();
        assertThat(refused.text()).contains("agent unreachable: connection refused", ":" + closed,
                ", connection retry ", " of ",
                " in ");
        runs.stop(unreachable, Stopping.cancelled("enough", Duration.ZERO));
        var _ = follow(unreachable);

        var silent = submit(TestSuites.of(url(60_000), 2));
        eventually("the silence is told", () -> !look(silent).waits().calls().isEmpty());

        var answer = look(silent).waits().calls().getFirst();
        assertThat(answer.trouble()).isFalse();
        assertThat(answer.sinceMs()).isGreaterThanOrEqualTo(1_000);
        assertThat(answer.text()).contains("has not answered for ", ", timeout in ", " (2 cases)");
        runs.stop(silent, Stopping.cancelled("enough", Duration.ZERO));
        assertThat(follow(silent).counts().cancelled()).isEqualTo(2);
    }

    @Test
    void nothingCanBeAskedOfARunWhoseCasesAreStillArriving() {
        var run = RunId.next();
        new RunTable(fleet.database().database()).create(run, ((Coordinator) fleet.runs()).fleet(), "mock",
                TestSuites.of(url(1), 1).request().settings());

        assertThatThrownBy(() -> runs.pause(run)).isInstanceOf(RefusedRun.class)
                .hasMessageContaining("the cases of run " + run + " are still arriving");
        assertThatThrownBy(() -> runs.stop(run, Stopping.cancelled("enough", Duration.ZERO)))
                .isInstanceOf(RefusedRun.class);
    }

    @Test
    void aCancelledRunIsCutOffAtOnceAlsoWhileItIsPaused() throws Exception {
        var run = submit(TestSuites.of(url(60_000), 20));
        eventually("all slots are taken", () -> agent.stats().inFlight() == SLOTS);
        runs.pause(run);

        runs.stop(run, Stopping.cancelled("cancelled by a test", Duration.ZERO));

        var ended = follow(run);
        assertThat(ended.state()).isEqualTo(RunState.STOPPED);
        assertThat(ended.stopReason()).isEqualTo("cancelled by a test");
        assertThat(ended.counts().cancelled()).isEqualTo(20);
        assertThatThrownBy(() -> runs.pause(run)).isInstanceOf(RefusedRun.class)
                .hasMessage("run " + run + " is over already: it is stopped");
    }

    @Test
    void anInterruptedRunEndsWhatIsUnderWayAndGoesOnLater() throws Exception {
        var run = submit(TestSuites.of(url(30), 60));
        eventually("some are done", () -> look(run).run().counts().done() > 4);

        runs.stop(run, Stopping.interrupted(Stopping.UNHURRIED));
        var interrupted = follow(run);
        var again = runs.rerun(run.substring(0, run.length() - 1), RerunRequest.REST);
        var ended = follow(run);

        assertThat(interrupted.state()).isEqualTo(RunState.INTERRUPTED);
        assertThat(interrupted.counts().done()).isEqualTo(60);
        assertThat(interrupted.counts().cancelled()).isPositive();
        assertThat(again.run()).isEqualTo(run);
        assertThat(again.results()).isEqualTo(60);
        assertThat(ended.state()).isEqualTo(RunState.FINISHED);
        assertThat(ended.counts().passed()).isEqualTo(60);
        assertThat(ended.counts().cancelled()).isZero();
        assertThat(results(run)).hasSize(60);
        assertThat(agent.stats().byMessage().values()).as("nothing ran twice").containsOnly(1);
    }

    @Test
    void aRunThatItsFirstFailureStoppedGoesOnToItsEnd() throws Exception {
        // Given: more failures than one
        var run = submit(TestSuites.failingEach(10, url(30), 100).failFast());
        var stopped = follow(run);

        // When
        runs.rerun(run, RerunRequest.REST);
        var ended = follow(run);

        // Then
        assertThat(stopped.state()).isEqualTo(RunState.STOPPED);
        assertThat(stopped.counts().cancelled()).isPositive();
        assertThat(ended.state()).isEqualTo(RunState.FINISHED);
        assertThat(ended.counts().failed()).isEqualTo(10);
        assertThat(ended.counts().passed()).isEqualTo(90);
    }

    /** It was interrupted, not stopped by a failure, so only the request continues it past one. */
    @Test
    void aResumedRunLeavesFailFastBehindWhenAsked() throws Exception {
        var run = submit(TestSuites.failing(url(30), 60, 59).failFast());
        eventually("some are done", () -> look(run).run().counts().done() > 4);
        assertThatThrownBy(() -> runs.rerun(run, RerunRequest.REST_TO_THE_END)).isInstanceOf(RefusedRun.class)
                .hasMessageContaining("is running with --fail-fast");
        runs.stop(run, Stopping.interrupted(Stopping.UNHURRIED));
        var _ = follow(run);

        runs.rerun(run, RerunRequest.REST_TO_THE_END);
        var ended = follow(run);

        assertThat(ended.state()).isEqualTo(RunState.FINISHED);
        assertThat(ended.settings().policies().failFast()).isFalse();
        assertThat(ended.counts().failed()).isEqualTo(1);
    }

    private String find(String name) throws Exception {
        return runs.find(name, ProjectScope.ALL).id();
    }

    @Test
    void aRunIsNamedAsTheNewestOfItsFleetOrOfALabel() throws Exception {
        var first = submit(TestSuites.of(url(0), 1), new About(Map.of("branch", "fix/a:b"), null, 1, null, null));
        var second = submit(TestSuites.of(url(0), 1), new About(Map.of("branch", "main", "team", "x"), null, 1, null,
                null));
        var _ = follow(second);

        assertThat(find("last")).isEqualTo(second);
        assertThat(find("last~1")).isEqualTo(first);
        assertThat(find("last:branch=fix/a:b")).isEqualTo(first);
        assertThat(find(second.substring(0, second.length() - 1))).isEqualTo(second);
        assertThat(runs.newest(ProjectScope.ALL, Map.of("branch", "main", "team", "x"), 9)).extracting(StoredRun::id)
                .containsExactly(second);
        assertThat(runs.newest(ProjectScope.ALL, Map.of("branch", "main", "team", "y"), 9)).isEmpty();
        assertThatThrownBy(() -> find("lst")).isInstanceOf(RefusedRun.class)
                .hasMessage("run lst not found; did you mean 'last'?");
        assertThatThrownBy(() -> find("last~x")).isInstanceOf(RefusedRun.class)
                .hasMessageStartingWith("'last~x' does not name a run; write last, last~2, last:branch=main");
        assertThatThrownBy(() -> find("last:branch=nope")).isInstanceOf(RefusedRun.class)
                .hasMessageContaining("muster runs --label branch=nope");
        assertThatThrownBy(() -> find(first.substring(0, 9))).isInstanceOf(RefusedRun.class)
                .hasMessageContaining("several runs begin with " + first.substring(0, 9)).hasMessageContaining(second);
    }

    @Test
    void ofRunsOfOneKeyOnlyOneStarts() throws Exception {
        var about = new About(Map.of(), "nightly", 1, null, null);
        var answers = new ArrayList<Future<String>>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 4; i++) {
                answers.add(threads.submit(() -> submit(TestSuites.of(url(0), 1), about)));
            }
        }

        var started = answers.stream().filter(each -> each.state() == Future.State.SUCCESS).map(Future::resultNow)
                .toList();
        assertThat(started).hasSize(1);
        assertThat(answers.stream().filter(each -> each.state() == Future.State.FAILED).map(Future::exceptionNow))
                .hasSize(3).allSatisfy(refused -> assertThat(refused).isInstanceOf(RefusedRun.class)
                        .hasMessageStartingWith("--run-key nightly: run " + started.getFirst() + " of "));
    }

    /** A part has the labels of its run, and no key: it would be refused. */
    @Test
    void aPartOfARunOfAKeyRuns() throws Exception {
        var run = submit(TestSuites.failing(url(0), 2, 1), new About(Map.of("a", "b"), "parted", 7, null, null));
        var _ = follow(run);

        var again = runs.rerun(run, RerunRequest.FAILED);

        assertThat(again.about()).isEqualTo(new About(Map.of("a", "b"), null, 7, null, null));
    }

    @Test
    void aDeletedRunIsGoneWithItsLabelsAndItsKeyIsFree() throws Exception {
        var about = new About(Map.of("branch", "gone"), "deleted", 1, null, null);
        var run = submit(TestSuites.of(url(0), 3), about);
        var _ = follow(run);

        assertThat(runs.delete(run)).isEqualTo(3);

        assertThat(runs.follow(run, 0, Duration.ZERO)).isEmpty();
        assertThat(runs.newest(ProjectScope.ALL, Map.of("branch", "gone"), 9)).isEmpty();
        assertThatThrownBy(() -> runs.delete(run)).isInstanceOf(RefusedRun.class)
                .hasMessage("run " + run + " not found; list runs with muster runs");
        assertThat(submit(TestSuites.of(url(0), 1), about)).isNotEqualTo(run);
    }

    @Test
    void aSecondStopCutsOffWhatTheFirstLetEnd() throws Exception {
        var run = submit(TestSuites.of(url(60_000), 8));
        eventually("all slots are taken", () -> agent.stats().inFlight() == SLOTS);

        runs.stop(run, Stopping.interrupted(Stopping.UNHURRIED));
        runs.stop(run, Stopping.interrupted(Duration.ZERO));

        var ended = follow(run);
        assertThat(ended.state()).isEqualTo(RunState.INTERRUPTED);
        assertThat(ended.counts().cancelled()).isEqualTo(8);
    }

    @Test
    void whatFailedOrEndedInAnErrorIsRunAgainAsARunOfItsOwn() throws Exception {
        var run = submit(TestSuites.failing(url(0), 6, 3));
        var first = follow(run);

        var again = runs.rerun(run, RerunRequest.FAILED);

        var ended = follow(again.run());
        assertThat(first.counts().failed()).isEqualTo(1);
        assertThat(ended.parent()).isEqualTo(run);
        assertThat(ended.counts().total()).isEqualTo(1);
        assertThat(results(again.run())).singleElement()
                .satisfies(each -> assertThat(each.result().identity().id()).isEqualTo("c3"));
        assertThatThrownBy(() -> runs.rerun(run, RerunRequest.ERRORS)).isInstanceOf(RefusedRun.class)
                .hasMessage("no case of run " + run + " ended in an error; there is nothing to run again");
        assertThatThrownBy(() -> runs.rerun(run, RerunRequest.REST)).isInstanceOf(RefusedRun.class)
                .hasMessageContaining("every case of run " + run + " has its result");
        assertThatThrownBy(() -> runs.rerun("1999", RerunRequest.REST)).isInstanceOf(RefusedRun.class)
                .hasMessage("run 1999 not found; list runs with muster runs");
    }

    @Test
    void aFailedCaseThatPassesWhenItIsTriedAgainIsFlaky() throws Exception {
        try (var forgetful = ForgetfulAgent.refusing(2)) {
            var request = TestSuites.saying("yes", forgetful.url()).request();

            var usual = request.settings().policies();
            var policies = new Policies(usual.failFast(), usual.retries(), usual.retry(), new FailedAgain(2),
                    usual.gate(), usual.quarantine());

            var run = runs.submit(new RunRequest(request.agent(), 1, request.settings().with(policies)),
                    TestSuites.saying("yes", forgetful.url()).cases());

            assertThat(follow(run).counts().flaky()).isEqualTo(1);
            var only = results(run).getFirst();
            assertThat(only.result().verdict().status()).isEqualTo(Status.FLAKY);
            assertThat(only.attempt()).isEqualTo(3);
            assertThat(only.earlier()).hasSize(2).allSatisfy(attempt -> {
                assertThat(attempt.status()).isEqualTo("failed");
                assertThat(attempt.error()).contains("yes");
            });
        }
    }

    @Test
    void anAgentThatIsNotThereStopsTheRunAndSaysSoOnce() throws Exception {
        int nobody;
        try (var soon = new ServerSocket(0)) {
            nobody = soon.getLocalPort();
        }

        var run = submit(TestSuites.of("http://127.0.0.1:" + nobody + "/ag-ui", 100));

        var ended = follow(run);
        assertThat(ended.state()).isEqualTo(RunState.STOPPED);
        assertThat(ended.stopReason()).startsWith("the first 20 results of agent mock are all the same error: agent "
                + "unreachable: connection refused");
        assertThat(ended.counts().errors()).isBetween(20, 20 + SLOTS);
        assertThat(ended.counts().done()).isEqualTo(100);
    }

    private String url(int latencyMs) {
        return agent.baseUrl() + "/ag-ui?latency=" + latencyMs;
    }

    private static String submit(TestSuites suite) throws Exception {
        return runs.submit(suite.request(), suite.cases());
    }

    private static String submit(TestSuites suite, About about) throws Exception {
        var request = suite.request();
        return runs.submit(new RunRequest(request.agent(), request.cases(), request.settings().with(about)),
                suite.cases());
    }

    private static RunPage look(String run) throws Exception {
        return runs.follow(run, Long.MAX_VALUE - 1, Duration.ZERO).orElseThrow();
    }

    private static StoredRun follow(String run) throws Exception {
        return new Follower(runs).follow(run, new Results());
    }

    private static List<StoredCase> results(String run) throws Exception {
        var results = new Results();
        var _ = new Follower(runs).follow(run, results);
        return results.all;
    }

    private static final class Results implements RunListener {

        private final List<StoredCase> all = new ArrayList<>();

        @Override
        public void results(List<StoredCase> batch) {
            all.addAll(batch);
        }

        @Override
        public void progress(StoredRun run) {
            // only its end counts
        }
    }
}
