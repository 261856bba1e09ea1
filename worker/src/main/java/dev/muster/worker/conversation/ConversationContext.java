package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.Then;
import dev.muster.common.option.AwaitingRules;
import dev.muster.common.target.CallableAgent;
import dev.muster.common.template.Variables;
import dev.muster.worker.call.AwaitingDetector;
import dev.muster.worker.call.Caller;
import dev.muster.worker.judging.HelperSession;
import dev.muster.worker.judging.Judge;
import dev.muster.worker.sql.Databases;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a conversation needs.
 *
 * @param conversationId names it to the agent
 * @param awaiting how to detect that the target waits for its user
 */
public record ConversationContext(TestCase testCase, QuestionContext asker, CallableAgent target, HelperSession helpers,
        Databases databases, Caller caller, CaseTime time, String conversationId, Variables variables,
        AwaitingRules awaiting) {

    /** Returns a message with the case's defaults; without a timeout of turns only the case's applies. */
    TurnInput input(List<ContentPart> content, @Nullable JsonNode answer) {
        return new TurnInput(content, testCase.options(), testCase.setup().tools(), null,
                testCase.limits().turnTimeout(), answer);
    }

    Judge judge() {
        return new Judge(helpers, databases, testCase.identity().id(), conversationId,
                testCase.demandsSomething());
    }

    AwaitingDetector detector() {
        return new AwaitingDetector(testCase.conversation() instanceof Conversation.Scripted scripted
                && scripted.then() instanceof Then.Ask ask ? ask.awaiting().over(awaiting) : awaiting);
    }
}
