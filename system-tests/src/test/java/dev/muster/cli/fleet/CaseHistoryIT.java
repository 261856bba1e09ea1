package dev.muster.cli.fleet;

import static dev.muster.common.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.bench.mock.MockAgent;
import dev.muster.common.channel.memory.MemoryChannel;
import dev.muster.coordinator.run.NumberedCase;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.RerunRequest;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.Stopping;
import dev.muster.coordinator.server.Coordinator;
import dev.muster.coordinator.server.scheduler.LeaderSettings;
import dev.muster.coordinator.store.CaseTable;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.HistoryTable;
import dev.muster.coordinator.store.Leadership;
import dev.muster.system.FreshDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what the history learns from runs, and how that orders later ones. */
final class CaseHistoryIT {

    private FreshDatabase database;
    private MockAgent agent;

    @BeforeEach
    void start() throws Exception {
        database = FreshDatabase.open(8);
        agent = MockAgent.start(0, 0);
    }

    @AfterEach
    void stop() {
        agent.close();
        database.close();
    }

    @Test
    void whatARunShowsIsRememberedOfEachCase() throws Exception {
        run(TestSuites.of(agent.baseUrl() + "/ag-ui", 3));
        run(TestSuites.failing(agent.baseUrl() + "/ag-ui", 3, 1));

        assertThat(history()).containsExactly("mock suite.jsonl#c0: 2 runs, 0 flakes, passed",
                "mock suite.jsonl#c1: 2 runs, 0 flakes, failed", "mock suite.jsonl#c2: 2 runs, 0 flakes, passed");
    }

    /** A verdict that changed together with its case is no flake: the suite above has another c1 the second time. */
    @Test
    void anotherVerdictOnTheSameCaseIsAFlake() throws Exception {
        run(TestSuites.of(agent.baseUrl() + "/ag-ui", 2));
        db().update("UPDATE case_history SET status = 'failed', fail_streak = 1 WHERE key = 'suite.jsonl#c1'");
        run(TestSuites.of(agent.baseUrl() + "/ag-ui", 2));

        assertThat(history()).containsExactly("mock suite.jsonl#c0: 2 runs, 0 flakes, passed",
                "mock suite.jsonl#c1: 2 runs, 1 flakes, passed");
        assertThat(db().list("SELECT recent FROM case_history ORDER BY key", row -> List.of(
                (Integer[]) row.getArray(1).getArray()))).containsExactly(List.of(8, 16), List.of(8, 20));
        assertThat(db().list("SELECT max(fail_streak) FROM case_history", row -> row.getInt(1))).containsExactly(0);
    }

    /** In a large run they are looked for the other way round. */
    @ParameterizedTest
    @ValueSource(ints = {6, 1_000_000})
    void casesThatTookLongerThanUsualComeFirst(int cases) throws Exception {
        var run = run(TestSuites.of(agent.baseUrl() + "/ag-ui", 6));
        took("suite.jsonl#c2", 4_000);
        took("suite.jsonl#c3", 9_000);
        took("suite.jsonl#c4", 4_100);
        took("suite.jsonl#c5", 900);

        new HistoryTable(db()).arrange(run, cases);

        var table = new CaseTable(db());
        assertThat(table.first(run)).extracting(NumberedCase::number).containsExactly(3, 2, 4);
        assertThat(table.page(run, 0, 10)).extracting(NumberedCase::number).containsExactly(0, 1, 5);
    }

    @Test
    @Tag("slow")
    void aRunOfWhichLongCasesAreKnownRunsThemAllTheSame() throws Exception {
        run(TestSuites.of(agent.baseUrl() + "/ag-ui", 40));
        took("suite.jsonl#c30", 4_000);
        took("suite.jsonl#c31", 5_000);

        var run = run(TestSuites.of(agent.baseUrl() + "/ag-ui", 40).parallel(1));

        assertThat(inOrder(run)).hasSize(40).doesNotHaveDuplicates().startsWith(31, 30);
    }

    /** What was learned when it stopped is not learned again when it continues; an interrupted run has yet to end. */
    @ParameterizedTest
    @Tag("slow")
    @EnumSource(names = {"STOPPED", "INTERRUPTED"})
    void aRunThatGoesOnIsLearnedOnce(RunState stopped) throws Exception {
        run(TestSuites.of(agent.baseUrl() + "/ag-ui?latency=50", 12).parallel(1), (coordinator, run) -> {
            eventually("some of it is done", () -> inOrder(run).size() >= 3);
            coordinator.stop(run, new Stopping(stopped, "for a while", Duration.ZERO));
            awaitState(run, stopped);
            if (stopped == RunState.STOPPED) {
                eventually("what there is was learned", () -> history().size() >= 3);
            }
            coordinator.rerun(run, RerunRequest.REST);
        });

        assertThat(history()).hasSize(12).allMatch(each -> each.endsWith(": 1 runs, 0 flakes, passed"));
    }

