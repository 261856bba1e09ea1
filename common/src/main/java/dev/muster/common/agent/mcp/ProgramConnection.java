package dev.muster.common.agent.mcp;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.DocumentAgent;
import dev.muster.common.agent.DocumentReply;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.time.Deadline;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A server that is a program: a line each way is a message. */
final class ProgramConnection extends McpConnection {

    private final DocumentAgent program;
    private final String conversation;
    private final List<String> outgoing = new ArrayList<>();
    private final Deque<Incoming> waiting = new ArrayDeque<>();
    private @Nullable String requested;
    private String errors = "";

    ProgramConnection(DocumentAgent program, String conversation) {
        this.program = program;
        this.conversation = conversation;
    }

    /** Returns what it wrote to standard error. */
    String errors() {
        return errors;
    }

    @Override
    void send(String key, ObjectNode message, Map<String, String> headers) {
        outgoing.add(message.toString());
        if (message.has("method") && message.has("id")) {
            requested = key;
        } else {
            waiting.add(new Incoming.Ended(key));
        }
    }

    @Override
    @Nullable
    Incoming next(Duration atMost, Deadline deadline) throws InterruptedException {
        var known = waiting.poll();
        if (known != null) {
            return known;
        }
        var lines = List.copyOf(outgoing);
        outgoing.clear();
        return switch (program.exchange(conversation, lines, McpMessages.cancelled(requested).toString(), atMost,
                deadline)) {
            case null -> null;
            case DocumentReply.Json(var frames, var written, _) -> {
                errors = written;
                var message = frames.getFirst();
                if (!message.has("method")) {
                    if (StreamBroken.isAbsent(message.path("id")) && message instanceof ObjectNode response) {
                        response.put("id", requested); // it could not read whose it is
                    }
                    waiting.add(new Incoming.Ended(message.path("id").asString("")));
                }
                yield new Incoming.Message(message, message.toString());
            }
            case DocumentReply.Failed(var failure, _, _) -> new Incoming.Ended("", failure,
                    JsonNodeFactory.instance.missingNode());
            case DocumentReply.Text(var text, _) -> throw new IllegalStateException("no line: " + text);
        };
    }

    @Override
    AgentFailure located(AgentFailure failure) {
        var where = " (" + program.name() + ")";
        return failure.text().contains(program.name()) ? failure : switch (failure) {
            case AgentFailure.Agent _,AgentFailure.Protocol _,AgentFailure.Timeout _ -> failure.plus(where);
            case AgentFailure.Unreachable _,AgentFailure.Busy _,AgentFailure.Refused _,AgentFailure.Truncated _,AgentFailure.Cancelled _ ->
                failure;
        };
    }

    @Override
    void close() {
        program.hangUp(conversation);
    }
}
