package dev.muster.common.agent.mcp;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.DocumentAgent;
import dev.muster.common.agent.DocumentAgent.Answer;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.time.Deadline;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A server that is a program: a line each way is a message. */
final class ProgramLine extends Line {

    private final DocumentAgent program;
    private final String conversation;
    private final List<String> outgoing = new ArrayList<>();
    private final Deque<Heard> waiting = new ArrayDeque<>();
    private @Nullable String asked;
    private String errors = "";

    ProgramLine(DocumentAgent program, String conversation) {
        this.program = program;
        this.conversation = conversation;
    }

    /** Returns what it wrote to standard error. */
    String errors() {
        return errors;
    }

    @Override
    void say(String key, ObjectNode message, Map<String, String> headers) {
        outgoing.add(message.toString());
        if (message.has("method") && message.has("id")) {
            asked = key;
        } else {
            waiting.add(new Heard.Ended(key));
        }
    }

    @Override
    @Nullable
    Heard next(Duration atMost, Deadline deadline) throws InterruptedException {
        var known = waiting.poll();
        if (known != null) {
            return known;
        }
        var said = List.copyOf(outgoing);
        outgoing.clear();
        return switch (program.exchange(conversation, said, McpMessages.cancelled(asked).toString(), atMost,
                deadline)) {
            case null -> null;
            case Answer.Json(var frames, var written, _) -> {
                errors = written;
                var message = frames.getFirst();
                if (!message.has("method")) {
                    if (StreamBroken.isAbsent(message.path("id")) && message instanceof ObjectNode response) {
                        response.put("id", asked); // it could not read whose it is
                    }
                    waiting.add(new Heard.Ended(message.path("id").asString("")));
                }
                yield new Heard.Said(message, message.toString());
            }
            case Answer.Failed(var failure, _, _) -> new Heard.Ended("", failure,
                    JsonNodeFactory.instance.missingNode());
            case Answer.Text(var text, _) -> throw new IllegalStateException("no line: " + text);
        };
    }

    @Override
    AgentFailure located(AgentFailure failure) {
        var where = " (" + program.name() + ")";
        return failure.text().contains(program.name()) ? failure : switch (failure) {
            case AgentFailure.Agent(var text, boolean declared) -> new AgentFailure.Agent(text + where, declared);
            case AgentFailure.Protocol(var text) -> new AgentFailure.Protocol(text + where);
            case AgentFailure.Timeout(var text) -> new AgentFailure.Timeout(text + where);
            case AgentFailure.Unreachable _,AgentFailure.Busy _,AgentFailure.Refused _,AgentFailure.Truncated _,AgentFailure.Cancelled _ ->
                failure;
        };
    }

    @Override
    void close() {
        program.hangUp(conversation);
    }
}
