package dev.muster.coordinator.report;

import dev.muster.common.agent.Usage;
import dev.muster.common.json.Json;
import dev.muster.common.model.ToolCall;
import dev.muster.common.result.TurnResult;
import dev.muster.common.result.TurnResult.Awaiting;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A turn as result files have it; what there is not is left out. */
final class TurnJson {

    private final TurnResult turn;
    private final ObjectNode json = Json.MAPPER.createObjectNode();

    private TurnJson(TurnResult turn) {
        this.turn = turn;
    }

    static ObjectNode of(TurnResult turn) {
        return new TurnJson(turn).build();
    }

    /** Calls by name and arguments; nothing when there are none. */
    static void putCalls(ObjectNode json, List<ToolCall> toolCalls) {
        if (!toolCalls.isEmpty()) {
            var calls = json.putArray("tool_calls");
            toolCalls.forEach(call -> calls.addObject().put("name", call.name()).set("args", call.arguments()));
        }
    }

    /** And what they cost, where that is known. */
    static void putTokens(ObjectNode json, Usage usage) {
        var tokens = json.putObject("tokens").put("input", usage.input()).put("output", usage.output());
        if (usage.cached() > 0) {
            tokens.put("cached", usage.cached());
        }
        if (usage.costUsd() != null) {
            json.put("cost_usd", usage.costUsd());
        }
    }

    private ObjectNode build() {
        said();
        answered();
        judged();
        measured();
        return json;
    }

    private void said() {
        json.put("turn", turn.turn());
        text("name", turn.name());
        text("run_id", turn.runId());
        text("input", turn.input());
        json.put("input_source", turn.source().wire());
        text("reasoning", turn.reasoning());
        if (turn.goalAchieved()) {
            json.put("goal_achieved", true);
        }
    }

    private void answered() {
        text("output", turn.output());
        putCalls(json, turn.toolCalls());
        if (turn.awaiting() != null) {
            awaiting(turn.awaiting());
        }
        text("input_hint", turn.hint());
        if (!turn.artifacts().isEmpty()) {
            json.putArray("artifacts").addAll(turn.artifacts());
        }
    }

    private void awaiting(Awaiting awaiting) {
        json.put("awaiting_input", awaiting.waits()).put("awaiting_reason", awaiting.wire());
    }

    private void judged() {
        if (!turn.assertions().isEmpty()) {
            AssertionJson.put(json, "assertions", turn.assertions());
        }
        AssertionJson.putErrors(json, turn.assertions().stream());
        json.put("status", turn.status().wire());
        text("error", turn.error());
        text("skip_reason", turn.skipReason());
        if (turn.score() != null) {
            json.put("score", turn.score());
        }
    }

    private void measured() {
        if (!turn.usage().equals(Usage.NONE)) {
            putTokens(json, turn.usage());
        }
        if (turn.wasSaid()) {
            json.put("duration_ms", turn.durationMs());
        }
    }

    private void text(String field, @Nullable String value) {
        if (value != null) {
            json.put(field, value);
        }
    }
}
