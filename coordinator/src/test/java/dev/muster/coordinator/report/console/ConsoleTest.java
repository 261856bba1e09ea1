package dev.muster.coordinator.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.assertion.ToolCheck;
import dev.muster.common.assertion.ValueCheck;
import dev.muster.common.json.Json;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Difference;
import dev.muster.common.result.Evidence;
import dev.muster.coordinator.report.Golden;
import dev.muster.coordinator.report.ManualTicker;
import dev.muster.coordinator.report.Results;
import dev.muster.coordinator.report.console.ConsoleStyle.Detail;
import dev.muster.coordinator.run.RunPage;
import dev.muster.coordinator.run.RunPage.LostWorker;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.StringNode;

class ConsoleTest {

    private static final String RUN = "20260131-0915-k3xq7m";
    private static final Check TYPE = new TextCheck.Contains(List.of("type"), false);
    private static final Check CREATE = new ToolCheck.ToolCalled(List.of("create_expense"),
            Json.MAPPER.readTree("{\"amount\":3500}"));

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ManualTicker ticker = new ManualTicker();

    @Test
    void theSeedsExampleIsPrintedToTheLetter() {
        // Given
        var console = console(ConsoleStyle.plain(Detail.NORMAL));

        // When
        console.start(Results.started("assistants.expense", List.of("./tests/expense.jsonl"), 3, false), List.of());
        console.result(Results
                .stored(Results.passed("expense-turn1").name("First turn - ask type").taking(1200, 1).holding(TYPE)));
        console.result(
                Results.stored(Results.passed("expense-turn2").name("Second turn - create expense").taking(2100, 3)
                        .holding(CREATE)));
        console.result(Results
                .stored(Results.passed("expense-turn3").name("Final turn - confirm").taking(1800, 5).holding(TYPE)));
        ticker.tick(Duration.ofMillis(5100));
        console.finish(RUN, null, null);

        // Then
        Golden.matches("seed.txt", printed());
    }

    @Test
    void everyKindOfEndIsReadableAt80Columns() {
        Golden.matches("mixed.txt", mixed(ConsoleStyle.plain(Detail.NORMAL)));
    }

    @Test
    void aLongErrorIsShownOnce() {
        var error = "agent error: response.text ($.reply) is nowhere in the answer: {\"answer\": \"Hello, what can I do"
                + " for you?\"} (POST http://localhost:8080/chat)";
        var console = console(ConsoleStyle.plain(Detail.NORMAL));
        console.start(Results.started("a", List.of("a.jsonl"), 3, false), List.of());
        for (var id : List.of("one", "two", "three")) {
            console.result(Results.stored(Results.failed(id, Cause.AGENT_ERROR, error)));
        }
        console.finish(RUN, null, null);

        assertThat(printed()).containsOnlyOnce("what can I do").contains("[two]", "[three]")
                .containsOnlyOnce("agent error: ");
        assertThat(printed().split("  the same error as in \\[one]\n", -1)).hasSize(3);
    }

    @Test
    void verboseShowsRepliesToolCallsAndEveryAssertion() {
        Golden.matches("verbose.txt", mixed(ConsoleStyle.plain(Detail.VERBOSE)));
    }

    @Test
    void quietShowsOnlyWhatFailed() {
        Golden.matches("quiet.txt", mixed(ConsoleStyle.plain(Detail.QUIET)));
    }

    @Test
    void quietSaysWhyARunThatOnlySkippedIsNoPass() {
        var console = console(ConsoleStyle.plain(Detail.QUIET));
        console.start(Results.started("a", List.of("a.jsonl"), 1, false), List.of());
        console.result(Results.stored(Results.skipped("one", "not today")));

        console.finish(RUN, null, null);

        assertThat(printed()).startsWith("Nothing passed and nothing failed: 1 skipped (exit code 2)\n"
                + "1 result: 1 skipped (run " + RUN + ", ");
    }

    @Test
    void quietSaysWhyARunWasStoppedAndHowItGoesOn() {
        var console = console(ConsoleStyle.plain(Detail.QUIET));
        console.start(Results.started("a", List.of("a.jsonl"), 1, false), List.of());
        console.result(Results.stored(Results.skipped("one", "not today")));

        console.finish(RUN, "cancelled", "muster run --resume " + RUN);

        assertThat(printed()).startsWith("Stopped: cancelled\nContinue it: muster run --resume " + RUN
                + "\n1 result: 1 skipped (run " + RUN + ", ");
    }

