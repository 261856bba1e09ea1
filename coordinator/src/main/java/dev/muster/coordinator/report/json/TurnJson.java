package dev.muster.coordinator.report.json;

import module java.base;
import dev.muster.common.agent.Usage;
import dev.muster.common.json.Json;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.TurnResult;
import dev.muster.coordinator.report.Reasons.CallMade;

/** A turn in result files; absent values are omitted. */
final class TurnJson {
    private final Members json;
    private final TurnResult turn;

    TurnJson(Members json, TurnResult turn) {
        this.json = json;
        this.turn = turn;
    }

    static void write(Members json, TurnResult turn) {
        var written = new TurnJson(json, turn);
        written.messages();
        written.answered();
        written.judged();
        written.measured();
    }

    static void call(Members json, CallMade made) {
        json.text("name", made.call().name()).node("args", made.call().arguments());
        var result = made.result();
        if (result != null) {
            json.node("result", result.content()).mark("error", result.error());
        }
        json.number("timestamp", made.call().doneAtMs());
    }

    static void tokens(Members json, Usage usage) {
        json.object("tokens", tokens -> {
            tokens.number("input", usage.input()).number("output", usage.output());
            if (usage.cached() > 0) {
                tokens.number("cached", usage.cached());
            }
            tokens.mark("partial", usage.partial() && usage.input() + usage.output() > 0);
        });
        json.number("cost_usd", usage.costUsd());
    }

    private void messages() {
        json.number("turn", turn.utterance().turn()).text("name", turn.utterance().name())
                .text("run_id", turn.utterance().runId())
                .text("input", turn.utterance().input()).text("input_source", turn.utterance().source().wire())
                .text("reasoning", turn.utterance().reasoning()).mark("goal_achieved", turn.utterance().goalAchieved());
    }

    private void answered() {
        json.text("output", turn.answer().output()).texts("replies", turn.answer().replies()).text("finish",
                turn.answer().finish());
        json.some("tool_calls", CallMade.of(turn), TurnJson::call);
        if (turn.answer().awaiting() != null) {
            json.flag("awaiting_input", turn.answer().awaiting().waits()).text("awaiting_reason",
                    turn.answer().awaiting().wire());
        }
        json.text("input_hint", turn.answer().hint()).nodes("artifacts", turn.answer().artifacts());
    }

    private void judged() {
        json.some("assertions", turn.assertions(), TurnJson::assertion);
        errors(json, turn.assertions().stream());
        json.text("status", turn.outcome().status().wire()).text("error", turn.outcome().error())
                .text("skip_reason", turn.outcome().skipReason())
                .number("score", turn.score());
    }

    private void measured() {
        if (turn.effort().usage().input() + turn.effort().usage().output() > 0) {
            tokens(json, turn.effort().usage());
        }
        if (turn.wasSent()) {
            json.number("duration_ms", turn.effort().durationMs());
        }
        if (turn.effort().times() != null) {
            json.number("turn_start_ts", turn.effort().times().startMs()).number("turn_end_ts",
                    turn.effort().times().endMs());
        }
    }

    /** Writes the reasons of failed assertions, if any. */
    static void errors(Members json, Stream<AssertionResult> assertions) {
        json.texts("assertion_errors", assertions.filter(AssertionResult::failed)
                .map(failure -> String.valueOf(failure.reason())).toList());
    }

    /** Writes an assertion as it is written in suites, with its findings. */
    static void assertion(Members json, AssertionResult found) {
        json.all(found.assertion().written()).flag("passed", found.passed())
                .number("score", found.score()).text("reason", found.reason()).text("error", found.error());
        if (found.evidence() != null) {
            json.node("evidence", Json.MAPPER.valueToTree(found.evidence()));
        }
    }
}
