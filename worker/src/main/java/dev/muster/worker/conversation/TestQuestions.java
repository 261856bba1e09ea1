package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.json.Json;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.option.Options;
import dev.muster.common.script.host.Questions;
import dev.muster.common.script.host.ScriptAnswer;
import dev.muster.worker.judging.TranscriptJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;

/** Answers a script test's requests: calls agents for it, and judges its assertions. */
final class TestQuestions implements Questions {

    private static final String AGENTS = "agents.";
    private static final String STREAM = ".Stream";

    private final ConversationContext context;
    private ScriptTestLog log = new ScriptTestLog();

    TestQuestions(ConversationContext context) {
        this.context = context;
    }

    ScriptTestLog log() {
        return log;
    }

    @Override
    public ScriptAnswer answer(String what, String document) throws InterruptedException {
        var request = Json.MAPPER.readTree(document);
        return switch (what) {
            case "begin" -> {
                log = new ScriptTestLog(); // a retried test starts over: the first try is forgotten
                yield given(BooleanNode.TRUE);
            }
            case "assert" -> new TestAssertions(context, log).judge(request);
            case "skip" -> {
                log.skip(request.asString());
                yield given(BooleanNode.TRUE);
            }
            case "process" -> process(request);
            default -> new ScriptAnswer.Refused("there is no " + what + " here");
        };
    }

    static ScriptAnswer given(JsonNode json) {
        return new ScriptAnswer.Given(Json.MAPPER.writeValueAsString(json));
    }

    private ScriptAnswer process(JsonNode request) throws InterruptedException {
        var name = request.path("name").asString();
        if (!name.startsWith(AGENTS) || !name.endsWith(STREAM)
                || name.length() <= AGENTS.length() + STREAM.length()) {
            return new ScriptAnswer.Refused("Process(\"" + name + "\") is not known here; there is agents.ID.Stream");
        }
        var id = name.substring(AGENTS.length(), name.length() - STREAM.length());
        var messages = messages(request.path("messages"));
        if (messages == null || messages.isEmpty()) {
            return new ScriptAnswer.Refused("Process(\"" + name + "\") needs messages: a text, or a list of "
                    + "{role, content}");
        }
        return call(id, messages, request.path("options"));
    }

    private ScriptAnswer call(String id, List<Message> messages, JsonNode options) throws InterruptedException {
        var outcome = context.helpers().converse(id, context.conversationId(), messages, options(options));
        if (outcome.isEmpty()) {
            return new ScriptAnswer.Refused(
                    "agent " + id + " is not in this run: the script must name it as a text, such as "
                            + "\"agents.ID.Stream\", and muster.yaml must describe it");
        }
        log.called(messages, outcome.get());
        return switch (outcome.get()) {
            case AgentReply reply -> given(json(reply, context.helpers().lacks(id)));
            case AgentFailure failure -> new ScriptAnswer.Refused(failure.text());
        };
    }

    /** @param lacks what the agent can't show: a look at it is an error of the script, as it is no empty list */
    private static JsonNode json(AgentReply reply, Map<String, String> lacks) {
        var json = Json.MAPPER.createObjectNode().put("content", reply.content().text()).put("finish",
                reply.finish());
        TranscriptJson.putAll(json, reply);
        if (!lacks.isEmpty()) {
            json.remove(lacks.keySet());
            lacks.forEach(json.putObject("lacks")::put);
        }
        return json;
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
