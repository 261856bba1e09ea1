package dev.muster.coordinator.suite.write;

import module java.base;
import dev.muster.common.assertion.Check;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.model.Turn;
import dev.muster.common.time.Durations;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes one turn. */
final class TurnWriter {

    private TurnWriter() {}

    static ObjectNode turn(Turn turn) {
        var object = JsonNodeFactory.instance.objectNode();
        CaseWriter.put(object, "name", turn.name());
        said(object, turn.content());
        ConversationWriter.assertions(object, "assertions", turn.assertions());
        CaseWriter.options(object, turn.options());
        SetupWriter.tools(object, turn.tools());
        if (turn.payload() != null) {
            object.set("payload", turn.payload());
        }
        expected(object, turn.expected());
        pace(object, turn.pace());
        path(object, turn.path());
        return object;
    }

    /** Writes a text with attachments, or a message when the content is anything else. */
    private static void said(ObjectNode object, List<ContentPart> content) {
        if (!content.isEmpty() && content.getFirst() instanceof ContentPart.Text text) {
            object.put("input", text.text());
            if (content.size() > 1) {
                var attachments = object.putArray("attachments");
                content.subList(1, content.size()).stream().map(MessageWriter::part).forEach(attachments::add);
            }
        } else {
            object.set("input", MessageWriter.message(new Message("user", content, List.of(), null)));
        }
    }

    private static void expected(ObjectNode object, Turn.Expected expected) {
        if (expected.success() != null) {
            object.put("expect_success", expected.success());
        }
        if (expected.continueOnFailure()) {
            object.put("continue_on_failure", true);
        }
        if (expected.refusal() != null) {
            refusal(object.putObject("refusal"), expected.refusal().check());
        }
    }

    private static void refusal(ObjectNode to, Check check) {
        if (check instanceof Check.LlmJudge judge) {
            to.set("criteria", judge.config().path("criteria"));
        } else if (check instanceof Check.Regex(var pattern)) {
            to.put("pattern", pattern);
        }
    }

    private static void pace(ObjectNode object, Turn.Pace pace) {
        if (pace.delay() != null) {
            object.put("delay_ms", pace.delay().toMillis());
        }
        if (pace.timeout() != null) {
            object.put("timeout", Durations.text(pace.timeout()));
        }
    }

    private static void path(ObjectNode object, Turn.Path path) {
        if (!path.capture().isEmpty()) {
            CaseWriter.inOrder(path.capture()).forEach(object.putObject("capture")::put);
        }
        if (path.when() != null) {
            object.set("when", AssertionWriter.assertion(path.when()));
        }
        CaseWriter.put(object, "goto", path.goTo());
    }
}
