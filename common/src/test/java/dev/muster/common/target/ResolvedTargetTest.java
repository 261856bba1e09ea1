package dev.muster.common.target;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.AgentEndpoint;
import dev.muster.common.config.ConnectorConfig;
import dev.muster.common.config.Protocol;
import dev.muster.common.message.Target;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.Setup;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.TestCase.Limits;
import dev.muster.common.option.Options;
import dev.muster.common.template.Variables;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.StringNode;

class ResolvedTargetTest {

    private static final ConnectorConfig CONNECTOR = new ConnectorConfig("http://model/v1", "big", Map.of("A", "b"));
    private static final Environment ENVIRONMENT = new Environment(Map.of("TOKEN", "secret-token"));
    private static final Variables NO_VARIABLES = Variables
            .of(TestCase.of(new TestCase.Identity("a#one", "one", null, Map.of(), new Source("a.jsonl", 1)), null,
                    new Conversation.Standard(List.of(Message.user("Pay"))), List.of()), ENVIRONMENT::value);

    @Test
    void aYaoAgentIsCalledAtItsOwnAddressUnderItsName() {
        var agent = AgentConfig.at(new AgentEndpoint(Protocol.YAO, "http://yao/v1",
                Map.of("Authorization", "Bearer ${ENV.TOKEN}"), null, null, "assistants.expense", true));

        var target = ResolvedTarget.of(new Target("expense", agent, "fast", CONNECTOR), ENVIRONMENT, NO_VARIABLES);

        assertThat(target.endpoint().url()).isEqualTo("http://yao/v1");
        assertThat(target.endpoint().assistant()).isEqualTo("assistants.expense");
        assertThat(target.endpoint().headers()).isEqualTo(Map.of("Authorization", "Bearer secret-token"));
        assertThat(target.secrets()).containsExactly("secret-token");
    }

    @Test
    void addressAndHeadersAreFilledInByHooksAndEnvironment() {
        var testCase = new TestCase(new TestCase.Identity("a.yaml#one", "one", null, Map.of(), new Source("a.yaml", 1)),
                null, Options.NONE, new Conversation.Standard(List.of(Message.user("Pay"))), List.of(), Limits.NONE,
                new Setup(List.of(), null, null, Map.of(), true), null);
        var printed = Variables.of(testCase, ENVIRONMENT::value)
                .with(Map.of("HOST", StringNode.valueOf("h1"), "TOKEN", StringNode.valueOf("hook-token")));
        var agent = AgentConfig.at(new AgentEndpoint(Protocol.AG_UI, "http://${HOST}/ag-ui",
                Map.of("Authorization", "Bearer ${TOKEN}", "X-Env", "${ENV.TOKEN}"), null, null, null, true));

        var target = ResolvedTarget.of(new Target("default", agent, null, null), ENVIRONMENT, printed);

        assertThat(target.endpoint().url()).isEqualTo("http://h1/ag-ui");
        assertThat(target.endpoint().headers())
                .isEqualTo(Map.of("Authorization", "Bearer hook-token", "X-Env", "secret-token"));
        assertThat(target.secrets()).contains("hook-token", "secret-token");
    }

    @Test
    void anOpenaiAgentIsCalledAtTheChosenConnectors() {
        var agent = AgentConfig.at(
                new AgentEndpoint(Protocol.OPENAI, "http://own/v1", Map.of("X", "y"), null, null, null, true));

        var target = ResolvedTarget.of(new Target("chat", agent, "fast", CONNECTOR), ENVIRONMENT, NO_VARIABLES);

        assertThat(target.endpoint().url()).isEqualTo("http://model/v1");
        assertThat(target.endpoint().headers()).isEqualTo(Map.of("A", "b"));
        assertThat(target.endpoint().assistant()).isNull();
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {
        "own, -,     other, big, big",
        "own, usual, other, big, big",
        "own, usual, usual, big, own",
        "own, usual, other, -,   own",
        "-,   usual, usual, big, big",
        "-,   usual, other, big, big"})
    void aChosenConnectorBringsItsOwnModelAndTheUsualOneLeavesTheAgents(@Nullable String own, @Nullable String usual,
            String named, @Nullable String connectors, String sent) {
        var agent = AgentConfig
                .at(new AgentEndpoint(Protocol.OPENAI, "http://own/v1", Map.of(), usual, own, null, true));
        var connector = new ConnectorConfig("http://model/v1", connectors, Map.of());

        var target = ResolvedTarget.of(new Target("chat", agent, named, connector), ENVIRONMENT, NO_VARIABLES);

        assertThat(target.endpoint().model()).isEqualTo(sent);
    }
}
