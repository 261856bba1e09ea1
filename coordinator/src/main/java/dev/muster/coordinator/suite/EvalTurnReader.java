package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Turn;
import dev.muster.common.option.Options;
import dev.muster.common.option.RefusalRule;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the turns of an AgentEval test: plain messages, or objects. */
final class EvalTurnReader {

    private final PartReader parts;
    private final TurnPathReader paths;
    private final ExpectedReader expected;
    private final Faults faults;

    EvalTurnReader(SuiteScope scope, AssertionReader assertions) {
        this.parts = new PartReader(scope);
        this.paths = new TurnPathReader(scope, assertions);
        this.expected = new ExpectedReader(scope);
        this.faults = scope.faults();
    }

    /** Reads {@code userMessage}: a text, or a list of texts. */
    List<Turn> messages(Node message, TurnJudging judged) {
        var nodes = message.items();
        if (nodes.isEmpty()) {
            faults.add(message.at(), "'userMessage' must have at least one message");
        }
        var turns = new ArrayList<Turn>();
        for (var node : nodes) {
            var text = node.string();
            if (text != null && !text.isBlank()) {
                turns.add(Turn.saying(List.of(new ContentPart.Text(text)), judged.after(List.of(), Outcomes.NONE)));
            } else {
                faults.add(node.at(), "'userMessage' must be a text or a list of texts, none of them empty");
            }
        }
        return turns;
    }

    /**
     * Reads {@code conversationTurns}.
     *
     * @param refusal for turns that expect a refusal and define no rule; null when the test defines none
     */
    List<Turn> structured(Fields fields, String key, TurnJudging judged, @Nullable RefusalRule refusal) {
        var turns = fields.some(key, "a turn", "'" + key + "' must have at least one turn",
                turn -> turn(turn, judged, refusal));
        TurnPathReader.checkJumps(fields.list(key), turns, faults);
        return turns;
    }

    private Turn turn(Fields fields, TurnJudging judged, @Nullable RefusalRule refusal) {
        var content = content(fields);
        var payload = fields.json("inputPayload");
        var assertions = judged.after(fields.list("turnOracles"), outcomes(fields));
        return new Turn(fields.plain("name"), content, assertions, Options.NONE, Map.of(), payload,
                expected.expected(fields, "expectSuccess", "continueOnFailure", refusal), TurnPathReader.pace(fields),
                paths.path(fields));
    }

    private List<ContentPart> content(Fields fields) {
        var message = fields.needed("userMessage", "a turn");
        var content = new ArrayList<ContentPart>();
        content.add(new ContentPart.Text(message == null ? "" : message));
        content.addAll(parts.list(fields.list("attachments")));
        return content;
    }

    private Outcomes outcomes(Fields fields) {
        var node = fields.any("expectedOutcomes");
        return node == null ? Outcomes.NONE : new Outcomes(InnerJson.object(node, "expectedOutcomes", faults));
    }

    /** Attaches the payload of the test to its first turn. */
    static List<Turn> withPayload(List<Turn> turns, @Nullable JsonNode payload) {
        if (payload == null || turns.isEmpty() || turns.getFirst().payload() != null) {
            return turns;
        }
        var first = turns.getFirst();
        var all = new ArrayList<>(turns);
        all.set(0, new Turn(first.name(), first.content(), first.assertions(), first.options(), first.tools(),
                payload, first.expected(), first.pace(), first.path()));
        return all;
    }
}
