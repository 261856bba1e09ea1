package dev.muster.coordinator.suite.write;

import module java.base;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.json.JsonMembers;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Checkpoint;
import dev.muster.common.model.Conversation.Scope;
import dev.muster.common.model.Message;
import dev.muster.common.model.Then;
import dev.muster.common.model.ToolCall;
import dev.muster.common.model.Turn;
import dev.muster.common.option.AwaitingRules;
import dev.muster.common.option.HelperUse;
import dev.muster.coordinator.suite.JsonText;
import dev.muster.coordinator.suite.Mode;
import dev.muster.coordinator.suite.project.ConversingReader;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the conversation of a case, in its mode. */
final class ConversationWriter {

    static void write(JsonMembers testCase, Conversation conversation) {
        switch (conversation) {
            case Conversation.ScriptTest(var file, var function, var agents) -> {
                var test = JsonMembers.of("file", file).add("function", function).object();
                agents.forEach(test.putArray("agents")::add);
                testCase.add("type", Mode.SCRIPT_TEST_TYPE).add(Mode.TEST, test);
            }
            case Conversation.Standard(var messages) ->
                testCase.object().putArray("messages").addAll(messages(messages));
            case Conversation.Scripted(var opening, var turns, var then, var finals) -> {
                testCase.add("type", then instanceof Then.End ? "scripted" : "multi_turn");
                opening(testCase, opening, turns);
                then(testCase, then);
                testCase.add("final_scope", finals.scope() == Scope.WHOLE ? Mode.WHOLE : null)
                        .add("pass_threshold", finals.passThreshold());
            }
            case Conversation.Dynamic dynamic -> {
                opening(testCase, dynamic.opening(), dynamic.turns());
                simulator(testCase, dynamic.simulator()).add("max_turns", dynamic.maxTurns()).object()
                        .putArray("checkpoints")
                        .addAll(dynamic.checkpoints().stream().map(ConversationWriter::checkpoint).toList());
            }
        }
    }

    /** Returns the key for the case's own assertions. */
    static String assertions(Conversation conversation) {
        return conversation instanceof Conversation.Standard ? "assertions" : "final_assertions";
    }

    private static void opening(JsonMembers testCase, List<Message> opening, List<Turn> turns) {
        testCase.add("messages", messages(opening)).add("turns", turns.stream().map(ConversationWriter::turn).toList());
    }

    private static List<ObjectNode> messages(List<Message> messages) {
        return messages.stream().map(ConversationWriter::message).toList();
    }

    private static void then(JsonMembers testCase, Then then) {
        if (then instanceof Then.Ask ask) {
            simulator(testCase, ask.simulator()).add("max_turns", ask.maxTurns());
            if (ask.person() != null) {
                testCase.add("interactive", JsonMembers.of("enabled", true)
                        .add("timeout", CaseWriter.text(ask.person().timeout())).object());
            }
            testCase.add("on_missing_input", ask.unforeseen() ? null : ConversingReader.text(ask.onMissing()));
            awaiting(testCase, ask.awaiting());
        }
    }

    private static void awaiting(JsonMembers testCase, AwaitingRules rules) {
        if (!rules.equals(AwaitingRules.NONE)) {
            testCase.add("awaiting", JsonMembers.of("tools", rules.tools())
                    .add("text", rules.text() == null ? null : rules.text().wire()).add("pattern", rules.pattern())
                    .object());
        }
    }

    private static JsonMembers simulator(JsonMembers testCase, @Nullable HelperUse simulator) {
        if (simulator != null) {
            var written = JsonMembers.of("use", simulator.use().toString());
            simulator.options().write(written);
            testCase.add("simulator", written.object());
        }
        return testCase;
    }

    private static ObjectNode checkpoint(Checkpoint checkpoint) {
        var assertions = CaseWriter.written(checkpoint.assertions());
        return JsonMembers.of("id", checkpoint.id()).add("description", checkpoint.description())
                .add("assertion", assertions.size() == 1 ? assertions.getFirst() : assertions)
                .add("after", checkpoint.after()).add("required", checkpoint.required() ? null : false).object();
    }

    private static ObjectNode turn(Turn turn) {
        var to = JsonMembers.of("name", turn.name());
        if (turn.answer() == null) {
            input(to, turn.content());
        } else {
            to.add("answer", turn.answer());
        }
        to.add("assertions", CaseWriter.written(turn.assertions()));
        turn.options().write(to);
        var expected = turn.expected();
        to.add("tools", CaseWriter.tools(turn.tools())).add("payload", turn.payload())
                .add("expect_success", expected.success()).flag("continue_on_failure", expected.continueOnFailure())
                .add("refusal", expected.refusal() == null ? null : refusal(expected.refusal().check()));
        var delay = turn.pace().delay();
        var when = turn.path().when();
        return to.add("delay_ms", delay == null ? null : delay.toMillis())
                .add("timeout", CaseWriter.text(turn.pace().timeout())).add("capture", turn.path().capture())
                .add("when", when == null ? null : when.written()).add("goto", turn.path().goTo()).object();
    }

    /** Writes a text with attachments, or a message when the content is anything else. */
    private static void input(JsonMembers turn, List<ContentPart> content) {
        if (!content.isEmpty() && content.getFirst() instanceof ContentPart.Text(var text)) {
            turn.add("input", text).add("attachments", content.stream().skip(1).map(ConversationWriter::part).toList());
        } else {
            turn.add("input", message(new Message("user", content, List.of(), null)));
        }
    }

    private static @Nullable JsonNode refusal(Check check) {
        return switch (check) {
            case HelperCheck.LlmJudge judge -> JsonMembers.of("criteria", judge.config().path("criteria")).object();
            case TextCheck.Regex(var pattern) -> JsonMembers.of("pattern", pattern).object();
            default -> null;
        };
    }

    private static ObjectNode message(Message message) {
        var object = JsonMembers.of("role", message.role());
        if (message.content().size() == 1 && message.content().getFirst() instanceof ContentPart.Text(var text)) {
            object.add("content", text);
        } else {
            object.object().putArray("content")
                    .addAll(message.content().stream().map(ConversationWriter::part).toList());
        }
        return object.add("tool_calls", message.toolCalls().stream().map(ConversationWriter::toolCall).toList())
                .add("tool_call_id", message.toolCallId()).object();
    }

    private static ObjectNode part(ContentPart part) {
        return switch (part) {
            case ContentPart.Text(var text) -> JsonMembers.of("type", "text").add("text", text).object();
            case ContentPart.Media media -> JsonMembers.of("type", media.kind()).add("url", address(media))
                    .add("mime_type", media.mimeType()).add("filename", media.filename()).object();
        };
    }

    /** Returns the URL; embedded content becomes part of it. */
    private static String address(ContentPart.Media media) {
        return media.data() == null ? String.valueOf(media.url())
                : "data:application/octet-stream;base64," + media.data();
    }

    private static ObjectNode toolCall(ToolCall call) {
        var function = JsonMembers.of("name", call.name()).add("arguments", arguments(call.arguments())).object();
        return JsonMembers.of("id", call.id()).add("type", "function").add("function", function).object();
    }

    /** Returns arguments as JSON text; text that was not JSON stays unchanged. */
    private static String arguments(JsonNode arguments) {
        return arguments.isString() && !JsonText.parse(arguments.stringValue()).isPresent()
                ? arguments.stringValue()
                : arguments.toString();
    }
}
