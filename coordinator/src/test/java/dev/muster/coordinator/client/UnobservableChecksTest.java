package dev.muster.coordinator.client;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.assertion.AgUiClause;
import dev.muster.common.assertion.ArgsMatch;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.CallCount;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ExpectedCall;
import dev.muster.common.assertion.ForeignCheck;
import dev.muster.common.assertion.LimitCheck;
import dev.muster.common.assertion.ToolCheck;
import dev.muster.common.assertion.ValueCheck;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.AgentEndpoint;
import dev.muster.common.config.AnswerMapping;
import dev.muster.common.config.CallMapping;
import dev.muster.common.config.CustomAgent;
import dev.muster.common.config.HttpMapping;
import dev.muster.common.config.Protocol;
import dev.muster.common.config.TokenMapping;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.Setup;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.Then;
import dev.muster.common.model.ToolStub;
import dev.muster.common.model.Turn;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import dev.muster.common.option.Shown;
import dev.muster.coordinator.suite.source.Fault;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.StringNode;

class UnobservableChecksTest {

    private static final AssertionPlaces NOWHERE = new AssertionPlaces(Path.of("none"));
    private static final Conversation ONE_TURN = new Conversation.Standard(List.of(Message.user("Pay")));

    @Test
    void anAssertionOnAToolsResultIsAFaultForAYaoAgent() {
        var testCase = testCase(ONE_TURN, require("paid", null));

        assertThat(faults(testCase, agent(Protocol.YAO))).singleElement().hasToString(
                "a.yaml:3:1: case one has the assertion 'require pay', but agent pay speaks yao, which shows no results of"
                        + " tools, so it never shows a result; assert on the call or on the reply");
        assertThat(faults(testCase, agent(Protocol.AG_UI))).isEmpty();
        assertThat(faults(testCase, agent(Protocol.OPENAI))).isEmpty();
        assertThat(faults(testCase, null)).isEmpty();
    }

    @Test
    void itIsFoundInTurnsAndInEveryClauseThatHasOne() {
        var inTurn = new Conversation.Scripted(List.of(), List.of(Turn.saying(Message.user("Pay").content(),
                List.of(require(null, "refused")))), new Then.End(), Conversation.Finals.LAST_REPLY);
        var forbidden = Assertion.of(new ForeignCheck.AgUi(new AgUiClause.ForbidCall("pay", Map.of(), "failed")));

        assertThat(faults(testCase(inTurn), agent(Protocol.YAO))).isNotEmpty();
        assertThat(faults(testCase(ONE_TURN, forbidden), agent(Protocol.YAO))).isNotEmpty();
    }

    @Test
    void assertionsOnCallsAreFine() {
        var called = Assertion.of(new ToolCheck.ToolCalled(List.of("pay"), null));

        assertThat(faults(testCase(ONE_TURN, called, require(null, null)), agent(Protocol.YAO)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"AG_UI | true | true | true", "OPENAI | true | true | true",
        "ANTHROPIC | true | true | true", "YAO | true | false | true", "A2A | true | true | true",
        "MCP | true | true | false", "COMMAND | true | true | true", "SCRIPT | true | true | true"})
    void aFixedProtocolShowsWhatItHas(Protocol protocol, boolean tools, boolean results, boolean tokens) {
        shows(agent(protocol), tools, results, tokens);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"JSON | false | false", "TEXT | false | false", "AI_SDK | true | true",
        "LANGGRAPH | true | true"})
    void anHttpAgentShowsWhatItsMappingReads(HttpMapping.Stream stream, boolean tools, boolean tokens) {
        shows(http(stream, null, null), tools, tools, tokens);
        shows(http(HttpMapping.Stream.SSE, new CallMapping("$", null, "$.fn", null, null), null), true, false,
                false);
        shows(http(HttpMapping.Stream.SSE, new CallMapping("$", null, "$.fn", null, "$.out"), null), true, true,
                false);
        shows(http(HttpMapping.Stream.SSE, null, new TokenMapping(null, "$.out", null)), false, false, true);
        shows(http(HttpMapping.Stream.SSE, null, new TokenMapping(null, null, "$.cached")), false, false, false);
    }

    private static void shows(AgentConfig agent, boolean tools, boolean results, boolean tokens) {
        assertThat(agent.canShow(Shown.TOOLS)).isEqualTo(tools);
        assertThat(agent.canShow(Shown.TOOL_RESULTS)).isEqualTo(results);
        assertThat(agent.canShow(Shown.TOKENS)).isEqualTo(tokens);
    }

    @ParameterizedTest
    @MethodSource("unseen")
    void everyCheckOfToolsAndTokensIsAFaultWhereNoneIsShown(Check check) {
        var blind = http(HttpMapping.Stream.JSON, null, null);
        var checkpoint = new Conversation.Dynamic(List.of(), List.of(),
                new HelperUse(Reference.agent("user"), Options.NONE),
                List.of(new Conversation.Checkpoint("c", null, List.of(Assertion.of(check)), List.of(), true)), 3);

        assertThat(faults(testCase(ONE_TURN, Assertion.of(check)), blind)).singleElement().asString()
                .startsWith("a.yaml:3:1: case one has the assertion '").contains("agent pay has no response.");
        assertThat(faults(testCase(checkpoint), blind)).hasSize(1);
        assertThat(faults(testCase(ONE_TURN, Assertion.of(check)), agent(Protocol.AG_UI))).isEmpty();
    }

