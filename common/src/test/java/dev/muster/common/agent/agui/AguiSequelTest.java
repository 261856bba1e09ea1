package dev.muster.common.agent.agui;

import static dev.muster.common.agent.agui.Stream.FINISHED;
import static dev.muster.common.agent.agui.Stream.STARTED;
import static dev.muster.common.agent.agui.Stream.brokenAfterStart;
import static dev.muster.common.agent.agui.Stream.reply;
import static dev.muster.common.agent.agui.Stream.replyWhenSent;
import static dev.muster.common.agent.agui.Stream.wholeReply;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Interrupt.Resume;
import dev.muster.common.agent.agui.RunInput.Sent;
import dev.muster.common.json.Json;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Tests what a reply passes to the next call of its conversation. */
class AguiSequelTest {

    private static final String SAYS = "TEXT_MESSAGE_CHUNK messageId=m delta=Let";

    @Test
    void whatWasSaidKeepsItsIdsAndACallBelongsToTheMessageThatMadeIt() {
        AgentReply reply = reply(SAYS, call("c", "m"), result("r", "c", "found"),
                "TEXT_MESSAGE_CHUNK messageId=n delta=Here");

        assertThat(said(reply)).isEqualTo("m assistant 'Let' [c], r tool 'found' for c, n assistant 'Here' []");
        assertThat(reply.content().texts()).containsExactly("Let", "Here");
        assertThat(reply.content().text()).isEqualTo("Here");
    }

    @Test
    void callsThatNameNoMessageAreOneMessageUntilSomethingElseComes() {
        AgentReply reply = reply(call("c1"), call("c2"), result("r1", "c1", "1"), result("r2", "c2", "2"), call("c3"),
                result("r3", "c3", "3"));

        assertThat(said(reply)).isEqualTo("c1 assistant '' [c1, c2], r1 tool '1' for c1, r2 tool '2' for c2, "
                + "c3 assistant '' [c3], r3 tool '3' for c3");
    }

    @Test
    void resultsStandBehindTheirCallsEvenWhenSomethingWasSaidBetween() {
        AgentReply reply = reply(call("c"), SAYS, result("r", "c", "1"));

        assertThat(said(reply)).isEqualTo("c assistant '' [c], r tool '1' for c, m assistant 'Let' []");
    }

    @Test
    void theResultOfACallOfAnEarlierRunComesFirst() {
        AgentReply reply = replyWhenSent(new Sent(Set.of("old"), Set.of("old"), Set.of(), null), SAYS,
                result("r", "old", "done"));

        assertThat(said(reply)).isEqualTo("r tool 'done' for old, m assistant 'Let' []");
    }

    @Test
    void theResultOfACallThatNobodyMadeOrThatWasAnsweredBeforeIsNotSaid() {
        AgentReply reply = replyWhenSent(Set.of("answered"), SAYS, result("r", "answered", "again"),
                result("s", "unknown", "x"));

        assertThat(said(reply)).isEqualTo("m assistant 'Let' []");
    }

    @Test
    void aRestatedConversationIsWhatWasSaid() {
        AgentReply reply = reply("TEXT_MESSAGE_CHUNK messageId=gone delta=draft", call("c", "streamed"), """
                {"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u","role":"user","content":"hi"},
                {"id":"a","role":"assistant","content":"Let","toolCalls":[
                {"id":"c","type":"function","function":{"name":"find","arguments":"{}"}}]},
                {"id":"t","role":"tool","toolCallId":"c","content":"found"},
                {"id":"b","role":"assistant","content":"Here"}]}""");

        assertThat(said(reply)).isEqualTo("a assistant 'Let' [c], t tool 'found' for c, b assistant 'Here' []");
    }

    @Test
    void aCallThatTheRestatedConversationLeavesOutStaysSaid() {
        AgentReply reply = reply("TEXT_MESSAGE_CHUNK messageId=m delta=gone", call("c", "m"),
                "MESSAGES_SNAPSHOT messages=[{\"id\":\"b\",\"role\":\"assistant\",\"content\":\"Here\"}]");

        assertThat(said(reply)).isEqualTo("m assistant '' [c], b assistant 'Here' []");
        assertThat(reply.pendingCalls()).containsExactly("c");
    }

