package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.Then;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.LongNode;

/** Hands the seed of a run to the simulator of a case, one more for each repeat; a seed of its own stays. */
record SimulatorSeed(long first) {

    TestCase in(TestCase testCase, int repeat) {
        return switch (testCase.conversation()) {
            case Conversation.Dynamic talk -> testCase.with(new Conversation.Dynamic(talk.opening(), talk.turns(),
                    seeded(talk.simulator(), repeat), talk.checkpoints(), talk.maxTurns()), testCase.assertions());
            case Conversation.Scripted talk when talk.then() instanceof Then.Ask ask && ask.simulator() != null ->
                testCase.with(new Conversation.Scripted(talk.opening(), talk.turns(),
                        new Then.Ask(seeded(ask.simulator(), repeat), ask.person(), ask.onMissing(), ask.maxTurns(),
                                ask.awaiting()),
                        talk.finals()), testCase.assertions());
            case Conversation.Scripted _,Conversation.Standard _,Conversation.ScriptTest _ -> testCase;
        };
    }

    private HelperUse seeded(HelperUse use, int repeat) {
        var seed = Map.<String, JsonNode>of("seed", LongNode.valueOf(first + repeat));
        return new HelperUse(use.use(), new Options(null, Map.of(), null, null, seed).with(use.options()));
    }
}
