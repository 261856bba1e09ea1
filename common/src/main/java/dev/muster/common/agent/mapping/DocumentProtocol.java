package dev.muster.common.agent.mapping;

import module java.base;
import dev.muster.common.agent.Access;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.DocumentAgent;
import dev.muster.common.agent.DocumentReply;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.http.AnswerReader.End;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.config.AnswerMapping;
import dev.muster.common.config.CallMapping;
import dev.muster.common.config.TokenMapping;
import dev.muster.common.json.Json;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.HeavyWork;
import dev.muster.common.time.Ticker;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Asks a program or a function: one document in, one answer out. */
public final class DocumentProtocol implements AgentProtocol {

    private static final AnswerPaths PATHS = paths();

    private final Ticker ticker;

    public DocumentProtocol(Ticker ticker) {
        this.ticker = ticker;
    }

    @Override
    public AgentOutcome call(AgentRequest request, Deadline deadline, Consumer<AgentEvent> events)
            throws InterruptedException {
        if (!(request.endpoint().access() instanceof Access.Document(var agent))) {
            return new AgentFailure.Refused(0,
                    "agent refused: a fleet's coordinator runs no programs and no functions; generate cases and"
                            + " report with an agent that has an address, or in a local run");
        }
        var memory = JsonNodeFactory.instance.objectNode();
        var answer = new MappedAnswer(PATHS, request, memory, false,
                new ReplyAssembler(ticker, events));
        var document = document(request);
        boolean helper = request.helper();
        var received = agent.ask(request.conversationId(), document, helper, deadline);
        try {
            return HeavyWork.run(received.isHeavy(), deadline, () -> named(read(received, answer, helper), agent));
        } catch (HeavyWork.OutOfTime e) {
            return AgentFailure.Timeout.after(deadline, agent.name());
        } catch (StreamBroken e) {
            return new AgentFailure.Protocol("agent error: " + e.getMessage() + " (" + agent.name() + ")");
        }
    }

    private static AgentOutcome read(DocumentReply received, MappedAnswer answer, boolean helper)
            throws StreamBroken {
        switch (received) {
            case DocumentReply.Failed(var failure, _, _) -> {
                return failure;
            }
            case DocumentReply.Text(var text, var errors) -> {
                answer.text(text);
                answer.errors(errors);
            }
            case DocumentReply.Json(var frames, var errors, _) -> {
                for (var frame : frames) {
                    if (helper && !DocumentAnswer.isOne(frame)) {
                        answer.text(frame.toString());
                        continue;
                    }
                    var trouble = DocumentAnswer.trouble(frame);
                    if (trouble != null) {
                        return AgentFailure.Agent.undeclared("agent error: " + trouble);
                    }
                    answer.frame(DocumentAnswer.plain(frame), frame.toString());
                }
                answer.errors(errors);
            }
        }
        return answer.end(End.CLOSED);
    }

    private static AgentOutcome named(AgentOutcome outcome, DocumentAgent agent) {
        // what the agent itself could not do says so already
        return outcome instanceof AgentFailure.Agent failure && !failure.text().contains(agent.name())
                ? failure.plus(" (" + agent.name() + ")") : outcome;
    }

    @Override
    public void hangUp(Endpoint endpoint, String conversationId) {
        if (endpoint.access() instanceof Access.Document(var agent)) {
            agent.hangUp(conversationId);
        }
    }

    private static ObjectNode document(AgentRequest request) {
        var names = new MappedProtocol.CallNames(request, JsonNodeFactory.instance.objectNode(), Map.of());
        var document = JsonNodeFactory.instance.objectNode();
        for (var name : List.of("input", "messages", "attachments", "tools", "state", "answer", "model",
                "instructions")) {
            var value = names.value(name);
            if (value != null) {
                document.set(name, value);
            }
        }
        document.put("session_id", request.conversationId());
        document.put("turn", 1 + request.messages().stream().filter(message -> message.role().equals("assistant"))
                .count());
        if (!request.options().metadata().isEmpty()) {
            document.set("metadata", Json.MAPPER.valueToTree(request.options().metadata()));
        }
        return document;
    }

    private static AnswerPaths paths() {
        try {
            return AnswerPaths.of(new AnswerMapping(null, "$.text", new CallMapping("$.tool_calls", "$.id", "$.name",
                    "$.arguments", "$.result"),
                    new TokenMapping("$.usage.input", "$.usage.output",
                            "$.usage.cached"),
                    "$.state", "$.awaiting_input", "$.error", null, null, Map.of()));
        } catch (AssertionFault e) {
            throw new IllegalStateException(e);
        }
    }
}