    @Test
    void anEmptyMessageAddsNothing() {
        AgentReply reply = reply("TEXT_MESSAGE_START messageId=m", "TEXT_MESSAGE_END messageId=m");

        assertThat(reply.messages()).isEmpty();
        assertThat(reply.content().texts()).containsExactly("");
        assertThat(reply("STATE_SNAPSHOT snapshot={}").content().texts()).isEmpty();
    }

    @Test
    void callsWithoutResultArePending() {
        AgentReply reply = reply(call("c1"), call("c2"), result("r", "c1", "1"));

        assertThat(reply.pendingCalls()).containsExactly("c2");
        assertThat(reply.finish()).isEqualTo("tool_calls");
    }

    @Test
    void whatTheAgentSaysIsPendingWins() {
        AgentReply some = wholeReply(STARTED, call("c1"), call("c2"),
                FINISHED + " outcome={\"type\":\"success\",\"pendingToolCallIds\":[\"c2\"]}");
        AgentReply none = wholeReply(STARTED, call("c1"),
                FINISHED + " outcome={\"type\":\"success\",\"pendingToolCallIds\":[]}");

        assertThat(some.pendingCalls()).containsExactly("c2");
        assertThat(none.pendingCalls()).as("an empty list names none, and says nothing of the stream")
                .containsExactly("c1");
    }

    @Test
    void aCallThatIsLeftToTheFrontendWaitsForTheUser() {
        AgentReply offered = replyWhenSent(new Sent(Set.of(), Set.of(), Set.of("find"), null), call("c"), SAYS);
        AgentReply declared = wholeReply(STARTED, call("c"), SAYS,
                FINISHED + " outcome={\"type\":\"success\",\"pendingToolCallIds\":[\"c\"]}");

        assertThat(offered.awaiting()).isTrue();
        assertThat(declared.awaiting()).isTrue();
        assertThat(reply(SAYS, call("c")).awaiting()).isTrue();
    }

    @Test
    void anAgentThatWentOnAfterACallOfItsOwnDoesNot() {
        assertThat(reply(call("c"), SAYS).awaiting()).isFalse();
        assertThat(reply(call("c"), result("r", "c", "1")).awaiting()).isFalse();
    }

    @Test
    void anInterruptSaysWhatIsAsked() {
        AgentReply reply = interrupted("""
                {"id":"i1","reason":"tool_call","message":"Send it?","toolCallId":"c"},
                {"id":"i2","reason":"input_required"}""");

        assertThat(reply.interrupts()).extracting("id").containsExactly("i1", "i2");
        assertThat(reply.interrupts()).extracting("message").containsExactly("Send it?", "input_required");
        assertThat(reply.interrupts().getFirst().detail().path("toolCallId").stringValue()).isEqualTo("c");
        assertThat(reply.interrupts().getFirst().resolved(json("true")))
                .isEqualTo(new Resume("i1", true, json("true"), false));
    }

    @Test
    void aCallOfAnInterruptedRunIsTheAgentsUnlessTheToolIsTheCallers() {
        String interrupt = "{\"id\":\"i\",\"reason\":\"tool_call\",\"toolCallId\":\"c\"}";
        String asked = "CUSTOM name=on_interrupt value=sure?";

        assertThat(interrupted(interrupt, call("c")).pendingCalls()).isEmpty();
        assertThat(reply(call("c"), asked).pendingCalls()).isEmpty();
        assertThat(replyWhenSent(new Sent(Set.of(), Set.of(), Set.of("find"), null), call("c"), asked).pendingCalls())
                .containsExactly("c");
    }

