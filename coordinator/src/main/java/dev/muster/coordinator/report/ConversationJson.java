package dev.muster.coordinator.report;

import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CheckpointResult;
import dev.muster.common.result.Dialogue;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** The course of a conversation as result files have it: turns, checkpoints, final assertions. */
final class ConversationJson {

    private final Dialogue dialogue;
    private final ObjectNode json;

    private ConversationJson(Dialogue dialogue, ObjectNode json) {
        this.dialogue = dialogue;
        this.json = json;
    }

    /** @param finals the case's own assertions */
    static void put(ObjectNode json, Dialogue dialogue, List<AssertionResult> finals) {
        var conversation = new ConversationJson(dialogue, json);
        conversation.course();
        conversation.assertions(finals);
        json.put("total_turns", dialogue.turnsSaid());
    }

    /** What simulators and validators used; nothing when they told nothing. */
    static void putHelpers(ObjectNode json, Dialogue dialogue) {
        if (dialogue.helpers().input() + dialogue.helpers().output() > 0) {
            TurnJson.putTokens(json.putObject("helpers"), dialogue.helpers());
        }
    }

    private void course() {
        if (dialogue.simulator() != null) {
            json.put("simulator", dialogue.simulator());
        }
        var turns = json.putArray("turns");
        dialogue.turns().forEach(turn -> turns.add(TurnJson.of(turn)));
        if (!dialogue.checkpoints().isEmpty()) {
            var checkpoints = json.putArray("checkpoints");
            dialogue.checkpoints().forEach(checkpoint -> checkpoint(checkpoints.addObject(), checkpoint));
        }
    }

    private static void checkpoint(ObjectNode json, CheckpointResult checkpoint) {
        json.put("id", checkpoint.id());
        if (checkpoint.description() != null) {
            json.put("description", checkpoint.description());
        }
        if (checkpoint.reachedAtTurn() != null) {
            json.put("reached_at_turn", checkpoint.reachedAtTurn());
        }
        json.put("passed", checkpoint.passed()).put("required", checkpoint.required());
        if (checkpoint.reason() != null) {
            json.put("reason", checkpoint.reason());
        }
    }

    private void assertions(List<AssertionResult> finals) {
        if (!finals.isEmpty()) {
            AssertionJson.put(json, "final_assertions", finals);
        }
        AssertionJson.putErrors(json, Stream.concat(
                dialogue.turns().stream().flatMap(turn -> turn.assertions().stream()), finals.stream()));
    }
}