    @Test
    void aFailedCaseShowsTheReplyUnlessAReasonQuotesIt() {
        var console = console(ConsoleStyle.plain(Detail.NORMAL));
        var check = new TextCheck.Contains(List.of("x"), false);
        console.start(Results.started("a", List.of("a.jsonl"), 2, false), List.of());

        console.result(
                Results.stored(Results.failed("judged").response("Go away,\nfool.").missing(check, "not polite")));
        console.result(Results.stored(Results.failed("quoted").response("Nothing is here.").missing(check,
                "found \"Nothing is here.\"")));

        assertThat(printed()).containsOnlyOnce("  Agent: \"Go away, fool.\"\n").doesNotContain("Agent: \"Nothing");
    }

    @Test
    void aLostWorkerIsReportedAtOnceAndInTheSummary() {
        var console = console(ConsoleStyle.plain(Detail.NORMAL));
        console.start(Results.started("a", List.of("a.jsonl"), 1, false), List.of());
        var lost = List.of(new LostWorker("w1", 64));

        console.waits(new RunPage.Waiting(null, List.of(), lost));
        console.waits(new RunPage.Waiting(null, List.of(), lost));
        assertThat(printed()).containsOnlyOnce("worker w1 is lost; 64 cases are dispatched again");
        console.finish(RUN, null, null);

        assertThat(printed()).contains("  Lost:      worker w1 with 64 cases; they were dispatched again\n");
    }

