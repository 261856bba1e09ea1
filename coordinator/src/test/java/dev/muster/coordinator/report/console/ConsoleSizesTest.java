package dev.muster.coordinator.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Wait;
import dev.muster.common.model.Source;
import dev.muster.common.testing.TestResult;
import dev.muster.coordinator.report.ManualTicker;
import dev.muster.coordinator.report.Results;
import dev.muster.coordinator.report.console.ConsoleStyle.Detail;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.Cell;
import dev.muster.coordinator.run.Matrix;
import dev.muster.coordinator.run.RunPage;
import dev.muster.coordinator.run.StartedRun;
import dev.muster.coordinator.run.StoredCase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The console from 2 results to 1,000, in a matrix, and while a run waits. */
class ConsoleSizesTest {

    private static final String RUN = "20260131-0915-k3xq7m";
    private static final Check TYPE = new TextCheck.Contains(List.of("type"), false);
    private static final String REFUSED = "agent unreachable: connection refused (POST http://127.0.0.1:1/)";

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ManualTicker ticker = new ManualTicker();

    @ParameterizedTest
    @ValueSource(ints = {2, 20, 200, 1_000})
    void headingAndSummaryOfTheSeedsAreTheSameAtAnySize(int size) {
        var console = console(ConsoleStyle.plain(Detail.NORMAL));
        console.start(new StartedRun(RUN, "assistants.expense", List.of("./tests/expense.jsonl"), size, false,
                Matrix.ONCE, List.of("Run: " + RUN), About.NOTHING, Map.of()), List.of("out.html"));
        for (int i = 0; i < size; i++) {
            console.result(
                    Results.stored(i % 10 == 3 ? failed("case-" + i) : Results.passed("case-" + i).holding(TYPE)));
        }
        ticker.tick(Duration.ofMillis(5_100));
        console.finish(RUN, null, null);

        int bad = (size + 6) / 10;
        assertThat(printed()).startsWith("""
                ═══════════════════════════════════════════════════════════════
                  Agent Test
                ═══════════════════════════════════════════════════════════════
                ℹ Agent: assistants.expense
                ℹ Input: ./tests/expense.jsonl (%d test cases)
                ℹ Run: 20260131-0915-k3xq7m

                ───────────────────────────────────────────────────────────────
                  Running Tests
                ───────────────────────────────────────────────────────────────

                """.formatted(size)).contains("""

                ───────────────────────────────────────────────────────────────
                  Summary
                ───────────────────────────────────────────────────────────────
                  Total:   %d tests
                  Passed:  %d
                  Failed:  %d%s
                  Time:    5.1s

                """.formatted(size, size - bad, bad, bad == 0 ? "" : " (assertion " + bad + ")"))
                .contains("\n  Reports:   out.html\n").doesNotContain("\n\n\n");
        assertThat(printed().contains("✓ [case-0] (1.2s)\n  Messages: 1, Assertions: 1/1 passed\n"))
                .isEqualTo(size <= 20);
        assertThat(printed().contains("✓ [case-0] (1.2s)\n✓ [case-1] (1.2s)\n")).isEqualTo(size == 200);
        assertThat(printed().contains("✓")).isEqualTo(size <= 200);
    }

    @Test
    void aMatrixIsATableAndABrokenCaseIsUnfoldedOnce() {
        var matrix = new Matrix(List.of(new Cell("gpt", null), new Cell("claude", null)), 3, false);
        var console = console(new ConsoleStyle(true, false, 80, Detail.NORMAL));
        console.start(new StartedRun(RUN, "gpt, claude", List.of("a.jsonl"), 120, false, matrix, List.of(),
                About.NOTHING, Map.of()), List.of());
        for (int i = 0; i < 120; i++) {
            int number = i / 6;
            var result = number == 4 ? failed("case-4") : Results.passed("case-" + number);
            console.result(at(result, number, i / 3 % 2, i % 3));
        }
        console.finish(RUN, null, null);

        assertThat(printed().lines().count()).isLessThan(70);
        assertThat(printed()).containsOnlyOnce("✗ [case-4] · claude · repeat 1 (1.2s, for the same reason)").contains("""
                           gpt     claude
                  case-0   ✓✓✓     ✓✓✓
                  case-1   ✓✓✓     ✓✓✓
                """, "  case-4   ✗✗✗     ✗✗✗\n");
    }

    @Test
    void aTerminalShowsWhatIsWaitedForBelowTheBarAndTheSummaryRemembersIt() {
        var console = console(new ConsoleStyle(true, false, 70, Detail.NORMAL));
        console.start(Results.started("a", List.of("a.jsonl"), 2, false), List.of());
        ticker.tick(Duration.ofSeconds(1));

        console.waits(refused());
        console.result(Results.stored(Results.cancelled("one")));
        console.finish(RUN, "interrupted by the user", null);

        assertThat(printed()).contains("  ░░░░░░░░░░░░░░░░░░░░  0/2  0 not passed\n  waiting: agent unreachable: "
                + "connecti…, retry 2 of 3 in 3s (2 cases)\r\u001b[2K\u001b[1A\r\u001b[2K")
                .contains("\n  Cancelled: 1 (" + REFUSED.substring(0, 40));
    }

    @Test
    void aPipeHasALineAboutItEveryTenSecondsAndNoEscapes() {
        var console = console(ConsoleStyle.plain(Detail.NORMAL));
        console.start(Results.started("a", List.of("a.jsonl"), 2, false), List.of());
        for (int i = 0; i < 21; i++) {
            ticker.tick(Duration.ofSeconds(1));
            console.waits(refused());
        }

        assertThat(printed().lines().filter(line -> line.startsWith("ℹ Waiting: "))).hasSize(3)
                .allSatisfy(line -> assertThat(line)
                        .startsWith("ℹ Waiting: " + REFUSED + ", retry 2 of 3 in 3s (2 cases)"));
        assertThat(printed()).doesNotContain("\u001b", "\r");
    }

    @Test
    void theReplyToAMessageIsShown() {
        var console = console(ConsoleStyle.plain(Detail.NORMAL));
        console.start(Results.started("a", List.of("hello"), 1, false), List.of());

        console.result(Results.stored(
                Results.passed("message-1").source(new Source("message", 0)).response("Hi!\nWhat can I do for you?")));

        assertThat(printed()).contains("  Agent: \"Hi!\n         What can I do for you?\"\n");
    }

    private static RunPage.Waiting refused() {
        return new RunPage.Waiting(null, List.of(new Wait(RUN, REFUSED, true, "retry 2 of 3", 2, 0, 3_000)));
    }

    private static TestResult failed(String id) {
        return Results.failed(id).missing(TYPE, "expected the reply to contain \"type\", found an empty reply");
    }

    private static StoredCase at(TestResult result, int number, int cell, int repeat) {
        var stored = Results.stored(result);
        return new StoredCase(new CaseRef(RUN, number, cell, repeat), 1, 1, "w", stored.result(), List.of());
    }

    private Console console(ConsoleStyle style) {
        return new Console(new PrintStream(bytes, true, StandardCharsets.UTF_8), style, ticker);
    }

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
