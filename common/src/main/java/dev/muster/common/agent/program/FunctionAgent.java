package dev.muster.common.agent.program;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.DocumentAgent;
import dev.muster.common.agent.DocumentReply;
import dev.muster.common.agent.mapping.DocumentAnswer;
import dev.muster.common.script.ScriptFailed;
import dev.muster.common.script.Scripts;
import dev.muster.common.time.Deadline;
import tools.jackson.databind.node.ObjectNode;

/** A function of the project's scripts as an agent. It returns a text or an answer. */
public final class FunctionAgent implements DocumentAgent {
    private final Scripts scripts;
    private final String function;

    /** @param function such as {@code bot.reply} */
    public FunctionAgent(Scripts scripts, String function) {
        this.scripts = scripts;
        this.function = function;
    }

    @Override
    public DocumentReply ask(String conversationId, ObjectNode document, boolean helper, Deadline deadline)
            throws InterruptedException {
        if (deadline.passed()) {
            return new DocumentReply.Failed(AgentFailure.Timeout.after(deadline, name()));
        }
        try {
            var answer = scripts.call(function, document, deadline);
            var trouble = answer.isString() ? null
                    : DocumentAnswer.noObject(answer, helper);
            if (trouble != null) {
                return new DocumentReply.Failed(AgentFailure.Agent.undeclared("agent error: " + trouble));
            }
            return answer.isObject() ? new DocumentReply.Json(List.of(answer), "", true)
                    : new DocumentReply.Text(answer.isString() ? answer.stringValue() : answer.toString(), "");
        } catch (ScriptFailed e) {
            return new DocumentReply.Failed(e.isLate() ? AgentFailure.Timeout.after(deadline, name())
                    : AgentFailure.Agent.undeclared("agent error: " + e.sentence()));
        }
    }

    @Override
    public String name() {
        return "scripts:" + function;
    }
}
