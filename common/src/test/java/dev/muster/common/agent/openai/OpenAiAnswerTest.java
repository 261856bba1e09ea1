package dev.muster.common.agent.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Usage;
import dev.muster.common.agent.http.AnswerReader;
import dev.muster.common.agent.http.AnswerReader.End;
import dev.muster.common.agent.http.AnswerReader.Next;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.testing.Cost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how a completion is assembled. */
class OpenAiAnswerTest {

    private static final String STOP = "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}";
    private static final String CALLS = "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}";
    private static final String DONE = "[DONE]";

    private final List<AgentEvent> heard = new ArrayList<>();

    @Test
    void contentIsJoinedAndUsageComesInAChunkWithoutChoices() throws Exception {
        AgentReply reply = reply(delta("\"role\":\"assistant\",\"content\":\"\""), delta("\"content\":\"Hel\""), delta(
                "\"content\":\"lo\""), STOP, "{\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":2}}",
                DONE);

        assertThat(reply.content().text()).isEqualTo("Hello");
        assertThat(reply.finish()).isEqualTo("stop");
        assertThat(reply.usage()).isEqualTo(new Usage(9, 2));
        assertThat(heard).containsExactly(new AgentEvent.TextDelta("Hel"), new AgentEvent.TextDelta("lo"),
                new AgentEvent.Used(new Usage(9, 2)));
    }

    @Test
    void aFirstChunkWithoutChoicesAsAzureSendsItIsRead() throws Exception {
        assertThat(reply("{\"choices\":[],\"prompt_filter_results\":[{\"index\":0}]}", delta("\"content\":\"a\""), STOP,
                DONE).content().text()).isEqualTo("a");
    }

    @Test
    void nullsAreNothing() throws Exception {
        assertThat(reply("{\"error\":null,\"usage\":null,\"choices\":[{\"index\":0,\"delta\":{\"content\":null,"
                + "\"refusal\":null,\"tool_calls\":null},\"finish_reason\":null}]}", STOP, DONE).content().text())
                .isEmpty();
    }

    @Test
    void whatCarriesContentIsReadOrNamed() throws Exception {
        var reply = reply(delta("\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"a\"},"
                + "{\"type\":\"image_url\",\"image_url\":{\"url\":\"x\"}}],\"images\":[{}],\"files\":[],"
                + "\"annotations\":[{}]"), STOP, DONE);

        assertThat(reply.content().text()).isEqualTo("a");
        assertThat(reply.warnings()).containsExactly(
                "the answer has 'images' in its message, which Muster does not read",
                "the answer has a part of the type 'image_url' in its message, which Muster does not read");
    }

    @Test
    void whatAnAnswerInAudioSaysIsItsText() throws Exception {
        var reply = reply(delta("\"content\":null,\"audio\":{\"id\":\"x\",\"data\":\"AA==\",\"transcript\":\"Good \"}"),
                delta("\"audio\":{\"transcript\":\"day.\"}"), STOP, DONE);

        assertThat(reply.content().text()).isEqualTo("Good day.");
        assertThat(reply.warnings()).isEmpty();
    }

    @Test
    void onlyChoiceZeroCounts() throws Exception {
        assertThat(
                reply(delta("\"content\":\"a\""), "{\"choices\":[{\"index\":1,\"delta\":{\"content\":\"b\"}}]}", STOP,
                        DONE).content().text())
                .isEqualTo("a");
    }

    @Test
    void reasoningIsHeardAndIsNotTheAnswer() throws Exception {
        AgentReply reply = reply(delta("\"reasoning_content\":\"hm\""), delta("\"reasoning\":\"so\""), delta(
                "\"content\":\"a\""), STOP, DONE);

        assertThat(reply.content().text()).isEqualTo("a");
        assertThat(heard).contains(new AgentEvent.Reasoning("hm"), new AgentEvent.Reasoning("so"));
    }

    @Test
    void aRefusalIsTheTextWhenThereIsNoContent() throws Exception {
        AgentReply refused = reply(delta("\"refusal\":\"I can\""), delta("\"refusal\":\"not\""), STOP, DONE);

        assertThat(refused.content().text()).isEqualTo("I cannot");
        assertThat(refused.finish()).isEqualTo("refusal");
        assertThat(reply(delta("\"content\":\"a\",\"refusal\":\"b\""), STOP).content().text()).isEqualTo("a");
    }

    @Test
    void toolCallsAreJoinedByIndex() throws Exception {
        AgentReply reply = reply(call("\"index\":0,\"id\":\"c1\",\"type\":\"function\"", "find", "{\\\"q\\\""), call(
                "\"index\":1,\"id\":\"c2\"", "count", ""), piece("\"index\":0", ":1}"), piece("\"index\":1", "{}"),
                CALLS, DONE);

        assertThat(reply.finish()).isEqualTo("tool_calls");
        assertThat(reply.content().toolCalls()).extracting("id", "name")
                .containsExactly(org.assertj.core.groups.Tuple.tuple("c1",
                        "find"), org.assertj.core.groups.Tuple.tuple("c2", "count"));
        assertThat(reply.content().toolCalls().getFirst().arguments()).hasToString("{\"q\":1}");
        assertThat(heard).hasSize(2);
    }

    @Test
    void serversThatSendTheSameIndexForAllAreUnderstoodById() throws Exception {
        assertThat(reply(call("\"index\":0,\"id\":\"c1\"", "a", "{}"), call("\"index\":0,\"id\":\"c2\"", "b", "{}"),
                CALLS).content().toolCalls()).extracting("name").containsExactly("a", "b");
    }

    @Test
    void serversThatSendNoIndexAreUnderstood() throws Exception {
        assertThat(reply(call("\"id\":\"c1\"", "a", "{\\\"x\\\""), piece("\"id\":\"c1\"", ":"),
                "{\"choices\":[{\"delta\":"
                        + "{\"tool_calls\":[{\"function\":{\"arguments\":\"1}\"}}]}}]}",
                call("\"id\":\"c2\"", "b", ""), CALLS)
                .content().toolCalls()).extracting(call -> call.name() + call.arguments())
                .containsExactly("a{\"x\":1}", "b{}");
    }

    @Test
    void serversThatRepeatIdAndNameAreUnderstood() throws Exception {
        assertThat(reply(call("\"index\":0,\"id\":\"c1\"", "find", "{"), call("\"index\":0,\"id\":\"c1\"", "find", "}"),
                CALLS).content().toolCalls()).extracting(call -> call.name() + call.arguments())
                .containsExactly("find{}");
    }

    @Test
    void wholeCallsAtOnceAndArgumentsAsAnObjectAreUnderstood() throws Exception {
        AgentReply reply = reply(
                "{\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"function\":{\"name\":\"a\",\"arguments\":{\"x\":1}}},"
                        + "{\"id\":\"c2\",\"function\":{\"name\":\"b\",\"arguments\":\"oops\"}}]}}]}",
                STOP);

        assertThat(reply.content().toolCalls()).extracting("id").containsExactly("call_0", "c2");
        assertThat(reply.content().toolCalls().getFirst().arguments()).hasToString("{\"x\":1}");
        assertThat(reply.content().toolCalls().getLast().arguments().stringValue()).isEqualTo("oops");
        assertThat(reply.finish()).as("with stop, as some say").isEqualTo("tool_calls");
    }

    @Test
    void aCutAnswerSaysLength() throws Exception {
        assertThat(reply(delta("\"content\":\"a\""), STOP.replace("stop", "length"), DONE).finish())
                .isEqualTo("length");
    }

    @Test
    void contentInPartsIsTheirText() throws Exception {
        assertThat(
                reply(delta("\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"thinking\",\"thinking\":[]}]"),
                        STOP).content().text())
                .isEqualTo("a");
    }

    @Test
    void anErrorInTheStreamIsTheOutcome() throws Exception {
        assertThat(outcome(End.CLOSED, delta("\"content\":\"a\""),
                "{\"error\":{\"message\":\"overloaded\",\"type\":\"server_error\",\"code\":null}}")).isEqualTo(
                        AgentFailure.Agent.declared("agent error: overloaded (server_error)"));
        assertThat(outcome(End.CLOSED, "{\"error\":\"boom\"}"))
                .isEqualTo(AgentFailure.Agent.declared("agent error: boom"));
        assertThat(outcome(End.CLOSED, "{\"object\":\"error\",\"message\":\"boom\",\"code\":400}")).isEqualTo(
                AgentFailure.Agent.declared("agent error: boom (400)"));
    }

    @Test
    void tokensAreToldAlsoOfAnAnswerThatFails() throws Exception {
        var _ = outcome(End.BROKEN, "{\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":1}}",
                "{\"error\":\"boom\",\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":2}}");

        assertThat(heard).containsExactly(new AgentEvent.Used(new Usage(9, 1)), new AgentEvent.Used(new Usage(9, 2)));
    }

    @Test
    void nothingIsReadAfterDoneOrAnError() throws Exception {
        assertThat(reader().event(DONE, true)).isEqualTo(Next.STOP);
        assertThat(reader().event("{\"error\":\"boom\"}", true)).isEqualTo(Next.STOP);
        assertThat(reader().event(STOP, true)).isEqualTo(Next.GO_ON);
    }

    @Test
    void anEndWithFinishReasonButWithoutDoneIsAnEnd() throws Exception {
        assertThat(outcome(End.CLOSED, STOP)).isInstanceOf(AgentReply.class);
        assertThat(outcome(End.BROKEN, STOP)).isInstanceOfSatisfying(AgentReply.class, reply -> assertThat(reply
                .warnings()).hasSize(1));
        assertThat(outcome(End.CLOSED, DONE)).isInstanceOf(AgentReply.class);
    }

    @Test
    void anEndWithoutEitherIsTruncated() throws Exception {
        assertThat(outcome(End.CLOSED, delta("\"content\":\"a\""))).isEqualTo(new AgentFailure.Truncated(
                "agent error: the stream was truncated, it ended before a finish_reason or [DONE]"));
    }

    @Test
    void contentOfTheWrongTypeBreaksTheProtocol() {
        assertThatThrownBy(() -> reader().event(delta("\"content\":7"), true)).isInstanceOf(StreamBroken.class)
                .hasMessage("content of a chunk is number, but must be a string");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"choices\":{\"index\":0}}", "{\"choices\":\"x\"}", "{\"choices\":[{\"delta\":\"x\"}]}",
        "{\"choices\":[{\"delta\":{\"tool_calls\":{\"id\":\"c\"}}}]}",
        "{\"choices\":[{\"delta\":{\"tool_calls\":[7]}}]}",
        "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"id\":7}]}}]}",
        "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"function\":\"f\"}]}}]}",
        "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"function\":{\"name\":[]}}]}}]}",
        "{\"usage\":{\"prompt_tokens\":-1}}", "{\"usage\":{\"completion_tokens\":\"many\"}}",
        "{\"usage\":{\"prompt_tokens_details\":{\"cached_tokens\":0.5}}}"})
    void whatIsKnownAndOfTheWrongTypeBreaksTheProtocol(String chunk) {
        assertThatThrownBy(() -> reader().event(chunk, true)).isInstanceOf(StreamBroken.class).hasMessageContaining(
                "but must be ");
    }

    @Test
    void aCallHasOneNameAndNeedsIt() throws Exception {
        assertThatThrownBy(() -> reply(call("\"index\":0,\"id\":\"c\"", "search", "{"),
                call("\"index\":0,\"id\":\"c\"", "delete", "}"), CALLS)).isInstanceOf(StreamBroken.class).hasMessage(
                        "the tool call 'c' is of 'delete', but began as one of 'search'");
        assertThat(outcome(End.CLOSED, piece("\"index\":0,\"id\":\"c\"", "{}"), CALLS)).isEqualTo(
                new AgentFailure.Protocol("agent error: the tool call 'c' has no function name"));
    }

    @Test
    void callsWithoutIdsAndWithOneIndexAreUnderstoodByName() throws Exception {
        assertThat(reply(call("\"index\":0", "a", "{}"), call("\"index\":0", "b", "{}"), CALLS).content().toolCalls())
                .extracting(call -> call.name() + call.arguments()).containsExactly("a{}", "b{}");
    }

    @Test
    void aPlainAnswerIsReadAllTheSame() throws Exception {
        AgentOutcome outcome = reader().plain("""
                {"choices":[{"index":0,"message":{"role":"assistant","content":"Hello","tool_calls":[
                {"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}],
                "usage":{"prompt_tokens":1,"completion_tokens":2}}""");

        assertThat(outcome).isInstanceOfSatisfying(AgentReply.class, reply -> {
            assertThat(reply.content().text()).isEqualTo("Hello");
            assertThat(reply.content().toolCalls()).hasSize(1);
            assertThat(reply.usage()).isEqualTo(new Usage(1, 2));
        });
    }

    @Test
    void aPlainAnswerThatIsNoneSaysWhy() throws Exception {
        assertThat(reader().plain("{\"error\":{\"message\":\"no\"}}")).isEqualTo(AgentFailure.Agent.declared(
                "agent error: no"));
        assertThatThrownBy(() -> reader().plain("{\"answer\":1}"))
                .hasMessage("the answer has no choices: {\"answer\":1}");
        assertThat(reader().plain(" ")).isEqualTo(AgentFailure.Agent.undeclared("agent error: the answer is empty"));
        assertThatThrownBy(() -> reader().plain("Hello")).hasMessageStartingWith("the answer is not JSON: ");
    }

    @Test
    void aStreamOfAnotherProtocolShowsItsFirstEvent() throws Exception {
        assertThat(outcome(End.CLOSED, "{\"type\":\"RUN_STARTED\"}", "{\"type\":\"RUN_FINISHED\"}"))
                .isEqualTo(new AgentFailure.Protocol(
                        "agent error: the stream has no choices: {\"type\":\"RUN_STARTED\"}"));
    }

    @Test
    void tenThousandCallsAreReadAndOneMoreIsRefused() throws Exception {
        assertThat(reply(chunkOf(10_000, n -> "\"index\":" + n + ",\"id\":\"c" + n + "\""), CALLS).content()
                .toolCalls()).hasSize(10_000);
        assertThatThrownBy(() -> reader().event(chunkOf(10_001, n -> "\"index\":" + n), true))
                .isInstanceOf(StreamBroken.class)
                .hasMessage("the answer exceeded the limit of 10,000 tool calls per answer");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"index\":%1$d,\"id\":\"c%1$d\"", "\"index\":0,\"id\":\"c%1$d\"", "\"id\":\"c%1$d\""})
    void piecesFindTheirCallAmongThousandsHoweverTheyNameIt(String named) throws Exception {
        var begin = chunkOf(5_000, named::formatted);
        var more = begin.replace("\"name\":\"f\",\"arguments\":\"{\"", "\"arguments\":\"}\"");
        var all = Stream.concat(Stream.of(begin), Stream.concat(Stream.of(more), Stream.of(CALLS)))
                .toArray(String[]::new);

        assertThat(Cost.bounded(() -> reply(all)).content().toolCalls()).hasSize(5_000)
                .allMatch(call -> call.name().equals("f") && call.arguments().isObject());
    }

    private static String chunkOf(int calls, IntFunction<String> named) {
        return "{\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[" + IntStream.range(0, calls)
                .mapToObj(n -> "{" + named.apply(n) + ",\"function\":{\"name\":\"f\",\"arguments\":\"{\"}}")
                .collect(Collectors.joining(",")) + "]}}]}";
    }

    private AgentReply reply(String... events) throws StreamBroken {
        AgentOutcome outcome = outcome(End.CLOSED, events);
        assertThat(outcome).isInstanceOf(AgentReply.class);
        return (AgentReply) outcome;
    }

    private AgentOutcome outcome(End end, String... events) throws StreamBroken {
        AnswerReader reader = reader();
        for (String event : events) {
            if (reader.event(event, true) == Next.STOP) {
                return reader.end(End.CLOSED);
            }
        }
        return reader.end(end);
    }

    private AnswerReader reader() {
        return new OpenAiAnswer(0, new ReplyAssembler(() -> 0, heard::add));
    }

    private static String delta(String members) {
        return "{\"choices\":[{\"index\":0,\"delta\":{" + members + "},\"finish_reason\":null}]}";
    }

    private static String call(String members, String name, String arguments) {
        return delta("\"tool_calls\":[{" + members + ",\"function\":{\"name\":\"" + name + "\",\"arguments\":\""
                + arguments + "\"}}]");
    }

    private static String piece(String members, String arguments) {
        return delta("\"tool_calls\":[{" + members + ",\"function\":{\"arguments\":\"" + arguments + "\"}}]");
    }
}
