package dev.muster.coordinator.client;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.assertion.AgUiClause;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.Protocol;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.Then;
import dev.muster.common.model.Turn;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class UnseenResultsTest {

    private static final Conversation ONE_TURN = new Conversation.Standard(List.of(Message.user("Pay")));

    @Test
    void anAssertionOnAToolsResultIsAFaultForAYaoAgent() {
        var testCase = testCase(ONE_TURN, require("paid", null));

        assertThat(CaseCollector.unseenResults(testCase, agent(Protocol.YAO))).get().hasToString(
                "a.yaml:3:1: case one has an assertion on the result of a tool, but agent 'pay' speaks yao, "
                        + "which shows no results of tools; assert on the call or on the reply");
        assertThat(CaseCollector.unseenResults(testCase, agent(Protocol.AG_UI))).isEmpty();
        assertThat(CaseCollector.unseenResults(testCase, agent(Protocol.OPENAI))).isEmpty();
        assertThat(CaseCollector.unseenResults(testCase, null)).isEmpty();
    }

    @Test
    void itIsFoundInTurnsAndInEveryClauseThatHasOne() {
        var inTurn = new Conversation.Scripted(List.of(), List.of(Turn.saying(Message.user("Pay").content(),
                List.of(require(null, "refused")))), new Then.End(), Conversation.Finals.LAST_REPLY);
        var forbidden = Assertion.of(new Check.AgUi(new AgUiClause.ForbidCall("pay", Map.of(), "failed")));

        assertThat(CaseCollector.unseenResults(testCase(inTurn), agent(Protocol.YAO))).isPresent();
        assertThat(CaseCollector.unseenResults(testCase(ONE_TURN, forbidden), agent(Protocol.YAO))).isPresent();
    }

    @Test
    void assertionsOnCallsAreFine() {
        var called = Assertion.of(new Check.ToolCalled(List.of("pay"), null));

        assertThat(CaseCollector.unseenResults(testCase(ONE_TURN, called, require(null, null)), agent(Protocol.YAO)))
                .isEmpty();
    }

    private static Assertion require(@Nullable String result, @Nullable String notResult) {
        return Assertion.of(new Check.AgUi(new AgUiClause.Require("pay", AgUiClause.Count.AT_LEAST_ONE, Map.of(),
                result, notResult, null)));
    }

    private static TestCase testCase(Conversation conversation, Assertion... assertions) {
        return TestCase.of(new TestCase.Identity("a.yaml#one", "one", null, Map.of(), new Source("a.yaml", 3)), "pay",
                conversation, List.of(assertions));
    }

    private static AgentConfig agent(Protocol protocol) {
        return AgentConfig.at(AgentConfig.Endpoint.at(protocol, "http://h/"));
    }
}
