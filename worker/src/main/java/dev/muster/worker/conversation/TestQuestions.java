package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.json.Json;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.option.Options;
import dev.muster.common.script.host.Questions;
import dev.muster.worker.conversation.ScriptTestRun.TestNotes;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;

/** Answers a script test's requests: calls agents for it, and judges its assertions. */
record TestQuestions(HelperSession line, String testId, String conversationId, TestNotes notes) implements Questions {

    private static final String AGENTS = "agents.";
    private static final String STREAM = ".Stream";

    @Override
    public Answer answer(String what, String document) throws InterruptedException {
        var asked = Json.MAPPER.readTree(document);
        return switch (what) {
            case "begin" -> {
                notes.begin();
                yield given(BooleanNode.TRUE);
            }
            case "assert" -> new TestAssertions(line, testId, conversationId, notes).judge(asked);
            case "skip" -> {
                notes.skip(asked.asString());
                yield given(BooleanNode.TRUE);
            }
            case "process" -> process(asked);
            default -> new Answer.Refused("there is no " + what + " here");
        };
    }

    static Answer given(JsonNode json) {
        return new Answer.Given(Json.MAPPER.writeValueAsString(json));
    }

    private Answer process(JsonNode asked) throws InterruptedException {
        var name = asked.path("name").asString();
        if (!name.startsWith(AGENTS) || !name.endsWith(STREAM) || name.length() <= AGENTS.length() + STREAM.length()) {
            return new Answer.Refused("Process(\"" + name + "\") is not known here; there is agents.ID.Stream");
        }
        var id = name.substring(AGENTS.length(), name.length() - STREAM.length());
        var messages = messages(asked.path("messages"));
        if (messages == null || messages.isEmpty()) {
            return new Answer.Refused("Process(\"" + name + "\") needs messages: a text, or a list of "
                    + "{role, content}");
        }
        return call(id, messages, asked.path("options"));
    }

    private Answer call(String id, List<Message> messages, JsonNode options) throws InterruptedException {
        var outcome = line.converse(id, conversationId, messages, options(options));
        if (outcome.isEmpty()) {
            return new Answer.Refused("agent " + id + " is not in this run: the script must name it as a text, such as "
                    + "\"agents.ID.Stream\", and muster.yaml must describe it");
        }
        notes.called(messages, outcome.get());
        return switch (outcome.get()) {
            case AgentReply reply -> given(json(reply));
            case AgentFailure failure -> new Answer.Refused(failure.text());
        };
    }

    private static JsonNode json(AgentReply reply) {
        var said = Json.MAPPER.createObjectNode().put("content", reply.content().text()).put("finish", reply.finish());
        TranscriptJson.putAll(said, reply);
        return said;
    }

    /** Takes connector and metadata, which go with the call; calls do not know the rest. */
    static Options options(JsonNode options) {
        var metadata = new HashMap<String, JsonNode>();
        options.path("metadata").properties().forEach(each -> metadata.put(each.getKey(), each.getValue()));
        return new Options(options.path("connector").asStringOpt().orElse(null), Map.of(), null,
                options.path("mode").asStringOpt().orElse(null), metadata);
    }

    private static @Nullable List<Message> messages(JsonNode messages) {
        if (messages.isString()) {
            return List.of(Message.user(messages.asString()));
        }
        var all = new ArrayList<Message>();
        for (var each : messages.isArray() ? messages : Json.MAPPER.createArrayNode().add(messages)) {
            var message = message(each);
            if (message.isEmpty()) {
                return null;
            }
            all.add(message.get());
        }
        return all;
    }

    private static Optional<Message> message(JsonNode each) {
        return each.path("content").asStringOpt().map(content -> new Message(each.path("role").asString("user"),
                List.of(new ContentPart.Text(content)), List.of(), null));
    }
}