    /** {@code P} passed, {@code F} failed, {@code Y} flaky. */
    @Test
    void aRegressionAFixAndAnOutageAreNotFlaky() {
        var runs = List.of("PPFF", "FFPP", "PPFFPP", "PFPF", "PPYP", "YFFF", "PFPF" + "P".repeat(20));
        for (var each : runs) {
            db().update("""
                    INSERT INTO case_history (agent, key, duration_ms, runs, flakes, status, fail_streak, definition_hash, recent)
                    VALUES ('shop', @key, 1, 4, 1, 'passed', 0, 0, @recent)
                    """, "key", "s.jsonl#" + each, "recent", recent(each));
        }

        var flakiest = new HistoryTable(db()).flakiest(ProjectScope.ALL, "shop", 10);

        assertThat(flakiest).extracting(each -> each.key().substring("s.jsonl#".length()) + " " + each.flakes())
                .containsExactlyInAnyOrder("PFPF 3", "PPYP 1", "YFFF 1");
    }

    private static Integer[] recent(String verdicts) {
        return IntStream.range(0, verdicts.length()).mapToObj(at -> {
            char now = verdicts.charAt(at);
            boolean changed = at > 0 && now != verdicts.charAt(at - 1) && verdicts.charAt(at - 1) != 'Y';
            return 8 * at + (now == 'P' ? 0 : now == 'F' ? 1 : 2) + (now == 'Y' || changed ? 4 : 0);
        }).toArray(Integer[]::new);
    }

    @Test
    void whatPagesNeedIsMadeAtTheEndOfARun() throws Exception {
        run(TestSuites.failing(agent.baseUrl() + "/ag-ui", 3, 1), (coordinator, run) -> {
            awaitState(run, RunState.FINISHED);
            eventually("it is indexed, and its figures are kept", () -> !db().list("""
                    SELECT 1 FROM run_pages JOIN failures USING (run_id)
                    WHERE run_id = @run AND labelled AND seq = 3 AND page IS NOT NULL
                    """, row -> row.getInt(1), "run", run).isEmpty());
        });
    }

    /** Runs to the end, in a fleet of its own; closing it waits until the history has learned. */
    private String run(TestSuites suite) throws Exception {
        return run(suite, (coordinator, run) -> {
            // no interference
        });
    }

    @FunctionalInterface
    private interface WaitNotice {
        void with(Coordinator coordinator, String run) throws Exception;
    }

    private String run(TestSuites suite, WaitNotice meanwhile) throws Exception {
        var fleet = "history-" + System.nanoTime();
        var channel = new MemoryChannel(InstantSource.system(), MemoryChannel.INBOXES);
        try (var coordinator = Coordinator.start(channel, db(), Leadership.take(db(), fleet, "test"),
                LeaderSettings.DEFAULT, InstantSource.system());
                var _ = TestWorker.start(channel, fleet, "one", 8)) {
            var run = coordinator.submit(suite.request(), suite.cases());
            meanwhile.with(coordinator, run);
            awaitState(run, RunState.FINISHED);
            return run;
        } finally {
            channel.close();
        }
    }

    private void awaitState(String run, RunState state) throws Exception {
        eventually("the run is " + state.wire(), () -> db().list("SELECT state FROM runs WHERE run_id = @run",
                row -> row.getString(1), "run", run).getFirst().equals(state.wire()));
    }

    private List<Integer> inOrder(String run) {
        return db().list("SELECT number FROM results WHERE run_id = @run ORDER BY seq", row -> row.getInt(1), "run",
                run);
    }

    private void took(String key, long millis) {
        db().update("UPDATE case_history SET duration_ms = @durationMs WHERE key = @key", "durationMs", millis, "key",
                key);
    }

    private List<String> history() {
        return db().list("SELECT agent, key, runs, flakes, status FROM case_history ORDER BY key",
                row -> row.getString(1) + " " + row.getString(2) + ": " + row.getInt(3) + " runs, " + row.getInt(4)
                        + " flakes, " + row.getString(5));
    }

    private Database db() {
        return database.database();
    }
}
