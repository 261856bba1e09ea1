package dev.muster.coordinator.suite.project;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.config.AgentBehavior;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.AgentEndpoint;
import dev.muster.common.config.ConnectorConfig;
import dev.muster.common.config.Pricing;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.config.Protocol;
import dev.muster.coordinator.run.Cell;
import dev.muster.coordinator.suite.source.Fault;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TargetsTest {

    private final Map<String, AgentConfig> agents = new LinkedHashMap<>();

    private final Map<String, ConnectorConfig> connectors = new LinkedHashMap<>(
            Map.of("gpt", new ConnectorConfig("http://h/", null, Map.of())));

    private TargetsTest with(String id, Protocol protocol, boolean helper) {
        agents.put(id, new AgentConfig(AgentEndpoint.at(protocol, "http://h/"), AgentConfig.Prompt.NONE, helper,
                AgentConfig.Limits.NONE, AgentBehavior.USUAL));
        return this;
    }

    private ProjectConfig config(@Nullable String defaultAgent) {
        return ProjectConfig.of(
                Path.of("."), null, new ProjectConfig.Targets(agents,
                        connectors, Map.of()),
                new ProjectConfig.Defaults(defaultAgent, null));
    }

    private TargetsTest andPriced() {
        connectors.put("priced", new ConnectorConfig("http://h/", null, Map.of(), new Pricing(BigDecimal.ONE,
                BigDecimal.ONE, null)));
        return this;
    }

    private Targets targets(@Nullable String name, @Nullable String connector, @Nullable String defaultAgent) {
        return new Targets(config(defaultAgent), name == null ? List.of() : List.of(name),
                connector == null ? List.of() : List.of(connector));
    }

    private TargetsTest three() {
        return with("one", Protocol.AG_UI, false).with("two", Protocol.OPENAI, false).with("judge", Protocol.OPENAI,
                true);
    }

    @Test
    void theFlagBeatsTheCaseThatBeatsTheDefault() {
        three();

        assertThat(targets("one", null, "two").choose("judge", null)).isEqualTo(new TargetChoice.Target("one", null));
        assertThat(targets(null, null, "two").choose("one", null)).isEqualTo(new TargetChoice.Target("one", null));
        assertThat(targets(null, null, "two").choose(null, null)).isEqualTo(new TargetChoice.Target("two", null));
    }

    @Test
    void theOnlyAgentThatIsNoHelperNeedsNoNaming() {
        with("one", Protocol.AG_UI, false).with("judge", Protocol.OPENAI, true);

        assertThat(targets(null, null, null).choose(null, null)).isEqualTo(new TargetChoice.Target("one", null));
    }

    @Test
    void amongSeveralSomebodyMustName() {
        three();

        assertThat(targets(null, null, null).choose(null, null))
                .isEqualTo(new TargetChoice.None(TargetFault.NOTHING_NAMED,
                        "no agent to test: name one with -n, with 'agent' in the case or with defaults.agent"
                                + " (known: one, two, judge)"));
    }

    @Test
    void withoutAnyAgentTheSentenceSaysWhereToDescribeOne() {
        assertThat(targets(null, null, null).choose(null, null)).isEqualTo(new TargetChoice.None(
                TargetFault.NOTHING_NAMED,
                "no agent to test: no muster.yaml in ., in any folder above it or beside the suite; muster init writes one"));
    }

    @Test
    void anUnknownAgentOfACaseIsTold() {
        three();

        assertThat(targets(null, null, null).choose("tow", null)).isEqualTo(new TargetChoice.None(TargetFault.AGENT,
                "unknown agent 'tow'; did you mean 'two'? (known: one, two, judge)"));
    }

    @Test
    void theConnectorFlagBeatsTheCase() {
        three();

        assertThat(targets("two", "gpt", null).choose(null, "other")).isEqualTo(new TargetChoice.Target("two", "gpt"));
        assertThat(targets("two", null, null).choose(null, "gpt")).isEqualTo(new TargetChoice.Target("two", "gpt"));
    }

    @Test
    void onlyOverOpenaiMustACasesConnectorBeOurs() {
        three();

        assertThat(targets("one", null, null).choose(null, "theirs"))
                .isEqualTo(new TargetChoice.Target("one", "theirs"));
        assertThat(targets("two", null, null).choose(null, "gtp")).isEqualTo(
                new TargetChoice.None(TargetFault.CONNECTOR,
                        "unknown connector 'gtp'; did you mean 'gpt'? (known: gpt)"));
    }

    @Test
    void wrongFlagsAreToldOnceAndNotForEveryCase() {
        three();
        var targets = targets("on", "gtp", null);

        assertThat(targets.faults()).extracting(Fault::toString).containsExactly(
                "-n on: unknown agent 'on'; did you mean 'one'? (known: one, two, judge)",
                "-c gtp: unknown connector 'gtp'; did you mean 'gpt'? (known: gpt)");
        assertThat(targets.choose(null, null)).isEqualTo(new TargetChoice.Target("on", "gtp"));
    }

    @Test
    void rightFlagsHaveNoFaults() {
        three();

        assertThat(targets("one", "gpt", null).faults()).isEmpty();
    }

    @Test
    void severalAgentsAndConnectorsMakeCellsTheAgentOutermost() {
        three();

        var targets = new Targets(config(null), List.of("one", "two"), List.of("gpt", "other"));

        assertThat(targets.cells()).containsExactly(new Cell("one", "gpt"), new Cell("one", "other"),
                new Cell("two", "gpt"), new Cell("two", "other"));
        assertThat(targets.choose("judge", "own")).isEqualTo(new TargetChoice.Target("one", "gpt"));
        assertThat(targets.faults()).extracting(Fault::file).containsExactly("-c other");
    }

    @Test
    void aConnectorOfTheCaseMustBeKnownToEveryAgent() {
        three();

        var targets = new Targets(config(null), List.of("one", "two"), List.of());

        assertThat(targets.choose(null, "gpt")).isEqualTo(new TargetChoice.Target("one", "gpt"));
        assertThat(targets.choose(null, "mine")).isInstanceOf(TargetChoice.None.class);
    }

    @Test
    void whatIsNamedTwiceIsAFault() {
        three();

        assertThat(new Targets(config(null), List.of("one", "one"), List.of()).faults()).singleElement()
                .extracting(Fault::toString).asString().contains("-n one", "is named twice");
    }

    @Test
    void aPricedConnectorThatAnAgentIsNeverSentIsAWarning() {
        three().andPriced().with("bot", Protocol.HTTP, false);

        assertThat(new Targets(config(null), List.of("bot", "two"), List.of("priced")).warnings()).singleElement()
                .extracting(Fault::toString).asString()
                .contains("-c priced", "agent 'bot' is never sent the connector", "${options.connector} to its 'body'");
        assertThat(new Targets(config(null), List.of("bot", "two"), List.of("priced")).faults()).isEmpty();
        assertThat(new Targets(config(null), List.of("bot"), List.of()).warnings()).isEmpty();
    }

    @Test
    void aConnectorThatChangesNoCallIsAFault() {
        three().andPriced().with("bot", Protocol.HTTP, false).with("peer", Protocol.A2A, false);

        assertThat(new Targets(config(null), List.of("bot"), List.of("gpt")).faults()).singleElement()
                .extracting(Fault::toString).asString()
                .contains("-c gpt", "agent 'bot' speaks http, which does not use connectors");
        assertThat(targets(null, "gpt", "peer").faults()).hasSize(1);
        assertThat(new Targets(config(null), List.of("bot"), List.of("gpt", "priced")).faults())
                .as("both cells make the same calls").hasSize(2);
        assertThat(targets(null, "gpt", "two").choose("bot", null)).isInstanceOf(TargetChoice.None.class);
        assertThat(targets(null, null, "two").choose("bot", "gpt")).isInstanceOf(TargetChoice.None.class);
        assertThat(targets(null, null, "two").choose("bot", "nosuch")).isInstanceOf(TargetChoice.None.class);
        assertThat(targets(null, null, "two").choose("bot", "priced"))
                .isEqualTo(new TargetChoice.Target("bot", "priced"));
    }
}
