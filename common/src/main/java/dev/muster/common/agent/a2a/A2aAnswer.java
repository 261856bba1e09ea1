package dev.muster.common.agent.a2a;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Interrupt;
import dev.muster.common.agent.Sequel;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.ChunkedAnswer;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.StreamBroken;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The answer to one message: one message, or a task and what changes in it. The last state at the end decides, because
 * the task of a conversation that goes on comes with its old state first.
 */
final class A2aAnswer extends ChunkedAnswer {

    /** The memory of a task that waits. */
    static final List<String> OF_A_TASK = List.of("taskId", "seen", "status");
    private static final String STATUS = "status";
    private static final String INPUT_REQUIRED = "input-required";
    private static final String AUTH_REQUIRED = "auth-required";
    private static final Set<String> OVER = Set.of("completed", "failed", "canceled", "rejected");

    private final ObjectNode memory;
    private final AnswerParts parts;
    /** The messages of states that were read, in this turn or as the last one before it: a task repeats them. */
    private final Set<String> read;
    private String state = "";
    private String statusText = "";
    private JsonNode status = JsonNodeFactory.instance.objectNode();
    private @Nullable String task;
    private @Nullable String message;

    /**
     * @param memory of the conversation, which this answer goes on with
     * @param callsBefore calls made in the conversation so far
     */
    A2aAnswer(ObjectNode memory, int callsBefore, ReplyAssembler reply) {
        super(reply, true);
        this.memory = memory;
        this.read = new HashSet<>(List.of(memory.path(STATUS).asString("")));
        this.parts = new AnswerParts(memory.path("seen"), callsBefore, reply);
    }

    /** Returns the task that works on the answer; null when none was named. */
    @Nullable
    String task() {
        return task;
    }

    /** Whether the task came to its end. */
    boolean isOver() {
        return OVER.contains(state);
    }

    /** Returns the message of an error that came with a status of HTTP. */
    @Override
    public String refusal(String body) {
        return AnswerJson.orMissing(body).at("/error/message").stringValue(body);
    }

    @Override
    public String setting() {
        return "protocol: a2a";
    }

    @Override
    protected Next chunk(JsonNode frame, String data) throws StreamBroken {
        var fault = frame.path("error");
        failure = StreamBroken.isAbsent(fault) ? null : AnswerJson.failure(fault);
        return failure == null ? result(frame.path("result")) : Next.STOP;
    }

    /** Reads what 1.0 wraps by its name, and 0.3 marks by its kind. */
    private Next result(JsonNode result) throws StreamBroken {
        for (var name : List.of("task", "message", "statusUpdate", "artifactUpdate")) {
            if (result.path(name).isObject()) {
                return part(name, result.path(name));
            }
        }
        return switch (result.path("kind").stringValue("")) {
            case "message" -> part("message", result);
            case "status-update" -> part("statusUpdate", result);
            case "artifact-update" -> part("artifactUpdate", result);
            case "task" -> part("task", result);
            default -> part(result.path("status").isObject() ? "task" : "", result);
        };
    }

    private Next part(String name, JsonNode of) throws StreamBroken {
        parts.used(of.path("metadata"));
        if (!name.isEmpty() && !of.path("contextId").stringValue("").isEmpty()) {
            memory.set("contextId", of.path("contextId"));
        }
        return switch (name) {
            case "message" -> {
                message = parts.words("message", of, true);
                yield Next.CLOSING;
            }
            case "task" -> {
                task = of.path("id").stringValue(task);
                for (var artifact : of.path("artifacts")) {
                    parts.snapshot(artifact);
                }
                status(of.path("status"));
                yield isOver() ? Next.CLOSING : Next.GO_ON;
            }
            case "statusUpdate" -> {
                task = of.path("taskId").stringValue(task);
                status(of.path("status"));
                yield isOver() || waits() || of.path("final").asBoolean(false) ? Next.CLOSING : Next.GO_ON;
            }
            case "artifactUpdate" -> {
                task = of.path("taskId").stringValue(task);
                parts.update(of.path("artifact"), of.path("append").asBoolean(false));
                yield Next.GO_ON;
            }
            default -> {
                reply.keep("unknown", of);
                yield Next.GO_ON;
            }
        };
    }

    /** A text that comes with a working state is progress; with another state it may be the reply. */
    private void status(JsonNode now) throws StreamBroken {
        if (!now.path("state").isString()) {
            return;
        }
        status = now;
        state = now.path("state").stringValue().toLowerCase(Locale.ROOT).replace("task_state_", "").replace('_', '-');
        var words = now.path("message");
        var key = words.isObject() ? AnswerJson.identity(words, "messageId") : "";
        if (read.contains(key)) {
            statusText = AnswerParts.again(words);
            return;
        }
        parts.used(words.path("metadata"));
        if (state.equals("working") || state.equals("submitted")) {
            if (words.isObject()) {
                reply.keep("progress", words);
            }
            statusText = "";
            return;
        }
        read.add(key);
        statusText = parts.words("status", words, false);
    }

    private boolean waits() {
        return state.equals(INPUT_REQUIRED) || state.equals(AUTH_REQUIRED);
    }

    @Override
    protected AgentOutcome complete(End end) {
        if (message != null) {
            memory.remove(OF_A_TASK);
            return reply(message, "stop");
        }
        if (!isOver() && !waits()) {
            return end.before("its task did: " + (state.isEmpty() ? "it named no state" : "its state is " + state));
        }
        memory.remove(OF_A_TASK);
        if (waits() && task != null) {
            memory.put("taskId", task);
            memory.set("seen", parts.seen());
            if (status.path("message").isObject()) {
                memory.put(STATUS, AnswerJson.identity(status.path("message"), "messageId"));
            }
        }
        var artifacts = parts.artifacts();
        return switch (state) {
            case "failed" -> AgentFailure.Agent.declared("agent error: "
                    + (statusText.isEmpty() ? "its task failed" : OneLine.ofMessage(statusText)));
            case "canceled" ->
                new AgentFailure.Cancelled(reply(artifacts.isEmpty() ? statusAsText() : artifacts, "cancelled"));
            case "rejected" -> reply(statusAsText(), "refusal");
            case INPUT_REQUIRED, AUTH_REQUIRED ->
                reply(artifacts + (artifacts.isEmpty() || statusText.isEmpty() ? "" : "\n") + statusAsText(),
                        "interrupt");
            default -> reply(artifacts.isEmpty() ? statusAsText() : artifacts, "stop");
        };
    }

    /** Returns the text of the last status, which is the reply. */
    private String statusAsText() {
        reply.text(statusText);
        return statusText;
    }

    private AgentReply reply(String text, String finish) {
        var questions = finish.equals("interrupt") ? List.of(new Interrupt(task == null ? state : task,
                statusText.isEmpty() ? text.isEmpty() ? state : text : statusText, status, false))
                : List.<Interrupt>of();
        var words = text.isEmpty() ? parts.documents() : text;
        reply.refusal(finish.equals("refusal") ? words : null);
        return reply.complete(parts.texts(words), finish,
                new Sequel(reply.calls().messages(List.of(words)), questions, List.of(), memory));
    }
}
