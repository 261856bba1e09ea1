package dev.muster.common.agent.program;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.DocumentAgent;
import dev.muster.common.agent.mapping.DocumentAnswer;
import dev.muster.common.script.ScriptFailed;
import dev.muster.common.script.Scripts;
import dev.muster.common.time.Deadline;
import tools.jackson.databind.node.ObjectNode;

/**
 * A function of the project's scripts as an agent. It returns a text or an answer.
 *
 * @param function such as {@code bot.reply}
 */
public record FunctionAgent(Scripts scripts, String function) implements DocumentAgent {

    @Override
    public Answer ask(String conversationId, ObjectNode document, boolean helper, Deadline deadline)
            throws InterruptedException {
        if (deadline.passed()) {
            return new Answer.Failed(AgentFailure.Timeout.after(deadline, name()));
        }
        try {
            var answer = scripts.call(function, document, deadline);
            var trouble = answer.isString() ? null
                    : DocumentAnswer.noObject(answer, helper);
            if (trouble != null) {
                return new Answer.Failed(AgentFailure.Agent.undeclared("agent error: " + trouble));
            }
            return answer.isObject() ? new Answer.Json(List.of(answer), "", true)
                    : new Answer.Text(answer.isString() ? answer.stringValue() : answer.toString(), "");
        } catch (ScriptFailed e) {
            return new Answer.Failed(e.isLate() ? AgentFailure.Timeout.after(deadline, name())
                    : AgentFailure.Agent.undeclared("agent error: " + e.sentence()));
        }
    }

    @Override
    public String name() {
        return "scripts:" + function;
    }
}
