package dev.muster.worker.conversation;

import static dev.muster.worker.conversation.ScriptedAgent.reply;
import static dev.muster.worker.conversation.ScriptedAgent.saying;
import static dev.muster.worker.conversation.Stage.agent;
import static dev.muster.worker.conversation.Stage.contains;
import static dev.muster.worker.conversation.Stage.turn;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.json.Json;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Checkpoint;
import dev.muster.common.model.Conversation.Finals;
import dev.muster.common.model.Message;
import dev.muster.common.model.Then;
import dev.muster.common.model.Turn;
import dev.muster.common.option.Options;
import dev.muster.common.result.InputSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests what the target receives besides the conversation, and its time limit. */
class TurnSettingsTest {

    private static final Options OPTIONS = new Options("gpt", Map.of("history", true), Json.MAPPER.readTree("\"web\""),
            "task", Map.of("tenant", Json.MAPPER.readTree("7"), "lang", Json.MAPPER.readTree("\"de\"")));

    @Test
    void optionsOfTheCaseTravelWithEveryCall() throws Exception {
        var standard = saying("a");
        var scripted = saying("a", "b");
        var dynamic = new Stage(saying("a", "done")).with(OPTIONS);
        dynamic.simulator.then(reply("1")).then(reply("2"));

        var _ = new Stage(standard).with(OPTIONS).hold(new Conversation.Standard(List.of(Message.user("a"))));
        var _ = new Stage(scripted).with(OPTIONS).hold(turns(turn("a"), turn("b")));
        var _ = dynamic.hold(new Conversation.Dynamic(List.of(), List.of(), agent("sim"),
                List.of(new Checkpoint("done", null, List.of(contains("done")), List.of(), true)), 5));

        assertThat(List.of(standard, scripted, dynamic.target)).allSatisfy(
                target -> assertThat(target.requests).extracting(AgentRequest::options).containsOnly(OPTIONS));
    }

    @Test
    void optionsOfATurnBeatTheCases() throws Exception {
        var target = saying("a", "b");
        var own = new Options("big", Map.of(), null, null, Map.of("lang", Json.MAPPER.readTree("\"fr\"")));

        var _ = new Stage(target).with(OPTIONS).hold(turns(with(turn("a"), own, null), turn("b")));

        assertThat(target.requests).extracting(AgentRequest::options).containsExactly(
                new Options("big", OPTIONS.skip(), OPTIONS.search(), "task",
                        Map.of("tenant", Json.MAPPER.readTree("7"), "lang", Json.MAPPER.readTree("\"fr\""))),
                OPTIONS);
    }

    @Test
    void aTurnIsSentToTheConnectorThatItChooses() throws Exception {
        var target = saying("a", "b");
        var gpt = Options.NONE.withConnector("gpt");

        var _ = new Stage(target).hold(turns(with(turn("a"), gpt, null), turn("b")));

        assertThat(target.requests).extracting(request -> request.endpoint().url()).containsExactly("http://gpt/target",
                "http://127.0.0.1/target");
    }

    @Test
    void aTurnsLimitIsPartOfTheCases() throws Exception {
        var target = saying("a", "b", "c");
        var stage = new Stage(target).within(Duration.ofSeconds(60)).withTurnsWithin(Duration.ofSeconds(20));
        target.whileCalled(() -> stage.pass(Duration.ofSeconds(25)));

        var _ = stage.hold(turns(turn("a"), with(turn("b"), Options.NONE, Duration.ofSeconds(5)),
                with(turn("c"), Options.NONE, Duration.ofSeconds(30))));

        assertThat(target.limits).as("the case's, the turn's own, and what is left of the whole").containsExactly(
                Duration.ofSeconds(20), Duration.ofSeconds(5), Duration.ofSeconds(60));
    }

    @Test
    void whatTheCaseItselfSaysIsToldAsItsInitialInput() throws Exception {
        var ending = new Stage(saying("a", "b")).hold(
                turns(Turn.initial(turn("a").content()), turn("b")));

        var said = Objects.requireNonNull(ending.dialogue()).turns();
        assertThat(said).extracting(each -> each.utterance().source()).containsExactly(InputSource.INITIAL,
                InputSource.STATIC);
        assertThat(said).extracting(each -> each.utterance().name()).containsOnlyNulls();
    }

    private static Conversation turns(Turn... turns) {
        return new Conversation.Scripted(List.of(), List.of(turns), new Then.End(), Finals.LAST_REPLY);
    }

    private static Turn with(Turn turn, Options options, @Nullable Duration timeout) {
        return new Turn(turn.name(), turn.content(), turn.assertions(), options, turn.tools(), turn.payload(),
                turn.expected(), new Turn.Pace(null, timeout), turn.path());
    }
}
