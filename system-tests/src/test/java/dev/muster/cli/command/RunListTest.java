package dev.muster.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.config.Gate;
import dev.muster.common.config.RetryPolicy;
import dev.muster.coordinator.report.Columns;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.FailedAgain;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.NewsGroup;
import dev.muster.coordinator.run.NewsKind;
import dev.muster.coordinator.run.Quarantine;
import dev.muster.coordinator.run.RunCounts;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.run.RunSettings.Policies;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.system.figures.WrittenRun;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RunListTest {

    private static final Instant NOW = Instant.parse("2026-01-31T10:15:00Z");
    private static final List<StoredRun> RUNS = List.of(
            run("20260131-0915-k3xq7m", "suites/checkout.jsonl", "assistants.expense", "feature/a-long-name",
                    new RunCounts(1000, 993, 7, 0, 0, 0, 0, 1000), new BigDecimal("12.3456")),
            run("20260131-0915-aaaaaa", "refunds.yaml", "shop", "", new RunCounts(2, 2, 0, 0, 0, 0, 0, 2), null));

    @Test
    void eachRunIsALineInPlainForms() {
        assertThat(list(Integer.MAX_VALUE)).containsExactly(
                "RUN                  AGO VERDICT PASSED   COST TIME SUITE          AGENT              BRANCH",
                "20260131-0915-k3xq7m 1h  failed    99 % $12.35 1.0s checkout.jsonl assistants.expense feature/a-long-name",
                "20260131-0915-aaaaaa 1h  passed   100 %        1.0s refunds.yaml   shop");
    }

    @Test
    void textsAreCutToTheWidthOfATerminal() {
        assertThat(list(80)).hasSize(3).allMatch(line -> Columns.width(line) <= 80)
                .anyMatch(line -> line.contains("99 % $12.35 1.0s checkou… assistan… feature/…"));
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 70, 100, 120})
    void noLineIsWiderThanTheTerminal(int width) {
        assertThat(list(width)).allMatch(line -> Columns.width(line) <= width)
                .hasSize(width < 80 ? 6 : 3);
    }

    @Test
    void aGateOfNewFailuresNeedsWhatIsNew() {
        var run = run("20260131-0915-bbbbbb", "refunds.yaml", "shop", "", new RunCounts(2, 1, 1, 0, 0, 0, 0, 2), null);
        var policies = new Policies(false, 0, RetryPolicy.DEFAULT, FailedAgain.NEVER, new Gate(1, 0, 1, false, 0),
                Quarantine.NONE);
        var gated = new StoredRun(run.id(), run.fleet(), run.state(), null, run.agent(), run.input(),
                run.settings().with(policies), run.counts(), 1, run.createdAt(), run.startedAt(), run.finishedAt(),
                run.ran(),
                false, null, null, null);

        assertThat(verdict(gated, Map.of())).contains(" finished ");
        assertThat(verdict(gated, Map.of(run.id(), new News("earlier", List.of())))).contains(" passed ");
        assertThat(verdict(gated, Map.of(run.id(), new News("earlier", List.of(
                new NewsGroup(NewsKind.NEWLY_FAILING, 1, List.of())))))).contains(" failed ");
    }

    private static String verdict(StoredRun run, Map<String, News> news) {
        return new RunList(Integer.MAX_VALUE, NOW, _ -> "running", news).lines(List.of(run)).getLast();
    }

    private static List<String> list(int width) {
        return new RunList(width, NOW, _ -> "running", Map.of()).lines(RUNS);
    }

    private static StoredRun run(String id, String input, String agent, String branch, RunCounts counts,
            @Nullable BigDecimal cost) {
        var like = WrittenRun.settings();
        var settings = new RunSettings(List.of(input), like.targets(), like.pacing(), like.policies(), like.cases(),
                like.matrix())
                .with(new About(branch.isEmpty() ? Map.of() : Map.of("branch", branch), null, 1, null, null));
        var begun = Instant.parse("2026-01-31T09:15:00Z");
        return new StoredRun(id, "local-x", RunState.FINISHED, null, agent, input, settings, counts, 1, begun, begun,
                begun.plusSeconds(1), Duration.ofSeconds(1), false, null, null, cost);
    }
}