    private static Stream<Check> unseen() {
        var call = new ExpectedCall(List.of("pay"), null, ArgsMatch.SUBSET);
        return Stream.of(new ToolCheck.ToolCalled(List.of("pay"), null), new ToolCheck.ToolNotCalled(call),
                new ToolCheck.ToolsInOrder(List.of(call)), new ToolCheck.ToolsExact(List.of()),
                new ToolCheck.ToolResult(List.of("pay"), null), new LimitCheck.MaxGap(1), new LimitCheck.MaxTokens(1),
                new LimitCheck.MaxCost(BigDecimal.ONE), new ForeignCheck.AgUi(new AgUiClause.Forbid("pay")),
                new ForeignCheck.AgUi(new AgUiClause.ForbidCall("pay", Map.of(), null)),
                new ForeignCheck.AgUi(new AgUiClause.MaxGap(1)), require("a", "b").check());
    }

    @ParameterizedTest
    @CsvSource({"trace-no-errors,,FAILURES", "trace-no-errors,requiredSteps,STEPS", "trace-no-errors,maxSteps,STEPS",
        "trace-validate-sub-agents,forbiddenAgents,STEPS"})
    void anOracleOfATraceIsAFaultWhereNoneIsShown(String oracle, @Nullable String setting, Shown what) {
        var config = JsonNodeFactory.instance.objectNode();
        if (setting != null) {
            config.putArray(setting).add("x");
        }
        var check = Assertion.of(new ForeignCheck.Oracle(oracle, config, JsonNodeFactory.instance.objectNode()));
        var blind = http(HttpMapping.Stream.JSON, null, null);
        var results = http(HttpMapping.Stream.SSE, new CallMapping("$", null, "$.fn", null, "$.out"), null);

        for (var agent : List.of(blind, agent(Protocol.YAO))) {
            assertThat(faults(testCase(ONE_TURN, check), agent)).singleElement().asString()
                    .contains("has the assertion 'oracle " + oracle + "'", "so it never shows");
        }
        for (var agent : List.of(results, agent(Protocol.OPENAI))) {
            assertThat(faults(testCase(ONE_TURN, check), agent)).hasSize(what == Shown.STEPS ? 1 : 0);
        }
        assertThat(faults(testCase(ONE_TURN, check), agent(Protocol.AG_UI))).isEmpty();
    }

    @Test
    void aPathThatTheReplyItselfMayHaveIsAWarning() {
        var path = Assertion.of(new ValueCheck.JsonPath("$.tool_calls[0].name", null));
        var blind = http(HttpMapping.Stream.JSON, null, null);

        assertThat(UnobservableChecks.of(testCase(ONE_TURN, path), blind, NOWHERE).faults()).isEmpty();
        assertThat(UnobservableChecks.of(testCase(ONE_TURN, path), blind, NOWHERE).warnings()).singleElement()
                .asString()
                .contains("only JSON in the reply itself can have this path");
        assertThat(UnobservableChecks.of(testCase(ONE_TURN, path), agent(Protocol.MCP), NOWHERE).warnings()).isEmpty();
    }

    @Test
    void aMappingWithoutResultsShowsThoseOfTheTestOnly() {
        var agent = http(HttpMapping.Stream.JSON, new CallMapping("$.calls", null, "$.name", null, null), null);
        var returned = Assertion.of(new ToolCheck.ToolResult(List.of("pay"), null));
        var stub = Map.of("pay", new ToolStub(null, null, StringNode.valueOf("paid"), null));
        var plain = testCase(ONE_TURN, returned);
        var answered = new TestCase(plain.identity(), plain.agent(), plain.options(), plain.conversation(),
                plain.assertions(), plain.limits(), new Setup(List.of(), null, null, stub, false), null);

        assertThat(faults(plain, agent)).singleElement().asString()
                .contains("agent pay has no response.tool_calls.result, so it never shows a result");
        assertThat(faults(answered, agent)).isEmpty();
    }

    private static List<Fault> faults(TestCase testCase, @Nullable AgentConfig agent) {
        return UnobservableChecks.of(testCase, agent, NOWHERE).faults();
    }

    private static AgentConfig http(HttpMapping.Stream stream, @Nullable CallMapping calls,
            @Nullable TokenMapping tokens) {
        var answer = new AnswerMapping(stream, "$.text", calls, tokens, null, null, null, null, null, Map.of());
        return AgentConfig.at(new AgentEndpoint(Protocol.HTTP, "http://h/", Map.of(), null, null, null, false,
                CustomAgent.of(new HttpMapping("POST", null, null, null, answer)), null, null));
    }

    private static Assertion require(@Nullable String result, @Nullable String notResult) {
        return Assertion.of(new ForeignCheck.AgUi(new AgUiClause.Require("pay", CallCount.AT_LEAST_ONE, Map.of(),
                result, notResult, null)));
    }

    private static TestCase testCase(Conversation conversation, Assertion... assertions) {
        return TestCase.of(new TestCase.Identity("a.yaml#one", "one", null, Map.of(), new Source("a.yaml", 3)), "pay",
                conversation, List.of(assertions));
    }

    private static AgentConfig agent(Protocol protocol) {
        return AgentConfig.at(AgentEndpoint.at(protocol, "http://h/"));
    }
}
