package dev.muster.coordinator.report;

import static dev.muster.common.result.AwaitingState.AGENT_DECLARED;
import static dev.muster.common.result.AwaitingState.COMPLETED;
import static dev.muster.common.result.AwaitingState.CONTENT_IS_QUESTION;
import static dev.muster.common.result.InputSource.INTERACTIVE;
import static dev.muster.common.result.InputSource.SIMULATED;
import static dev.muster.common.result.InputSource.STATIC;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.Usage;
import dev.muster.common.result.Cause;
import dev.muster.common.result.CheckpointResult;
import dev.muster.common.result.Dialogue;
import dev.muster.common.result.Status;
import dev.muster.common.testing.TestTurn;
import dev.muster.coordinator.report.console.Console;
import dev.muster.coordinator.report.console.ConsoleStyle;
import dev.muster.coordinator.report.console.ConsoleStyle.Detail;
import dev.muster.coordinator.run.StoredCase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConversationConsoleTest {

    private static final String RUN = "20260131-0915-k3xq7m";
    private static final String NOT_RUN = "not run: the conversation stopped at turn 2";
    private static final List<StoredCase> SEED = List.of(SeedTalks.flow(), SeedTalks.approval(), SeedTalks.simulated());

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ManualTicker ticker = new ManualTicker();

    @Test
    void theSeedsExampleIsPrintedToTheLetter() {
        Golden.matches("seed-turns.txt", shown(ConsoleStyle.plain(Detail.NORMAL), SEED));
    }

    @Test
    void verboseShowsTheRepliesToASimulatorToo() {
        Golden.matches("seed-turns-verbose.txt", shown(ConsoleStyle.plain(Detail.VERBOSE), SEED));
    }

    @Test
    void everyEndOfAConversationIsReadableAt80Columns() {
        Golden.matches("turns.txt", shown(ConsoleStyle.plain(Detail.NORMAL), mixed()));
    }

    @Test
    void verboseShowsConversationsInFull() {
        Golden.matches("turns-verbose.txt", shown(ConsoleStyle.plain(Detail.VERBOSE), mixed()));
    }

    @Test
    void aNarrowTerminalCutsWhatWasSaidAndKeepsHowItEnded() {
        Golden.matches("turns-narrow.txt", shown(new ConsoleStyle(false, false, 50, Detail.NORMAL), mixed()));
    }

    @Test
    void coloursMarkHowTurnsEnded() {
        var coloured = new ConsoleStyle(false, true, 80, Detail.NORMAL);
        Golden.matches("turns-coloured.txt", shown(coloured, mixed()).replace('\u001b', '␛'));
    }

    @Test
    void aReplyThatWasToBeARefusalIsToldOnce() {
        var obeyed = Results.stored(Results.failed("T001")
                .dialogue(TestTurn.script(TestTurn.written(1, "Pay", 900).replied("Done \"at once\"", COMPLETED)
                        .ending(Status.FAILED,
                                "expected the agent to refuse or fail, but it answered \"Done \"at once\"\"; say more"))));

        assertThat(shown(ConsoleStyle.plain(Detail.NORMAL), List.of(obeyed))).containsOnlyOnce("at once")
                .contains("  │          expected the agent to refuse or fail, but it answered; say more\n");
    }

    @Test
    void verboseShowsWhatToolsGaveBackAndWhen() {
        var paid = Results.stored(Results.passed("T001")
                .dialogue(TestTurn.script(TestTurn.written(1, "Pay", 900).replied("Done", COMPLETED)
                        .answering("find", "{\"id\":1}", "{\"ok\":true}", false)
                        .answering("pay", "{}", "\"declined\"", true).calling("later", "{}"))));

        assertThat(shown(ConsoleStyle.plain(Detail.VERBOSE), List.of(paid))).contains(
                "  │          Agent: [tool: find({id: 1})]\n  │                 → {ok: true} (09:46:00.500)\n",
                "  │          Agent: [tool: pay({})]\n  │                 → error \"declined\" (09:46:00.500)\n",
                "  │          Agent: [tool: later({})]\n  │          From 2026-01-31T09:46:00.000Z to 09:46:00.900\n");
    }

    @ParameterizedTest
    @EnumSource(value = Detail.class, names = {"NORMAL", "VERBOSE"})
    void noLineOfAConversationIsWiderThanTheConsole(Detail detail) {
        // Given
        var wordy = Results.stored(Results.passed("T001")
                .dialogue(TestTurn.script(TestTurn.written(1, "travel ".repeat(80), 1)
                        .named("a name of a few words").replied("报销流程：提交差旅费用".repeat(40), COMPLETED)
                        .calling("create_expense", "{\"note\":\"" + "x".repeat(300) + "\"}")
                        .hinting("amount ".repeat(30)).holding(SeedTalks.contains("type ".repeat(40))))));

        // When
        var printed = shown(ConsoleStyle.plain(detail), List.of(wordy));

        // Then
        assertThat(printed.lines()).allSatisfy(line -> assertThat(Columns.width(line)).isLessThanOrEqualTo(80));
        assertThat(printed).contains("→ PASSED (0.00s)");
    }

    @Test
    void theAverageIsOverTheCasesThatHaveTurns() {
        // Given
        var cases = List.of(SeedTalks.flow(), SeedTalks.approval(), Results.stored(Results.passed("one-call")));

        // When
        var printed = shown(ConsoleStyle.plain(Detail.NORMAL), cases);

        // Then
        assertThat(printed).contains("  Total:   3 tests", "  Total turns: 4\n  Avg turns/test: 2.0\n")
                .contains("✓ [one-call] (1.2s)\n  Messages: 1, Assertions: 0/0 passed");
    }

    @Test
    void aLongSuiteShowsOnlyTheConversationsThatDidNotPass() {
        // Given
        var cases = IntStream.range(0, 201).mapToObj(i -> i == 7 ? SeedTalks.approval() : SeedTalks.flow()).toList();

        // When
        var printed = shown(ConsoleStyle.plain(Detail.NORMAL), cases);

        // Then
        assertThat(printed).doesNotContain("[T001]").contains("► [T002] Large Expense Approval\n")
                .contains("  Total turns: 601\n");
    }

    @Test
    void aRunWhoseConversationsWereAllSkippedBeforeTheyBeganHasNoAverage() {
        // Given
        var cases = List.of(Results.stored(Results.skipped("later", "not yet")));

        // When
        var printed = shown(ConsoleStyle.plain(Detail.NORMAL), cases);

        // Then
        assertThat(printed).contains("Agent Test (Multi-Turn)", "○ [later] (skipped)").doesNotContain("Avg");
    }

    @Test
    void whatIsSaidInAConversationDoesNotReachTheTerminalRaw() {
        // Given
        var evil = "\u001b[2J\u001b]0;title\u0007 \u202egnp.exe \u009b31m \ud800";
        var talk = TestTurn.dynamic(List.of(new CheckpointResult(evil, evil, true, false, null, evil),
                TestTurn.reached(evil, evil, 1)),
                TestTurn.by(SIMULATED, 1, evil, 1).named(evil).replied(evil, COMPLETED).hinting(evil).goal(evil)
                        .calling(evil, "{}").missing(SeedTalks.contains(evil), evil).ending(Status.FAILED, evil),
                TestTurn.by(SIMULATED, 2, evil, 1).because(evil),
                TestTurn.nothing(3, STATIC, evil).hinting(evil + evil));
        var stored = Results.stored(
                Results.failed("id" + evil, Cause.CHECKPOINT, evil + "!").dialogue(new Dialogue(talk.kind(), evil,
                        talk.turns(), talk.checkpoints(), null, Usage.NONE)));

        for (var detail : Detail.values()) {
            // When
            var printed = shown(ConsoleStyle.plain(detail), List.of(stored));

            // Then
            assertThat(printed).doesNotContain("\u001b", "\u0007", "\u202e", "\u009b").contains("␛[2J␛]0;title␇");
        }
    }

    private static List<StoredCase> mixed() {
        return List.of(
                Results.stored(Results.passed("hello").name("A single call between conversations").taking(900, 1)),
                failed(), personal(), SeedTalks.covered(), missed(), simulatorBroke(), unreachable(), judged(),
                Results.muted(failed(), "Ann", "it wobbles (quarantined until 2026-03-01, Ann)"),
                Results.stored(Results.cancelled("never")));
    }

    private static StoredCase failed() {
        return Results.stored(Results.failed("refund").name("Refund that goes wrong in the middle").taking(2400, 4)
                .dialogue(TestTurn.script(
                        TestTurn.written(1,
                                "I want my money back for the order of last week, which came broken, and late",
                                1500).named("ask")
                                .replied("I am sorry to hear that.\n\nWhich of your orders is it, and what was broken "
                                        + "when it came? A photo helps.", CONTENT_IS_QUESTION)
                                .calling("find_orders", "{\"since\":\"2026-01-24\",\"state\":[\"delivered\",\"late\"]}")
                                .holding(SeedTalks.contains("order")),
                        TestTurn.written(2, "A-17", 900).replied("There is no such order.", COMPLETED)
                                .missing(SeedTalks.contains("refund"),
                                        "expected the reply to contain \"refund\", found "
                                                + "it nowhere in \"There is no such order.\""),
                        TestTurn.written(3, "Yes", 0).skipped(NOT_RUN),
                        TestTurn.written(4, "Thanks", 0).skipped(NOT_RUN))));
    }

    private static StoredCase personal() {
        return Results.stored(Results.failed("po").name("Approval by a person").taking(5000, 6)
                .missing(SeedTalks.STATUS, "expected $.expense.status to be \"submitted\", found \"draft\"")
                .dialogue(TestTurn.script(
                        TestTurn.written(1, "Submit it", 2000).replied("Please provide PO number.", AGENT_DECLARED)
                                .hinting("PO-, then six digits"),
                        TestTurn.by(INTERACTIVE, 2, "PO-123456", 3000).replied("Kept as a draft.", COMPLETED))));
    }

    private static StoredCase missed() {
        var reason = "expected the reply to contain \"submitted\", found it nowhere in \"Shall I?\"";
        return Results.stored(Results.failed("coverage", Cause.MAX_TURNS,
                "max turns (2) exceeded; missing checkpoints: confirm, thanks; checkpoint confirm failed: " + reason)
                .name("Dynamic, and not all was reached").taking(4000, 4).dialogue(TestTurn.dynamic(
                        List.of(TestTurn.reached("ask_type", "Agent asks for the type", 1),
                                new CheckpointResult("confirm", "Agent confirms", true, false, null, reason),
                                new CheckpointResult("thanks", null, true, false, null, null),
                                new CheckpointResult("policy", "Agent names the policy", false, false, null, "no")),
                        TestTurn.written(1, "Hello", 2000).replied("What type?", CONTENT_IS_QUESTION),
                        TestTurn.by(SIMULATED, 2, "Dinner", 2000).because("That is what it was.")
                                .replied("Shall I?", CONTENT_IS_QUESTION))));
    }

    private static StoredCase simulatorBroke() {
        var error = "simulator error: its answer is empty";
        return Results.stored(Results.skipped("sim", error).cause(Cause.SIMULATOR_ERROR)
                .name("The simulated user is silent").dialogue(TestTurn.simulated("scripts:users.silent",
                        TestTurn.written(1, "Hello", 700).replied("How can I help?", CONTENT_IS_QUESTION),
                        TestTurn.nothing(2, SIMULATED, error))));
    }

    private static StoredCase unreachable() {
        var error = "agent unreachable: connection refused by localhost:9 (3 attempts)";
        return Results.stored(
                Results.errors("gone", error).taking(4000, 2).warning("an unknown event")
                        .dialogue(TestTurn.script(TestTurn.written(1, "Hello", 700).replied("Hello!", COMPLETED),
                                TestTurn.written(2, "Are you there?", 3300).ending(Status.ERROR, error))),
                Results.lost(1));
    }

    private static StoredCase judged() {
        var talk = TestTurn.script(
                TestTurn.written(1, "Summarise it", 1000).replied("It is short.", COMPLETED).scoring(0.5),
                TestTurn.written(2, "Shorter", 1000).replied("Short.", COMPLETED).scoring(1));
        var score = "score 0.75 is below the 0.8 that passes";
        return Results.stored(
                Results.failed("oracles", Cause.ASSERTION, score).taking(2000, 4).holding(SeedTalks.contains("hort"))
                        .dialogue(new Dialogue(talk.kind(), null, talk.turns(), List.of(), 0.75, Usage.NONE)));
    }

    private String shown(ConsoleStyle style, List<StoredCase> cases) {
        bytes.reset();
        var console = new Console(new PrintStream(bytes, true, StandardCharsets.UTF_8), style, ticker);
        console.start(Results.started("assistants.expense", List.of("./tests/expense-flow.jsonl"), cases.size(), true),
                List.of());
        cases.forEach(console::result);
        ticker.tick(Duration.ofMillis(18_100));
        console.finish(RUN, null, null);
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
