package dev.muster.coordinator.report;

import dev.muster.common.agent.Usage;
import dev.muster.common.result.TurnResult;
import java.util.List;

/** A turn as result files have it; what there is not is left out. */
record TurnJson(Members json, TurnResult turn) {

    static void write(Members json, TurnResult turn) {
        var written = new TurnJson(json, turn);
        written.said();
        written.answered();
        written.judged();
        written.measured();
    }

    /** Calls with what they gave back and when; nothing when there are none. */
    static void calls(Members json, List<CallMade> calls) {
        if (!calls.isEmpty()) {
            json.objects("tool_calls", calls, TurnJson::call);
        }
    }

    private static void call(Members json, CallMade made) {
        json.text("name", made.call().name()).node("args", made.call().arguments());
        var result = made.result();
        if (result != null) {
            json.node("result", result.content());
            if (result.error()) {
                json.flag("error", true);
            }
        }
        json.number("timestamp", made.call().doneAtMs());
    }

    /** And what they cost, where that is known. */
    static void tokens(Members json, Usage usage) {
        json.object("tokens", tokens -> {
            tokens.number("input", usage.input()).number("output", usage.output());
            if (usage.cached() > 0) {
                tokens.number("cached", usage.cached());
            }
            if (usage.partial() && usage.input() + usage.output() > 0) {
                tokens.flag("partial", true);
            }
        });
        json.number("cost_usd", usage.costUsd());
    }

    private void said() {
        json.number("turn", turn.turn()).text("name", turn.name()).text("run_id", turn.runId())
                .text("input", turn.input()).text("input_source", turn.source().wire())
                .text("reasoning", turn.reasoning());
        if (turn.goalAchieved()) {
            json.flag("goal_achieved", true);
        }
    }

    private void answered() {
        json.text("output", turn.output());
        calls(json, CallMade.of(turn));
        if (turn.awaiting() != null) {
            json.flag("awaiting_input", turn.awaiting().waits()).text("awaiting_reason", turn.awaiting().wire());
        }
        json.text("input_hint", turn.hint());
        if (!turn.artifacts().isEmpty()) {
            json.nodes("artifacts", turn.artifacts());
        }
    }

    private void judged() {
        if (!turn.assertions().isEmpty()) {
            AssertionJson.write(json, "assertions", turn.assertions());
        }
        AssertionJson.errors(json, turn.assertions().stream());
        json.text("status", turn.status().wire()).text("error", turn.error()).text("skip_reason", turn.skipReason())
                .number("score", turn.score());
    }

    private void measured() {
        if (turn.usage().input() + turn.usage().output() > 0) {
            tokens(json, turn.usage());
        }
        if (turn.wasSaid()) {
            json.number("duration_ms", turn.durationMs());
        }
        if (turn.times() != null) {
            json.number("turn_start_ts", turn.times().startMs()).number("turn_end_ts", turn.times().endMs());
        }
    }
}
