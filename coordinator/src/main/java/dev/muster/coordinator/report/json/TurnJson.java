package dev.muster.coordinator.report.json;

import module java.base;
import dev.muster.common.agent.Usage;
import dev.muster.common.json.Json;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.TurnResult;
import dev.muster.coordinator.report.Reasons.CallMade;

/** A turn in result files; absent values are omitted. */
record TurnJson(Members json, TurnResult turn) {

    static void write(Members json, TurnResult turn) {
        var written = new TurnJson(json, turn);
        written.said();
        written.answered();
        written.judged();
        written.measured();
    }

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
        json.number("turn", turn.utterance().turn()).text("name", turn.utterance().name())
                .text("run_id", turn.utterance().runId())
                .text("input", turn.utterance().input()).text("input_source", turn.utterance().source().wire())
                .text("reasoning", turn.utterance().reasoning());
        if (turn.utterance().goalAchieved()) {
            json.flag("goal_achieved", true);
        }
    }

    private void answered() {
        json.text("output", turn.answer().output());
        calls(json, CallMade.of(turn));
        if (turn.answer().awaiting() != null) {
            json.flag("awaiting_input", turn.answer().awaiting().waits()).text("awaiting_reason",
                    turn.answer().awaiting().wire());
        }
        json.text("input_hint", turn.answer().hint());
        if (!turn.answer().artifacts().isEmpty()) {
            json.nodes("artifacts", turn.answer().artifacts());
        }
    }

    private void judged() {
        if (!turn.assertions().isEmpty()) {
            assertions(json, "assertions", turn.assertions());
        }
        errors(json, turn.assertions().stream());
        json.text("status", turn.outcome().status().wire()).text("error", turn.outcome().error())
                .text("skip_reason", turn.outcome().skipReason())
                .number("score", turn.score());
    }

    private void measured() {
        if (turn.effort().usage().input() + turn.effort().usage().output() > 0) {
            tokens(json, turn.effort().usage());
        }
        if (turn.wasSaid()) {
            json.number("duration_ms", turn.effort().durationMs());
        }
        if (turn.effort().times() != null) {
            json.number("turn_start_ts", turn.effort().times().startMs()).number("turn_end_ts",
                    turn.effort().times().endMs());
        }
    }

    /** Writes assertions as they are written in suites, with their findings. */
    static void assertions(Members json, String field, List<AssertionResult> assertions) {
        json.objects(field, assertions, TurnJson::assertion);
    }

    /** Writes the reasons of failed assertions, if any. */
    static void errors(Members json, Stream<AssertionResult> assertions) {
        var failed = assertions.filter(AssertionResult::failed).map(failure -> String.valueOf(failure.reason()))
                .toList();
        if (!failed.isEmpty()) {
            json.texts("assertion_errors", failed);
        }
    }

    private static void assertion(Members json, AssertionResult found) {
        json.all(found.assertion().written()).flag("passed", found.passed())
                .number("score", found.score()).text("reason", found.reason()).text("error", found.error());
        if (found.evidence() != null) {
            json.node("evidence", Json.MAPPER.valueToTree(found.evidence()));
        }
    }
}
