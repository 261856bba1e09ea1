package dev.muster.system.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.figures.Count;
import dev.muster.coordinator.analysis.figures.Spread;
import dev.muster.coordinator.run.CaseNeeds;
import dev.muster.coordinator.run.Matrix;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.ResultTable;
import dev.muster.system.FreshDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Compares a run's figures with what is stored. */
final class FiguresIT {

    private static FreshDatabase local;

    @BeforeAll
    static void start() {
        local = FreshDatabase.open(2);
    }

    @AfterAll
    static void stop() {
        local.close();
    }

    private static Database database() {
        return local.database();
    }

    @Test
    void countsGoByStatusAndCauseAndRatesByCause() {
        var run = new WrittenRun(database(), "mixed").passed(0, 1, 2).failed(3)
                .result(4, 0, 0, "flaky", "assertion").result(5, 0, 0, "error", "infrastructure")
                .result(6, 0, 0, "skipped", "skipped").result(7, 0, 0, "failed", "hook_error");

        var figures = WrittenRun.figures(database(), run.id()).getFirst();

        assertThat(figures.results()).isEqualTo(8);
        assertThat(figures.count(Status.FAILED)).isEqualTo(2);
        assertThat(figures.outcomes().passed()).isEqualTo(3);
        assertThat(figures.outcomes().observed()).isEqualTo(5);
        assertThat(figures.beside()).containsExactlyInAnyOrder(new Count(Status.ERROR, Cause.INFRASTRUCTURE, 1),
                new Count(Status.SKIPPED, Cause.SKIPPED, 1), new Count(Status.FAILED, Cause.HOOK_ERROR, 1));
    }

    @Test
    void repeatsOfACaseBelongTogetherAndCellsDoNot() {
        var run = new WrittenRun(database(), "repeated");
        for (int repeat = 0; repeat < 4; repeat++) {
            run.result(0, 0, repeat, "passed", "none").result(1, 0, repeat, repeat < 2 ? "passed" : "failed",
                    repeat < 2 ? "none" : "assertion").result(0, 1, repeat, "failed", "agent_error");
        }

        var cells = WrittenRun.figures(database(), run.id());

        assertThat(cells).extracting(cell -> cell.outcomes().passed()).containsExactly(6L, 0L);
        assertThat(cells.getFirst().outcomes().cases()).isEqualTo(2);
        assertThat(cells.getFirst().outcomes().passAtK(2)).hasValueCloseTo((1 + 5 / 6.0) / 2, within(1e-12));
        assertThat(cells.getFirst().outcomes().passHatK(2)).hasValueCloseTo((1 + 1 / 6.0) / 2, within(1e-12));
    }

    @Test
    void repeatsThatWereStoppedLeaveTheRateToTheCases() {
        var run = new WrittenRun(database(), "stopped");
        for (int repeat = 0; repeat < 10; repeat++) {
            run.result(0, 0, repeat, "passed", "none").result(1, 0, repeat, repeat == 0 ? "failed" : "skipped",
                    repeat == 0 ? "assertion" : "decided");
        }

        var pass = WrittenRun.figures(database(), run.id()).getFirst().pass();

        assertThat(pass.rated().rate()).hasValue(0.5);
        assertThat(pass.whole().cases()).isEqualTo(1);
    }

    @Test
    void whatNeverRanBelongsToTheAgentAndConnectorThatItWouldHaveAsked() throws Exception {
        var settings = new RunSettings(List.of("suite.jsonl"),
                new ProjectConfig.Targets(Map.of("shop", AgentConfig.of("cheap")), Map.of(), Map.of()),
                RunSettings.Pacing.of(1, Duration.ofMinutes(5)), RunSettings.Policies.USUAL, CaseNeeds.NONE,
                Matrix.ONCE);
        var run = new WrittenRun(database(), "cut", settings).result(0, 0, 0, "cancelled", "cancelled")
                .result(1, 0, 0, "cancelled", "cancelled");
        var define = """
                INSERT INTO case_definitions (run_id, number, key, id, definition) VALUES ('cut', @number, 'suite.jsonl#c' || @number,
                        'c' || @number, @definition)
                """;
        database().update(define, "number", 0, "definition", "{\"agent\":\"shop\",\"options\":{}}");
        database().update(define, "number", 1, "definition",
                "{\"agent\":\"shop\",\"options\":{\"connector\":\"dear\"}}");

        try (var results = new ResultTable(database()).stream(run.id())) {
            assertThat(results.next()).extracting(stored -> stored.result().identity().agent() + " / "
                    + stored.result().identity().connector()).containsExactly("shop / cheap", "shop / dear");
        }
    }

    @Test
    void theNewestResultSaysHowFarARunCame() {
        var table = new ResultTable(database());

        assertThat(table.newest(new WrittenRun(database(), "not-begun").id())).isEmpty();
        assertThat(table.newest(new WrittenRun(database(), "begun").passed(0, 1).id())).isPresent();
    }

    @Test
    void whatWasSkippedTookNoTime() {
        var run = new WrittenRun(database(), "skips").passed(0)
                .result(1, 0, 0, "skipped", "skipped", 0, null, null);

        assertThat(WrittenRun.figures(database(), run.id()).getFirst().working())
                .isEqualTo(new Spread(1, 100, 100, 100, 100, 100, 100));
    }

    @Test
    void amountsAreSummedOverWhatKnowsThem() {
        var run = new WrittenRun(database(), "spent").result(0, 0, 0, "passed", "none", 100, 0.5, 0.25)
                .result(1, 0, 0, "passed", "none", 300, 1.0, 0.5).result(2, 0, 0, "passed", "none", 200, null, null);

        var figures = WrittenRun.figures(database(), run.id()).getFirst();

        assertThat(figures.score()).isEqualTo(0.75);
        assertThat(figures.paid().results().target().costUsd()).isEqualByComparingTo("0.75");
        assertThat(figures.paid().results().target().priced()).isEqualTo(60);
        assertThat(figures.paid().results().target().tokensOut()).isEqualTo(60);
        assertThat(figures.paid().results().helpers().tokensIn()).isNull();
        assertThat(figures.working()).isEqualTo(new Spread(3, 200, 200, 300, 300, 300, 300));
    }

    @Test
    void aRunWithoutResultsHasNoCells() {
        assertThat(WrittenRun.figures(database(), new WrittenRun(database(), "empty").id())).isEmpty();
    }
}