    @Test
    void aChangedSnapshotShowsTheLinesThatDiffer() {
        var console = console(ConsoleStyle.plain(Detail.NORMAL));
        var check = new TextCheck.Snapshot(List.of(), "s.jsonl.snapshots/one/reply-1.txt", "…", false);
        var difference = new Difference("line 2, character 7", StringNode.valueOf("  Order 17 is placed. " + "It will "
                + "come soon. ".repeat(6) + "\n\nBye\u001b[2J"), StringNode.valueOf("  Order 18 is placed."));
        console.start(Results.started("a", List.of("a.jsonl"), 1, false), List.of());

        console.result(Results
                .stored(Results.failed("one").with(new AssertionResult(Assertion.of(check), false, "they differ", null,
                        new Evidence(null, null, null, List.of(difference))))));

        assertThat(printed()).contains("""
                  ✗ snapshot
                    they differ
                    recorded (-) and found (+):
                    -   Order 17 is placed. It will come soon. come soon. come soon. come soon.
                      come soon. come soon.
                    -
                    - Bye␛[2J
                    +   Order 18 is placed.
                """).doesNotContain("\u001b");
        assertThat(printed().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    @Test
    void theCausesOfFailuresStayWithin80Columns() {
        var console = console(ConsoleStyle.plain(Detail.NORMAL));
        console.start(Results.started("a", List.of("a.jsonl"), 7, false), List.of());
        for (var cause : List.of(Cause.ASSERTION, Cause.AGENT_ERROR, Cause.AGENT_TIMEOUT, Cause.HOOK_ERROR,
                Cause.MAX_TURNS, Cause.CHECKPOINT, Cause.GOAL_WITHOUT_CHECKPOINTS)) {
            console.result(Results.stored(Results.failed(cause.wire(), cause, "no")));
        }

        console.finish(RUN, null, null);

        assertThat(printed()).contains("  Failed:  7 (agent error 1, ").contains("\n           ");
        assertThat(printed().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    @Test
    void aNarrowTerminalCutsNamesAndWrapsSentences() {
        var narrow = new ConsoleStyle(true, false, 40, Detail.NORMAL);
        Golden.matches("narrow.txt", visible(mixed(narrow)));
    }

    @Test
    void coloursMarkWhatMatters() {
        var coloured = new ConsoleStyle(false, true, 80, Detail.NORMAL);
        Golden.matches("coloured.txt", visible(mixed(coloured)));
    }

    @Test
    void aLongSuiteShowsOnlyWhatDidNotPassAndNamesItAgainAtTheEnd() {
        // Given
        var console = console(ConsoleStyle.plain(Detail.NORMAL));

        // When
        console.start(Results.started("a", List.of("big.jsonl"), 300, false), List.of());
        for (int i = 0; i < 300; i++) {
            console.result(Results
                    .stored((i % 10 == 3 ? Results.failed("case-" + i).missing(TYPE, "expected the reply to contain "
                            + "\"type\", found an empty reply") : Results.passed("case-" + i))));
        }
        console.finish(RUN, null, null);

        // Then
        assertThat(printed()).doesNotContain("✓").contains("✗ [case-13] (1.2s)", "✗ [case-293] (1.2s)")
                .contains("  Not passed:\n    assertion (30): case-3, case-13, case-23,").contains("Failed:  30");
    }

    @Test
    void whatAnAgentSaysDoesNotReachTheTerminalRaw() {
        // Given
        var console = console(ConsoleStyle.plain(Detail.VERBOSE));
        var evil = "\u001b[2J\u001b]0;title\u0007 \u202egnp.exe \u009b31m \ud800 \u001b]52;c;eA==\u0007"
                + "\u001b]8;;http://evil/\u0007link \rOVER\bBS \u0000 \u2028";

        // When
        console.start(Results.started("a", List.of(evil), 1, false), List.of());
        console.result(Results.stored(Results.failed("id" + evil, Cause.AGENT_ERROR, evil).name(evil).response(evil)
                .calling(evil, Json.MAPPER.writeValueAsString(evil)).warning(evil)
                .missing(new TextCheck.Contains(List.of(evil), false), evil)));
        console.finish(RUN, evil, null);

        // Then
        assertThat(printed())
                .doesNotContain("\u001b", "\u0007", "\u202e", "\u009b", "\ud800", "\r", "\b", "\u0000", "\u2028")
                .contains("␛[2J␛]0;title␇");
    }

    @Test
    void theProgressLineIsDrawnTenTimesASecondAtMostAndErasedBeforeOtherOutput() {
        // Given
        var console = console(new ConsoleStyle(true, false, 60, Detail.NORMAL));

        // When
        console.start(Results.started("a", List.of("big.jsonl"), 300, false), List.of());
        for (int i = 0; i < 100; i++) {
            ticker.tick(Duration.ofMillis(10));
            console.result(Results.stored(Results.passed("p" + i)));
        }
        ticker.tick(Duration.ofMillis(10));
        console.result(Results.stored(Results.failed("f")));
        ticker.tick(Duration.ofMillis(100));
        console.tick(false);
        console.tick(false);
        console.finish(RUN, null, null);

        // Then
        var lines = printed();
        assertThat(lines.split("\u001b\\[2K", -1).length - 1).isBetween(10, 13);
        assertThat(lines).contains("  0/300  0 not passed")
                .contains("  100/300  100/s  2s left  0 not passed\r\u001b[2K✗ [f]");
        assertThat(lines).endsWith("\n").contains("\r\u001b[2K───");
    }

    @Test
    void withoutATerminalThereIsNoProgressLine() {
        // Given
        var console = console(ConsoleStyle.plain(Detail.NORMAL));

        // When
        console.start(Results.started("a", List.of("big.jsonl"), 300, false), List.of());
        ticker.tick(Duration.ofSeconds(10));
        console.tick(false);
        console.result(Results.stored(Results.passed("p")));
        console.finish(RUN, null, null);

        // Then
        assertThat(printed()).doesNotContain("/300", "\r", "\u001b");
    }

    @Test
    void aJudgeThatBrokeIsToldOnceAndNothingReadsAsAllPassed() {
        var console = console(ConsoleStyle.plain(Detail.NORMAL));
        var error = "script error: scripts:check: Error: no amount (scripts/check.ts:3:9)";
        console.start(Results.started("a", List.of("a.jsonl"), 1, false), List.of());
        console.result(Results.stored(Results.errors("one", error).holding(TYPE).with(AssertionResult.broken(
                Assertion.of(new HelperCheck.Script(new HelperUse(Reference.script("check"), Options.NONE), null)),
                error))));

        assertThat(printed()).contains("Assertions: 1/2 passed, 1 without a verdict\n  ! script check\n    " + error)
                .containsOnlyOnce("no amount");
    }

    @Test
    void verboseShowsScoreAndSpreadOfAJudgeThatPassed() {
        var console = console(ConsoleStyle.plain(Detail.VERBOSE));
        var judge = Assertion.of(new HelperCheck.Agent(new HelperUse(Reference.agent("judge"), Options.NONE), null, 3));
        var samples = Json.MAPPER.readTree("""
                [{"passed": true, "score": 0.9}, {"passed": true, "score": 0.8}, {"passed": false, "score": 0.4}]""");
        var criteria = Json.MAPPER.readTree("[{\"criterion\": \"polite\", \"met\": true}]");
        console.start(Results.started("a", List.of("a.jsonl"), 1, false), List.of());

        console.result(Results.stored(Results.passed("one")
                .with(new AssertionResult(judge, true, null, 0.7, new Evidence(null, samples, null, List.of())))
                .with(new AssertionResult(judge, true, null, 1.0, new Evidence(null, criteria, null, List.of())))
                .with(new AssertionResult(judge, true, null, 0.75))));

        assertThat(printed()).contains("    score 0.70, 2 of 3 samples passed, scores 0.40 to 0.90\n",
                "    score 1.00, 1 of 1 criteria met\n", "    score 0.75\n");
    }

    private String mixed(ConsoleStyle style) {
        var console = console(style);
        console.start(Results.started("assistants.expense", List.of("./tests/expense.jsonl", "\"Hello\""), 9, false),
                List.of());
        console.result(Results.stored(Results.passed("ask-type").name("First turn asks for the type").taking(1200, 1)
                .response("What type of expense\nwould you like to submit?").holding(TYPE)));
        console.result(Results.stored(Results.failed("create")
                .name("Second turn creates the expense that the user has described 差旅费")
                .taking(2140, 3).response("").calling("get_policy", "{\"type\":\"travel\"}").holding(TYPE)
                .missing(CREATE, "expected the tool create_expense to be called with {\"amount\":3500}, but what was "
                        + "called is get_policy({\"type\":\"travel\"})")
                .with(new AssertionResult(new Assertion(new TextCheck.Contains(List.of("sorry", "cannot"), false), true,
                        "No excuses", "polite", 1), false,
                        "No excuses (expected the reply not to contain \"sorry\" and \"cannot\", found it in \"I am "
                                + "sorry, I cannot do that\")"))));
        console.result(
                Results.stored(Results.failed("boom", Cause.AGENT_ERROR, "agent error: RUN_ERROR model overloaded")
                        .taking(35, 1)));
        console.result(
                Results.stored(Results.failed("slow", Cause.AGENT_TIMEOUT, "timeout after 2m").taking(125_000, 1)));
        console.result(Results
                .stored(Results.errors("gone", "agent unreachable: connection refused by localhost:9 (3 attempts)")
                        .taking(4000, 1), Results.lost(1)));
        console.result(
                Results.stored(Results.skipped("later", "needs the approval flow, see the ticket").name("Approval")));
        console.result(Results.muted(
                Results.stored(Results.failed("moody").taking(700, 1).missing(TYPE, "expected the reply to contain "
                        + "\"type\", found an empty reply")),
                "Ann", "it wobbles (quarantined until 2026-03-01, Ann)"));
        console.result(Results.stored(Results.cancelled("never")));
        console.result(Results.stored(Results.passed("chinese").name("报销流程：提交差旅费用并等待经理审批通过之后再确认付款").taking(900, 1)
                .response("好的，您的报销单已提交。").warning("2 unknown events of type X were ignored")));
        console.result(Results.stored(Results.passed("json").taking(100, 1).response("{\"status\":\"ok\"}")
                .holding(new ValueCheck.JsonPath("$.status", Json.MAPPER.readTree("\"ok\"")))
                .holding(new ValueCheck.JsonPath("$.status", null)).holding(new ValueCheck.Type(null, "object"))
                .holding(new TextCheck.Regex("ok"))
                .holding(new TextCheck.Equals(Json.MAPPER.readTree("{\"status\":\"ok\"}")))
                .holding(new TextCheck.NotContains(List.of("error"), true))));
        ticker.tick(Duration.ofMillis(138_400));
        console.finish(RUN, "--fail-fast: case create failed", null);
        return printed();
    }

    private Console console(ConsoleStyle style) {
        return new Console(new PrintStream(bytes, true, StandardCharsets.UTF_8), style, ticker);
    }

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Makes escapes visible, so that the recorded text is readable. */
    private static String visible(String text) {
        return text.replace("\r\u001b[2K", "⟲").replace('\u001b', '␛');
    }
}
