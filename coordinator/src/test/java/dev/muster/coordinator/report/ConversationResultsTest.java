package dev.muster.coordinator.report;

import static dev.muster.common.result.AwaitingState.AGENT_DECLARED;
import static dev.muster.common.result.AwaitingState.COMPLETED;
import static dev.muster.common.result.InputSource.INTERACTIVE;
import static dev.muster.common.result.InputSource.SIMULATED;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.Usage;
import dev.muster.common.json.Json;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.CheckpointResult;
import dev.muster.common.result.Dialogue;
import dev.muster.common.result.Status;
import dev.muster.common.testing.TestTurn;
import dev.muster.coordinator.report.console.CaseLines;
import dev.muster.coordinator.report.console.ConsoleStyle;
import dev.muster.coordinator.report.console.ShownErrors;
import dev.muster.coordinator.report.json.ResultJson;
import dev.muster.coordinator.run.StoredCase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class ConversationResultsTest {

    @Test
    void aMultiTurnResultHoldsEveryMemberOfTheSeedsExample() {
        assertHolds(ResultJson.of(SeedTalks.flow()), """
                {"id": "T001", "name": "Expense Reimbursement Flow", "status": "passed", "turns": [
                   {"turn": 1, "input": "I want to submit an expense", "input_source": "static",
                    "output": "What type of expense would you like to submit?", "awaiting_input": true,
                    "assertions": [{"type": "contains", "value": "type of expense", "passed": true}],
                    "duration_ms": 2100},
                   {"turn": 2, "input": "Business travel, $3500", "input_source": "static", "output": "",
                    "tool_calls": [{"name": "create_expense", "args": {"amount": 3500}}], "awaiting_input": true,
                    "assertions": [{"type": "tool_called", "name": "create_expense", "passed": true}],
                    "duration_ms": 3200},
                   {"turn": 3, "input": "Yes, confirm", "input_source": "static",
                    "output": "Expense submitted. Reference: EXP-2025-001", "awaiting_input": false,
                    "assertions": [{"type": "contains", "value": "submitted", "passed": true}],
                    "duration_ms": 1800}],
                 "final_assertions": [
                   {"type": "json_path", "path": "$.expense.status", "value": "submitted", "passed": true}],
                 "total_turns": 3, "duration_ms": 7100}
                """);
    }

    @Test
    void aDynamicResultHoldsEveryMemberOfTheSeedsExample() {
        assertHolds(ResultJson.of(SeedTalks.covered()), """
                {"id": "expense-dynamic", "name": "Expense Coverage Test", "status": "passed", "turns": [
                   {"turn": 1, "input": "Help me file an expense", "output": "What type?"},
                   {"turn": 2, "input": "Client dinner, $250", "output": "Confirm?"},
                   {"turn": 3, "input": "Yes", "output": "Submitted!"}],
                 "checkpoints": [{"id": "ask_type", "reached_at_turn": 1, "passed": true},
                                 {"id": "call_create", "reached_at_turn": 2, "passed": true},
                                 {"id": "confirm", "reached_at_turn": 3, "passed": true}],
                 "total_turns": 3, "duration_ms": 6800}
                """);
    }

    @Test
    void conversationsAreWrittenInAFixedForm() {
        Golden.matches("turns.jsonl", Stream.of(SeedTalks.flow(), SeedTalks.approval(), SeedTalks.simulated(),
                SeedTalks.covered(), troubled()).map(stored -> ResultJson.of(stored) + "\n")
                .collect(Collectors.joining()));
    }

    @Test
    void aConversationThatWasStoredIsShownAndWrittenAsItWas() {
        // Given
        var fresh = List.of(SeedTalks.flow(), SeedTalks.approval(), SeedTalks.simulated(), troubled());

        // When
        var stored = fresh.stream().map(ConversationResultsTest::stored).toList();

        // Then
        assertThat(stored).extracting(ResultJson::of).extracting(JsonNode::toString)
                .isEqualTo(fresh.stream().map(each -> ResultJson.of(each).toString()).toList());
        var style = ConsoleStyle.plain(ConsoleStyle.Detail.VERBOSE);
        assertThat(stored).extracting(each -> CaseLines.of(each, "", false, new ShownErrors(), style))
                .isEqualTo(
                        fresh.stream().map(each -> CaseLines.of(each, "", false, new ShownErrors(), style)).toList());
    }

    /** Returns a result as a worker sends it and the database stores it. */
    private static StoredCase stored(StoredCase fresh) {
        var detail = Json.MAPPER.writeValueAsString(fresh.result());
        return new StoredCase(fresh.ref(), fresh.seq(), fresh.attempt(), fresh.worker(),
                Json.MAPPER.readValue(detail, CaseResult.class), fresh.earlier());
    }

    @Test
    void whatFailedInTurnsAndAtTheEndIsGathered() {
        var json = ResultJson.of(troubled());
        assertThat(json.get("assertion_errors").valueStream().map(JsonNode::stringValue))
                .containsExactly("no refund", "no status");
        assertThat(json.at("/turns/0/assertion_errors/0").stringValue()).isEqualTo("no refund");
    }

    @Test
    void everyCallHasWhatItGaveBackAndWhenInItsTurnAndInTheWhole() {
        var json = ResultJson.of(troubled());

        assertHolds(json.at("/turns/0"), """
                {"tool_calls": [
                   {"name": "find_order", "args": {"id": "A-17"}, "result": {"error": "no such order"}, "error": true,
                    "timestamp": 1769852760500},
                   {"name": "list_orders", "args": {}, "result": ["B-2"], "timestamp": 1769852760500}],
                 "turn_start_ts": 1769852760000, "turn_end_ts": 1769852760010}
                """);
        assertThat(json.get("tool_calls")).isEqualTo(json.at("/turns/0/tool_calls"));
        assertHolds(json, "{\"test_start_ts\": 1769850900250, \"test_end_ts\": 1769850901450}");
        assertThat(json.at("/turns/3").has("turn_start_ts")).isFalse();
    }

    @Test
    void turnsThatWereNotRunAreListedAndNotCounted() {
        var json = ResultJson.of(SeedTalks.approval());
        assertThat(json.get("turns")).hasSize(2);
        assertThat(json.get("total_turns").intValue()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"assertions", "checkpoints", "final_assertions", "assertion_errors", "helpers", "score"})
    void whatAConversationDoesNotHaveIsLeftOut(String field) {
        var bare = Results.stored(Results.passed("bare")
                .dialogue(TestTurn.script(TestTurn.written(1, "Hello", 1).replied("Hi", COMPLETED))));
        assertThat(ResultJson.of(bare).has(field)).isFalse();
    }

    private static StoredCase troubled() {
        var talk = TestTurn.dynamic(
                List.of(TestTurn.reached("ask", "Agent asks", 1),
                        new CheckpointResult("confirm", null, true, false, null, "not yet"),
                        new CheckpointResult("policy", null, false, false, null, null)),
                TestTurn.written(1, "Refund", 10).named("refund").run("run-1", new Usage(12, 3))
                        .replied("Which?", AGENT_DECLARED).hinting("an order").scoring(0.5)
                        .answering("find_order", "{\"id\":\"A-17\"}", "{\"error\":\"no such order\"}", true)
                        .answering("list_orders", "{}", "[\"B-2\"]", false)
                        .making("{\"file\":\"a.pdf\"}").missing(SeedTalks.contains("refund"), "no refund"),
                TestTurn.by(INTERACTIVE, 2, "A-17", 20).ending(Status.FAILED, "timeout after 20ms"),
                TestTurn.by(SIMULATED, 3, "Hello?", 5).goal("I have it").replied("Done", COMPLETED),
                TestTurn.nothing(4, SIMULATED, "simulator error: it says nothing"));
        return Results.stored(Results.failed("troubled", Cause.AGENT_TIMEOUT, "timeout after 20ms")
                .missing(SeedTalks.STATUS, "no status").dialogue(new Dialogue(talk.kind(), talk.simulator(),
                        talk.turns(), talk.checkpoints(), 0.5, new Usage(900, 60))));
    }

    private static void assertHolds(JsonNode found, String expected) {
        // as in a file: a single type of number
        assertHolds(Json.MAPPER.readTree(found.toString()), Json.MAPPER.readTree(expected), "$");
    }

    private static void assertHolds(JsonNode found, JsonNode expected, String path) {
        if (expected.isObject()) {
            expected.properties().forEach(member -> {
                assertThat(found.has(member.getKey())).as(path + "." + member.getKey()).isTrue();
                assertHolds(found.get(member.getKey()), member.getValue(), path + "." + member.getKey());
            });
        } else if (expected.isArray()) {
            assertThat(found).as(path).hasSize(expected.size());
            for (int i = 0; i < expected.size(); i++) {
                assertHolds(found.get(i), expected.get(i), path + "[" + i + "]");
            }
        } else {
            assertThat(found).as(path).isEqualTo(expected);
        }
    }
}
