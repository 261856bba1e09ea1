package dev.muster.coordinator.server.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.Then;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.server.scheduler.MatrixExpansion.SimulatorSeed;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.StringNode;

final class SimulatorSeedTest {

    private static final SimulatorSeed SEED = new SimulatorSeed(40);

    @Test
    void eachRepeatHasASeedOfItsOwn() {
        var use = use(Map.of("persona", StringNode.valueOf("angry")));

        assertThat(of(SEED.in(asked(use), 2))).containsEntry("seed", LongNode.valueOf(42)).containsKey("persona");
        assertThat(of(SEED.in(asked(use), 0))).containsEntry("seed", LongNode.valueOf(40));
        assertThat(of(SEED.in(dynamic(use), 1))).containsEntry("seed", LongNode.valueOf(41));
    }

    @Test
    void aSeedOfTheSuiteStays() {
        assertThat(of(SEED.in(asked(use(Map.of("seed", LongNode.valueOf(7)))), 2)))
                .isEqualTo(Map.of("seed", LongNode.valueOf(7)));
    }

    @Test
    void aCaseWithoutASimulatorIsAsItWas() {
        var standard = testCase(new Conversation.Standard(List.of(Message.user("hi"))));

        assertThat(SEED.in(standard, 1)).isSameAs(standard);
    }

    private static HelperUse use(Map<String, JsonNode> metadata) {
        return new HelperUse(Reference.of("agents:user"), new Options(null, Map.of(), null, null, metadata));
    }

    private static TestCase asked(HelperUse use) {
        return testCase(new Conversation.Scripted(List.of(), List.of(),
                new Then.Ask(use, null, Then.OnMissingInput.SKIP, 5), Conversation.Finals.LAST_REPLY));
    }

    private static TestCase dynamic(HelperUse use) {
        return testCase(new Conversation.Dynamic(List.of(), List.of(), use, List.of(), 5));
    }

    private static TestCase testCase(Conversation conversation) {
        return TestCase.of(new TestCase.Identity("s.jsonl#a", "a", null, Map.of(), new Source("s.jsonl", 1)), "shop",
                conversation, List.of());
    }

    private static Map<String, JsonNode> of(TestCase testCase) {
        return switch (testCase.conversation()) {
            case Conversation.Dynamic talk -> talk.simulator().options().metadata();
            case Conversation.Scripted talk when talk.then() instanceof Then.Ask ask && ask.simulator() != null ->
                ask.simulator().options().metadata();
            default -> Map.of();
        };
    }
}
