package dev.muster.coordinator.server.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.AgentEndpoint;
import dev.muster.common.config.ConnectorConfig;
import dev.muster.common.config.Protocol;
import dev.muster.common.message.Target;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Finals;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.Then;
import dev.muster.common.model.Turn;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests which agents an order names, and through which connectors. */
class CaseTargetsTest {

    private static final ConnectorConfig SMALL = new ConnectorConfig("http://small/", null, Map.of());
    private static final ConnectorConfig BIG = new ConnectorConfig("http://big/", null, Map.of());
    private static final AgentConfig SHOP = agent(null);
    private static final AgentConfig USER = agent("small");
    private static final CaseTargets CALLEES = new CaseTargets(Map.of("shop", SHOP, "user", USER),
            Map.of("small", SMALL, "big", BIG));

    @Test
    void whoIsCalledByAnotherConnectorThanUsualIsNamedByItToo() {
        var testCase = testCase("big", "big");

        assertThat(CALLEES.target(testCase)).isEqualTo(new Target("shop", SHOP, null, null));
        assertThat(CALLEES.helpers(testCase)).isEqualTo(Map.of("user", new Target("user", USER, "small", SMALL),
                "user by big", new Target("user", USER, "big", BIG), "shop by big",
                new Target("shop", SHOP, "big", BIG)));
    }

    @Test
    void whoIsCalledAsUsualIsNamedOnce() {
        assertThat(CALLEES.helpers(testCase(null, null)))
                .isEqualTo(Map.of("user", new Target("user", USER, "small", SMALL)));
    }

    private static TestCase testCase(@Nullable String ofTurn, @Nullable String ofSimulator) {
        var turn = Turn.saying(List.of(new ContentPart.Text("Hi")), List.of()).with(Options.NONE.withConnector(ofTurn));
        var simulator = new HelperUse(Reference.agent("user"), Options.NONE.withConnector(ofSimulator));
        return TestCase
                .of(new TestCase.Identity("t.jsonl#a", "a", null, Map.of(), new Source("t.jsonl", 1)), "shop",
                        new Conversation.Scripted(List.of(), List.of(turn),
                                new Then.Ask(simulator, null, Then.OnMissingInput.SKIP, 5), Finals.LAST_REPLY),
                        List.of());
    }

    private static AgentConfig agent(@Nullable String connector) {
        return AgentConfig
                .at(new AgentEndpoint(Protocol.OPENAI, "http://own/", Map.of(), connector, null, null, true));
    }
}
