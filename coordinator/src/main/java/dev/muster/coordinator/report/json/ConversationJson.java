package dev.muster.coordinator.report.json;

import module java.base;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CheckpointResult;
import dev.muster.common.result.Dialogue;

/** A conversation in result files: turns, checkpoints, final assertions. */
final class ConversationJson {

    private ConversationJson() {}

    /** @param finals the case's own assertions */
    static void write(Members json, Dialogue dialogue, List<AssertionResult> finals) {
        json.text("simulator", dialogue.simulator()).objects("turns", dialogue.turns(), TurnJson::write);
        if (!dialogue.checkpoints().isEmpty()) {
            json.objects("checkpoints", dialogue.checkpoints(), ConversationJson::checkpoint);
        }
        if (!finals.isEmpty()) {
            AssertionJson.write(json, "final_assertions", finals);
        }
        AssertionJson.errors(json, Stream.concat(
                dialogue.turns().stream().flatMap(turn -> turn.assertions().stream()), finals.stream()));
        json.number("total_turns", dialogue.turnsSaid());
    }

    /** Writes the usage of simulators and validators, if they reported any. */
    static void helpers(Members json, Dialogue dialogue) {
        if (dialogue.helpers().input() + dialogue.helpers().output() > 0) {
            json.object("helpers", helpers -> TurnJson.tokens(helpers, dialogue.helpers()));
        }
    }

    private static void checkpoint(Members json, CheckpointResult checkpoint) {
        json.text("id", checkpoint.id()).text("description", checkpoint.description());
        json.number("reached_at_turn", checkpoint.reachedAtTurn()).flag("passed", checkpoint.passed())
                .flag("required", checkpoint.required())
                .text("reason", checkpoint.reason());
    }
}
