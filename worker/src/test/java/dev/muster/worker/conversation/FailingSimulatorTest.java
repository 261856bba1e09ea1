package dev.muster.worker.conversation;

import static dev.muster.worker.conversation.ScriptedAgent.reply;
import static dev.muster.worker.conversation.ScriptedAgent.saying;
import static dev.muster.worker.conversation.Stage.agent;
import static dev.muster.worker.conversation.Stage.contains;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Checkpoint;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests dynamic cases whose simulated user fails. */
class FailingSimulatorTest {

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{}", "{\"input\": \"\"}", "{\"goal_achieved\": false}", "<think>hm</think>",
        "<think>never closed"})
    void oneThatAnswersNothingFailsADynamicCase(String answer) throws Exception {
        var stage = new Stage(new ScriptedAgent());
        stage.simulator.then(reply(answer)).then(reply(answer));

        var ending = stage.hold(untilDone(5));

        assertThat(ending.verdict().status()).isEqualTo(Status.FAILED);
        assertThat(ending.verdict().cause()).isEqualTo(Cause.SIMULATOR_ERROR);
        assertThat(ending.verdict().error()).isEqualTo("simulator error: sim answered without an input");
        assertThat(stage.simulator.isDone()).as("it was asked once more").isTrue();
    }

    @Test
    void oneThatRepeatsItselfFailsADynamicCase() throws Exception {
        var stage = new Stage(saying("a"));
        stage.simulator.then(reply("{\"input\":\"same\"}")).then(reply("{\"input\":\"Same \"}"))
                .then(reply("{\"input\":\"same\"}"));

        var ending = stage.hold(untilDone(5));

        assertThat(ending.verdict().cause()).isEqualTo(Cause.SIMULATOR_ERROR);
        assertThat(ending.verdict().error()).isEqualTo("simulator error: sim repeats itself: \"same\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<think>I am a test</think>Five", "<think>a</think>{\"input\": \"Five\"}",
        "{\"input\": \"Five\"}<think>done", "Five<think>{\"input\": \"no\"}</think>"})
    void whatItThinksIsNeverSaid(String answer) throws Exception {
        var stage = new Stage(saying("done"));
        stage.simulator.then(reply(answer));

        var _ = stage.hold(untilDone(5));

        assertThat(stage.target.lastUserTexts()).containsExactly("Five");
    }

    @Test
    void oneThatNeverEndsRunsOutOfTurns() throws Exception {
        var stage = new Stage(saying("a", "b", "c"));
        stage.simulator.then(reply("1")).then(reply("2")).then(reply("3"));

        var ending = stage.hold(untilDone(3));

        assertThat(ending.verdict().cause()).isEqualTo(Cause.MAX_TURNS);
        assertThat(ending.verdict().error()).startsWith("max turns (3) exceeded; missing checkpoints: done");
    }

    private static Conversation untilDone(int maxTurns) {
        return new Conversation.Dynamic(List.of(), List.of(), agent("sim"),
                List.of(new Checkpoint("done", null, List.of(contains("done")), List.of(), true)), maxTurns);
    }
}
