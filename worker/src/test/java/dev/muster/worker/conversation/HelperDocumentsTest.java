package dev.muster.worker.conversation;

import static dev.muster.worker.conversation.ScriptedAgent.called;
import static dev.muster.worker.conversation.ScriptedAgent.reply;
import static dev.muster.worker.conversation.ScriptedAgent.saying;
import static dev.muster.worker.conversation.Stage.agent;
import static dev.muster.worker.conversation.Stage.contains;
import static dev.muster.worker.conversation.Stage.turn;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.json.Json;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Checkpoint;
import dev.muster.common.model.Conversation.Finals;
import dev.muster.common.model.Message;
import dev.muster.common.model.Then;
import dev.muster.common.model.ToolCall;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests the documents that simulators get. */
class HelperDocumentsTest {

    private static final HelperUse CLERK = agent("sim", "persona", "a clerk", "goal", "file an expense", "mood",
            "in a hurry");

    @Test
    void aSimulatorIsToldWhoItIsAndWhatWasSaid() throws Exception {
        var stage = new Stage(new ScriptedAgent().then(looking("How much?")).then(reply("Thanks.")));
        stage.simulator.then(reply("{\"input\":\"$250\"}"));

        var _ = stage.hold(new Conversation.Scripted(List.of(), List.of(turn("Dinner")),
                new Then.Ask(CLERK, null, Then.OnMissingInput.SKIP, 7), Finals.LAST_REPLY));

        assertThat(told(stage)).isEqualTo(json("""
                {"test_mode": "simulator", "test_id": "T", "session_id": "talk-1",
                 "persona": "a clerk", "goal": "file an expense", "mood": "in a hurry",
                 "conversation": [{"role": "user", "content": "Dinner"}, {"role": "assistant", "content": "How much?"}],
                 "last_response": "How much?", "turn_number": 2, "turn_count": 2, "max_turns": 7,
                 "tool_results": {"rates": {"EUR": 1}}}"""));
    }

    @Test
    void aSimulatorIsNeverToldOfATurnBeyondTheLast() throws Exception {
        var stage = new Stage(saying("a?", "b?", "Thanks."));
        stage.simulator.then(reply("{\"input\":\"1\"}"));

        var _ = stage.hold(new Conversation.Scripted(List.of(), List.of(turn("one"), turn("two")),
                new Then.Ask(CLERK, null, Then.OnMissingInput.SKIP, 1), Finals.LAST_REPLY));

        assertThat(told(stage).path("turn_number").asInt()).isEqualTo(3);
        assertThat(told(stage).path("max_turns").asInt()).isEqualTo(3);
    }

    @Test
    void aSimulatorOfACaseWithCheckpointsIsToldTheSameAndWhatIsReached() throws Exception {
        var stage = new Stage(saying("How much?", "Submitted."));
        stage.simulator.then(reply("{\"input\":\"Dinner\"}")).then(reply("{\"input\":\"$250\"}"));

        var _ = stage.hold(new Conversation.Dynamic(List.of(), List.of(), CLERK,
                List.of(point("asked", "much"), point("submitted", "Submitted")), 9));

        assertThat(json(stage.simulator.requests.getFirst().messages().getFirst().text())).isEqualTo(json("""
                {"test_mode": "simulator", "test_id": "T", "session_id": "talk-1",
                 "persona": "a clerk", "goal": "file an expense", "mood": "in a hurry", "conversation": [],
                 "last_response": "", "turn_number": 1, "turn_count": 1, "max_turns": 9, "tool_results": {},
                 "checkpoints_reached": [], "checkpoints_pending": ["asked", "submitted"]}"""));
        assertThat(told(stage)).isEqualTo(json("""
                {"test_mode": "simulator", "test_id": "T", "session_id": "talk-1",
                 "persona": "a clerk", "goal": "file an expense", "mood": "in a hurry",
                 "conversation": [{"role": "user", "content": "Dinner"}, {"role": "assistant", "content": "How much?"}],
                 "last_response": "How much?", "turn_number": 2, "turn_count": 2, "max_turns": 9, "tool_results": {},
                 "checkpoints_reached": ["asked"], "checkpoints_pending": ["submitted"]}"""));
    }

    @Test
    void aSimulatorOverYaoHearsTheConversationAsMessagesAndItsDocumentBesideThem() throws Exception {
        var stage = new Stage(saying("How much?", "Submitted."));
        stage.hearsMessages = true;
        stage.simulator.then(reply("{\"input\":\"Dinner\"}")).then(reply("{\"input\":\"$250\"}"));

        var _ = stage.hold(new Conversation.Dynamic(List.of(), List.of(), CLERK,
                List.of(point("submitted", "Submitted")), 9));

        var opening = stage.simulator.requests.getFirst();
        assertThat(opening.messages()).singleElement().extracting(Message::role).isEqualTo("user");
        assertThat(json(opening.messages().getFirst().text()).path("goal").asString()).isEqualTo("file an expense");
        var next = stage.simulator.requests.getLast();
        assertThat(next.messages()).extracting(message -> message.role() + ": " + message.text())
                .containsExactly("assistant: Dinner", "user: How much?");
        assertThat(next.options().metadata()).containsEntry("persona", json("\"a clerk\""))
                .containsEntry("turn_number", json("2")).containsEntry("test_mode", json("\"simulator\""));
    }

