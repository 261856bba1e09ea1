package dev.muster.coordinator.report;

import static dev.muster.common.result.AwaitingState.AGENT_DECLARED;
import static dev.muster.common.result.AwaitingState.COMPLETED;
import static dev.muster.common.result.AwaitingState.CONTENT_IS_QUESTION;
import static dev.muster.common.result.InputSource.INITIAL;
import static dev.muster.common.result.InputSource.SIMULATED;
import static dev.muster.common.result.InputSource.STATIC;

import module java.base;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.assertion.ToolCheck;
import dev.muster.common.assertion.ValueCheck;
import dev.muster.common.json.Json;
import dev.muster.common.result.AwaitingState;
import dev.muster.common.result.Cause;
import dev.muster.common.testing.TestTurn;
import dev.muster.coordinator.run.StoredCase;

/** The conversations in the seeds' sample results. */
final class SeedTalks {

    static final Check STATUS = new ValueCheck.JsonPath("$.expense.status", Json.MAPPER.readTree("\"submitted\""));

    private static final String NO_NEXT = "Agent awaiting input, no next turn defined";
    private static final String ADVICE = "Add more turns, use --interactive, or configure simulator";

    private SeedTalks() {}

    static StoredCase flow() {
        return Results.stored(Results.passed("T001").name("Expense Reimbursement Flow").taking(7100, 6)
                .response("Expense submitted. Reference: EXP-2025-001").holding(STATUS)
                .dialogue(TestTurn.script(TestTurn.written(1, "I want to submit an expense", 2100)
                        .replied("What type of expense would you like to submit?", CONTENT_IS_QUESTION)
                        .holding(contains("type of expense")),
                        TestTurn.written(2, "Business travel, $3500", 3200).replied("", AGENT_DECLARED)
                                .calling("create_expense", "{\"amount\":3500,\"type\":\"travel\"}")
                                .holding(new ToolCheck.ToolCalled(List.of("create_expense"), null)),
                        TestTurn.written(3, "Yes, confirm", 1800)
                                .replied("Expense submitted. Reference: EXP-2025-001", COMPLETED)
                                .holding(contains("submitted")))));
    }

    static StoredCase approval() {
        return Results.stored(Results.skipped("T002", NO_NEXT + ". " + ADVICE).cause(Cause.MISSING_INPUT)
                .name("Large Expense Approval").taking(2000, 2)
                .dialogue(TestTurn.script(TestTurn.written(1, "Submit $100,000 equipment purchase", 2000)
                        .replied("This requires manager approval. Please provide PO number.", AGENT_DECLARED)
                        .hinting("Please provide PO number"),
                        TestTurn.nothing(2, STATIC, NO_NEXT).hinting("Please provide PO number"))));
    }

    static StoredCase simulated() {
        return Results.stored(Results.passed("T003").name("Dynamic Expense Flow").taking(9000, 8)
                .dialogue(TestTurn.simulated(
                        "agents:workers.test.user-sim",
                        TestTurn.by(INITIAL, 1, "Help me file an expense", 2100)
                                .replied("What was it for, and how much?", CONTENT_IS_QUESTION),
                        TestTurn.by(SIMULATED, 2, "It's for client dinner, $250", 2800)
                                .because("The agent asked what it was for.")
                                .replied("When was it?", CONTENT_IS_QUESTION),
                        TestTurn.by(SIMULATED, 3, "Yesterday evening", 2200).replied("Shall I submit it?",
                                CONTENT_IS_QUESTION),
                        TestTurn.by(SIMULATED, 4, "Confirm", 1900).replied("Expense submitted.", COMPLETED)
                                .goal("Expense submitted"))));
    }

    /** Returns the conversation of the stateless seed. */
    static StoredCase covered() {
        return Results.stored(Results.passed("expense-dynamic").name("Expense Coverage Test").taking(6800, 6)
                .dialogue(TestTurn.dynamic(
                        List.of(TestTurn.reached("ask_type", null, 1), TestTurn.reached("call_create", null, 2),
                                TestTurn.reached("confirm", null, 3)),
                        simulated(1, "Help me file an expense", 2000, "What type?", CONTENT_IS_QUESTION),
                        simulated(2, "Client dinner, $250", 2600, "Confirm?", CONTENT_IS_QUESTION)
                                .calling("create_expense", "{\"amount\":250}"),
                        simulated(3, "Yes", 2200, "Submitted!", COMPLETED))));
    }

    private static TestTurn simulated(int turn, String input, long ms, String reply, AwaitingState awaiting) {
        return TestTurn.by(SIMULATED, turn, input, ms).replied(reply, awaiting);
    }

    static Check contains(String text) {
        return new TextCheck.Contains(List.of(text), false);
    }
}