    @Test
    void theInterruptOfAnOlderServerIsAnsweredInItsWay() {
        AgentReply text = reply("CUSTOM name=on_interrupt value=sure?");
        AgentReply object = reply("CUSTOM name=on_interrupt value={\"question\":\"sure?\",\"id\":\"q\"}");
        AgentReply encoded = reply("CUSTOM name=on_interrupt value=\"{\\\"message\\\":\\\"sure?\\\"}\"");

        for (AgentReply reply : List.of(text, object, encoded)) {
            assertThat(reply.awaiting()).isTrue();
            assertThat(reply.interrupts()).singleElement().satisfies(interrupt -> {
                assertThat(interrupt.message()).isEqualTo("sure?");
                assertThat(interrupt.legacy()).isTrue();
            });
        }
        assertThat(object.interrupts().getFirst().id()).isEqualTo("q");
        assertThat(encoded.interrupts().getFirst().detail().isObject()).isTrue();
        assertThat(text.interrupts().getFirst().resolved(json("1")).legacy()).isTrue();
    }

    @Test
    void aServerThatInterruptsInBothWaysAsksOnce() {
        AgentReply reply = interrupted("{\"id\":\"i\",\"reason\":\"ask\"}",
                "CUSTOM name=on_interrupt value=sure?");

        assertThat(reply.interrupts()).extracting("id").containsExactly("i");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"type\":\"interrupt\",\"interrupts\":[1]}",
        "{\"type\":\"interrupt\",\"interrupts\":[{\"reason\":\"ask\"}]}",
        "{\"type\":\"interrupt\",\"interrupts\":[]}", "{\"type\":\"interrupt\",\"interrupts\":[{\"id\":\"i\"}]}",
        "{\"type\":\"interrupt\",\"interrupts\":[{\"id\":\"i\",\"message\":1}]}",
        "{\"type\":\"interrupt\",\"interrupts\":[{\"id\":\"i\",\"toolCallId\":1}]}",
        "{\"type\":\"success\",\"pendingToolCallIds\":\"c\"}", "{\"type\":\"success\",\"pendingToolCallIds\":[1]}"})
    void anOutcomeOfTheWrongShapeBreaksTheProtocol(String outcome) {
        assertThat(brokenAfterStart(FINISHED + " outcome=" + outcome)).contains("must be ");
    }

    @Test
    void patchesApplyToTheStateThatWasSent() {
        AgentReply reply = replyWhenSent(new Sent(Set.of(), Set.of(), Set.of(), json("{\"a\":1}")),
                "STATE_DELTA delta=[{\"op\":\"add\",\"path\":\"/b\",\"value\":2}]");

        assertThat(reply.content().state()).hasToString("{\"a\":1,\"b\":2}");
    }

    @Test
    void argumentsAreSaidAsTheyCame() {
        AgentReply reply = reply(call("c"));

        assertThat(reply.messages()).singleElement().satisfies(message -> assertThat(message.toolCalls())
                .containsExactly(new ToolCall("c", "find", json("{\"q\":7}"))));
    }

    private static AgentReply interrupted(String interrupts, String... before) {
        var events = new ArrayList<>(List.of(STARTED));
        events.addAll(List.of(before));
        events.add("{\"type\":\"RUN_FINISHED\",\"threadId\":\"t\",\"runId\":\"run-1\",\"outcome\":"
                + "{\"type\":\"interrupt\",\"interrupts\":[" + interrupts + "]}}");
        return wholeReply(events.toArray(String[]::new));
    }

    private static String call(String id) {
        return "TOOL_CALL_CHUNK toolCallId=" + id + " toolCallName=find delta=\"{\\\"q\\\":7}\"";
    }

    private static String call(String id, String message) {
        return call(id) + " parentMessageId=" + message;
    }

    private static String result(String id, String call, String content) {
        return "TOOL_CALL_RESULT messageId=" + id + " toolCallId=" + call + " content=\"" + content + "\"";
    }

    private static String said(AgentReply reply) {
        return reply.messages().stream().map(AguiSequelTest::inShort).collect(Collectors.joining(", "));
    }

    private static String inShort(Message message) {
        String text = message.id() + " " + message.role() + " '" + message.text() + "'";
        return message.toolCallId() == null
                ? text + " " + message.toolCalls().stream().map(ToolCall::id).toList()
                : text + " for " + message.toolCallId();
    }

    private static JsonNode json(String text) {
        return Json.MAPPER.readTree(text);
    }
}