    @Test
    void aValidatorOverYaoHearsWhatWasAskedAndAnswered() throws Exception {
        var stage = new Stage(saying("Four."))
                .checking(Assertion.of(new HelperCheck.Agent(agent("judge", "criteria", "right"), null, 1)));
        stage.hearsMessages = true;
        stage.validator.then(reply("{\"passed\":true}"));

        var _ = stage.hold(new Conversation.Standard(List.of(Message.user("Two and two?"))));

        var asked = stage.validator.requests.getFirst();
        assertThat(asked.messages()).extracting(message -> message.role() + ": " + message.text())
                .containsExactly("user: Two and two?", "assistant: Four.");
        assertThat(asked.options().metadata()).containsEntry("criteria", json("\"right\""))
                .containsEntry("output", json("\"Four.\""));
    }

    @Test
    void metadataBeatsTheDocumentExceptRoleTestAndSession() throws Exception {
        var stage = new Stage(saying("Submitted."));
        stage.simulator.then(reply("{\"input\":\"Dinner\"}"));
        var posing = agent("sim", "test_mode", "judge", "test_id", "other", "session_id", "mine", "last_response",
                "ours");

        var _ = stage.hold(new Conversation.Dynamic(List.of(), List.of(), posing,
                List.of(point("submitted", "Submitted")), 9));

        var told = told(stage);
        assertThat(told.path("test_mode").asString()).isEqualTo("simulator");
        assertThat(told.path("test_id").asString()).isEqualTo("T");
        assertThat(told.path("session_id").asString()).isEqualTo("talk-1");
        assertThat(told.path("last_response").asString()).isEqualTo("ours");
    }

    @Test
    void aHelperIsCalledWithTheOptionsOfItsUse() throws Exception {
        var stage = new Stage(saying("Submitted."));
        stage.simulator.then(reply("{\"input\":\"Dinner\"}"));
        var use = new HelperUse(Reference.agent("sim"), new Options("gpt", Map.of("trace", true), json("\"web\""),
                "task", Map.of("persona", json("\"a clerk\""))));

        var _ = stage.hold(new Conversation.Dynamic(List.of(), List.of(), use,
                List.of(point("submitted", "Submitted")), 9));

        var options = stage.simulator.requests.getFirst().options();
        assertThat(stage.simulator.requests.getFirst().endpoint().url()).isEqualTo("http://gpt/sim");
        assertThat(options.connector()).isEqualTo("gpt");
        assertThat(options.skip()).isEqualTo(Map.of("trace", true));
        assertThat(options.search()).isEqualTo(json("\"web\""));
        assertThat(options.mode()).isEqualTo("task");
        assertThat(options.metadata()).containsEntry("persona", json("\"a clerk\"")).containsKey("conversation");
    }

    @Test
    void whyASimulatorSaidItIsKeptWhereItTells() throws Exception {
        var stage = new Stage(saying("How much?", "When?", "Submitted."));
        stage.simulator.then(reply("{\"input\":\"Dinner\",\"reasoning\":\"to begin\"}"))
                .then(reply("{\"input\":\"$250\"}")).then(reply("Yesterday"));

        var ending = stage.hold(new Conversation.Dynamic(List.of(), List.of(), CLERK,
                List.of(point("submitted", "Submitted")), 9));

        assertThat(Objects.requireNonNull(ending.dialogue()).turns()).extracting(each -> each.utterance().reasoning())
                .containsExactly("to begin", null, null);
    }

    private static AgentReply looking(String text) {
        var plain = called(text, "rates", "{}");
        var result = new ToolResult("call-rates", "rates", json("{\"EUR\": 1}"), false);
        return new AgentReply(
                AgentReply.Content.of(text, List.of(new ToolCall("call-rates", "rates", json("{}"))), List.of(result),
                        null, List.of()),
                "stop", false, null, plain.timing(), List.of(), reply(text).sequel(), plain.trace());
    }

    private static Checkpoint point(String id, String text) {
        return new Checkpoint(id, null, List.of(contains(text)), List.of(), true);
    }

    private static JsonNode told(Stage stage) {
        return json(stage.simulator.requests.getLast().messages().getLast().text());
    }

    private static JsonNode json(String text) {
        return Json.MAPPER.readTree(text);
    }
}
