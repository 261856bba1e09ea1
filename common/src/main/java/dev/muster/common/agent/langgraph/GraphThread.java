package dev.muster.common.agent.langgraph;

import module java.base;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Interrupt;
import dev.muster.common.agent.Interrupt.Resume;
import dev.muster.common.agent.http.MessageJson;
import dev.muster.common.agent.http.OutgoingBody;
import dev.muster.common.agent.http.OutgoingRequest;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/** A conversation as a thread of a LangGraph server, which keeps its messages. */
public final class GraphThread {

    static final String BREAKPOINT = "breakpoint";

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String MEMORY = "graph";
    private static final String COVERED = "covered";
    private static final String QUESTIONS = "asked";
    private static final String DECISIONS = "decisions";
    private static final List<String> MODES = List.of("messages-tuple", "updates", "values", "custom");

    private GraphThread() {}

    /** Returns the messages that the thread does not have yet. */
    public static List<Message> unsent(AgentRequest request, ObjectNode memory) {
        int size = request.messages().size();
        return request.messages().subList(Math.min(memory.path(MEMORY).path(COVERED).asInt(0), size), size);
    }

    /** Keeps for the next call what the thread has, and its questions. */
    static void keep(ObjectNode memory, int covered, Collection<Interrupt> interrupts) {
        var kept = memory.putObject(MEMORY).put(COVERED, covered).putObject(QUESTIONS);
        interrupts.forEach(each -> kept.set(each.id(), each.detail().path("value")));
    }

    /** Returns an attachment as the content block that most models of LangChain take. */
    public static ObjectNode block(ContentPart.Media media) {
        var block = JSON.objectNode();
        if (media.kind().equals("image")) {
            block.put("type", "image_url").putObject("image_url").put("url", media.address());
            return block;
        }
        block.put("type", media.kind().equals("audio") ? "audio" : "file").put("mime_type", media.mimeType());
        MessageJson.add(block, "filename", media.filename());
        return media.url() != null ? block.put("url", media.url()) : block.put("base64", media.data());
    }

    /** Whether the user denies what can only go on. */
    public static boolean isStuck(AgentRequest request) {
        return request.continuation().resume().stream()
                .anyMatch(answer -> isBreakpoint(answer) && !Interrupt.approves(payload(answer)));
    }

    /** Returns the call of a run: with what every run needs, and with the answers to the questions of the last one. */
    public static OutgoingRequest run(OutgoingRequest call, AgentRequest request, ObjectNode memory) {
        if (!(call.body() instanceof OutgoingBody.Json(ObjectNode written))) {
            return call;
        }
        var body = written.deepCopy();
        body.putIfAbsent("assistant_id", JSON.stringNode(Objects.requireNonNullElse(request.endpoint().assistant(),
                "")));
        if (!body.has("stream_mode")) {
            MODES.forEach(body.putArray("stream_mode")::add);
        }
        body.putIfAbsent("on_disconnect", JSON.stringNode("cancel"));
        var answers = request.continuation().resume();
        if (!answers.isEmpty()) {
            // a new input would start the graph again, and what it asks would be lost
            body.remove("input");
            if (isBreakpoint(answers.getFirst())) {
                body.set("input", NullNode.getInstance());
            } else {
                body.withObject("/command").set("resume", resume(answers, memory.path(MEMORY).path(QUESTIONS)));
            }
        }
        return new OutgoingRequest(call.method(), call.url(), call.headers(), new OutgoingBody.Json(body),
                call.bounds());
    }

    /** Returns the answer to the only question, or the answers by the questions' ids. */
    private static JsonNode resume(List<Resume> answers, JsonNode questions) {
        if (answers.size() == 1) {
            return answer(answers.getFirst(), questions);
        }
        var byId = JSON.objectNode();
        answers.forEach(each -> byId.set(each.interruptId(), answer(each, questions)));
        return byId;
    }

    private static JsonNode answer(Resume answer, JsonNode questions) {
        var payload = payload(answer);
        int actions = actions(questions.path(answer.interruptId())).size();
        if (actions == 0 || !(payload.isString() || payload.isBoolean() || payload.path("approve").isBoolean())) {
            return payload;
        }
        var decisions = JSON.objectNode();
        for (int i = 0; i < actions; i++) {
            var decision = decisions.withArray("/" + DECISIONS).addObject();
            if (Interrupt.approves(payload)) {
                decision.put("type", "approve");
            } else {
                decision.put("type", "reject");
                Interrupt.reason(payload).ifPresent(reason -> decision.put("message", reason));
            }
        }
        return decisions;
    }

    /** Returns the calls that LangChain's middleware wants to be approved; empty for any other question. */
    static JsonNode actions(JsonNode question) {
        return Stream.of("action_requests", "actionRequests").map(question::path).filter(ArrayNode.class::isInstance)
                .findFirst().orElseGet(JSON::missingNode);
    }

    private static boolean isBreakpoint(Resume answer) {
        return answer.interruptId().equals(BREAKPOINT);
    }

    private static JsonNode payload(Resume answer) {
        return answer.payload() == null ? NullNode.getInstance() : answer.payload();
    }
}
