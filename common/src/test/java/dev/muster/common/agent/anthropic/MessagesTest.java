package dev.muster.common.agent.anthropic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.AgentRequest.ToolOffer;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.Usage;
import dev.muster.common.agent.http.AnswerReader.End;
import dev.muster.common.agent.http.AnswerReader.Next;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.http.HttpProtocol.UnsendableContent;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.json.Json;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import dev.muster.common.option.Options;
import dev.muster.common.time.Ticker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Tests what is sent as a message, and how an answer is assembled. */
class MessagesTest {

    private static final String START = "{'type':'message_start','message':{'usage':{'input_tokens':7,"
            + "'cache_read_input_tokens':3,'output_tokens':1}}}";
    private static final String STOP = "{'type':'message_stop'}";

    private final List<AgentEvent> heard = new ArrayList<>();

    @Test
    void textIsJoinedThinkingIsNotAndUsageIsReplaced() throws Exception {
        var reply = reply(START, "{'type':'ping'}",
                "{'type':'content_block_start','index':0,'content_block':{'type':'thinking','thinking':''}}",
                delta(0, "'type':'thinking_delta','thinking':'hmm'"),
                delta(0, "'type':'signature_delta','signature':'x'"),
                "{'type':'content_block_start','index':1,'content_block':{'type':'text','text':''}}",
                delta(1, "'type':'text_delta','text':'Hel'"), delta(1, "'type':'text_delta','text':'lo'"),
                "{'type':'content_block_stop','index':1}", stop("end_turn"), STOP);

        assertThat(reply.content().text()).isEqualTo("Hello");
        assertThat(reply.finish()).isEqualTo("stop");
        assertThat(reply.usage()).isEqualTo(new Usage(10, 9, 3, null, false));
        assertThat(heard).contains(new AgentEvent.Reasoning("hmm"), new AgentEvent.TextDelta("Hel"));
    }

    @Test
    void argumentsArePutTogetherAndNoneIsAnEmptyObject() throws Exception {
        var reply = reply(START, call(0, "tool_use", "a", "weather"),
                delta(0, "'type':'input_json_delta','partial_json':'{\\'city\\':'"),
                delta(0, "'type':'input_json_delta','partial_json':'\\'Oslo\\'}'"), call(1, "tool_use", "b", "now"),
                stop("tool_use"), STOP);

        assertThat(reply.content().toolCalls()).containsExactly(
                new ToolCall("a", "weather", json("{'city':'Oslo'}")), new ToolCall("b", "now", json("{}")));
        assertThat(reply.finish()).isEqualTo("tool_calls");
        assertThat(reply.pendingCalls()).containsExactly("a", "b");
    }

    @Test
    void aHostedToolHasItsResultAndWaitsForNobody() throws Exception {
        var reply = reply(START, call(0, "server_tool_use", "s", "web_search"),
                "{'type':'content_block_start','index':1,'content_block':{'type':'web_search_tool_result',"
                        + "'tool_use_id':'s','content':[{'title':'t'}]}}",
                stop("pause_turn"), STOP);

        assertThat(reply.content().toolResults()).singleElement()
                .satisfies(result -> assertThat(result.name()).isEqualTo("web_search"));
        assertThat(reply.pendingCalls()).isEmpty();
        assertThat(reply.warnings()).singleElement().asString().contains("pause_turn");
    }

    @Test
    void eachCountOfTheUsageIsReplacedByItself() throws Exception {
        var reply = reply(START, "{'type':'message_delta','delta':{},'usage':{'input_tokens':20,'output_tokens':9}}",
                "{'type':'message_delta','delta':{},'usage':{'input_tokens':0,'cache_creation_input_tokens':5}}", STOP);

        assertThat(reply.usage()).isEqualTo(new Usage(28, 9, 3, null, false));
    }

    @Test
    void whatItDoesNotKnowIsKept() throws Exception {
        var reply = reply(START, "{'type':'content_block_start','index':0,'content_block':{'type':'chart','x':1}}",
                "{'type':'content_block_stop','index':0}", "{'type':'note'}", STOP);

        assertThat(reply.content().custom()).hasToString(quoted("[{'name':'chart','value':{'type':'chart','x':1}}, "
                + "{'name':'note','value':{'type':'note'}}]"));
    }

    @Test
    void whatAnAnswerKeepsIsBoundedAsAWhole() {
        var many = "'x':[" + "0,".repeat(200_000) + "0]";
        for (var block : List.of("'type':'chart'," + many, "'type':'tool_use','name':'f','input':{" + many + "}",
                "'type':'web_search_tool_result','content':{" + many + "}")) {
            var events = IntStream.range(0, 3).mapToObj(i -> "{'type':'content_block_start','index':" + i
                    + ",'content_block':{" + block + "}}").toArray(String[]::new);
            assertThatThrownBy(() -> reply(events)).isInstanceOf(StreamBroken.class)
                    .hasMessageContaining("500,000 values");
        }
    }

    @Test
    void aPlainMessageIsReadToo() throws Exception {
        var outcome = answer()
                .plain(quoted("{'type':'message','content':[{'type':'text','text':'Hi'},{'type':'tool_use',"
                        + "'id':'a','name':'f','input':{'x':1}}],'stop_reason':'max_tokens','usage':{'input_tokens':1,"
                        + "'output_tokens':2}}"));

        assertThat(outcome).isInstanceOfSatisfying(AgentReply.class, reply -> {
            assertThat(reply.content().text()).isEqualTo("Hi");
            assertThat(reply.content().toolCalls()).containsExactly(new ToolCall("a", "f", json("{'x':1}")));
            assertThat(reply.finish()).isEqualTo("length");
        });
    }

    @Test
    void anErrorInTheStreamIsTheAgents() throws Exception {
        assertThat(outcome(End.CLOSED, START, "{'type':'error','error':{'type':'overloaded_error','message':'busy'}}"))
                .isInstanceOfSatisfying(AgentFailure.Agent.class,
                        failure -> assertThat(failure.text()).isEqualTo("agent error: busy (overloaded_error)"));
    }

    @Test
    void whatIsCutOffIsTruncated() throws Exception {
        assertThat(outcome(End.BROKEN, START, stop("end_turn"))).isInstanceOf(AgentFailure.Truncated.class);
        assertThat(outcome(End.CLOSED, "{'choices':[]}")).isInstanceOf(AgentFailure.Protocol.class);
        assertThatThrownBy(() -> outcome(End.CLOSED, START, delta(4, "'type':'input_json_delta','partial_json':'{'")))
                .isInstanceOf(StreamBroken.class).hasMessageContaining("block 4");
    }

    @ParameterizedTest
    @CsvSource({"https://a.example,https://a.example/v1/messages",
        "https://a.example/,https://a.example/v1/messages",
        "https://a.example/v1,https://a.example/v1/messages",
        "https://a.example/v1/messages?x=1,https://a.example/v1/messages?x=1"})
    void noPartOfThePathIsDoubled(String url, String called) throws Exception {
        try (var calls = new HttpCalls(1, Clock.systemUTC())) {
            var sending = new AnthropicProtocol(calls, Ticker.system()).sending(request(url, Message.user("hi")));

            assertThat(sending.url()).isEqualTo(called);
            assertThat(sending.headers()).containsEntry("anthropic-version", "2023-06-01");
        }
    }

    @Test
    void resultsComeBeforeWhatTheUserSaysNext() throws Exception {
        var call = new Message("assistant", List.of(new ContentPart.Text("Looking.")),
                List.of(new ToolCall("a", "weather", json("{'city':'Oslo'}"))), null);
        var request = request("https://a.example", new Message("system", List.of(new ContentPart.Text("Be brief.")),
                List.of(), null), Message.user("hi"), call, Message.tool("a", "rain"), Message.user("and now?"))
                .withTools(List.of(new ToolOffer("weather", "Tells it.", null)));

        var body = MessagesBody.of(request);

        assertThat(body.path("system").stringValue()).isEqualTo("Be brief.");
        assertThat(body.path("max_tokens").intValue()).isEqualTo(4096);
        assertThat(body.path("messages")).isEqualTo(json("""
                [{'role':'user','content':[{'type':'text','text':'hi'}]},
                 {'role':'assistant','content':[{'type':'text','text':'Looking.'},
                   {'type':'tool_use','id':'a','name':'weather','input':{'city':'Oslo'}}]},
                 {'role':'user','content':[{'type':'tool_result','tool_use_id':'a','content':'rain'},
                   {'type':'text','text':'and now?'}]}]"""));
        assertThat(body.path("tools").path(0).path("input_schema").path("type").stringValue()).isEqualTo("object");
    }

    @Test
    void filesAreBlocksAndAudioIsRefused() throws Exception {
        var image = new ContentPart.Media("image", null, "QUJD", "image/png", "a.png");
        var text = new ContentPart.Media("file", null, "QUJD", "text/plain", "a.txt");
        var body = MessagesBody.of(request("https://a.example", new Message("user", List.of(image, text), List.of(),
                null)));

        assertThat(body.path("messages").path(0).path("content")).isEqualTo(json("""
                [{'type':'image','source':{'type':'base64','media_type':'image/png','data':'QUJD'}},
                 {'type':'document','title':'a.txt',
                  'source':{'type':'text','media_type':'text/plain','data':'ABC'}}]"""));
        var audio = new ContentPart.Media("audio", null, "QUJD", "audio/wav", "a.wav");
        assertThatThrownBy(() -> MessagesBody.of(request("https://a.example",
                new Message("user", List.of(audio), List.of(), null)))).isInstanceOf(UnsendableContent.class);
    }

    private MessagesAnswer answer() {
        return new MessagesAnswer(new ReplyAssembler(Ticker.system(), heard::add));
    }

    private AgentReply reply(String... events) throws StreamBroken {
        var outcome = outcome(End.CLOSED, events);
        assertThat(outcome).isInstanceOf(AgentReply.class);
        return (AgentReply) outcome;
    }

    private AgentOutcome outcome(End end, String... events) throws StreamBroken {
        var answer = answer();
        for (var event : events) {
            if (answer.event(quoted(event), true) == Next.STOP) {
                break;
            }
        }
        return answer.end(end);
    }

    private static AgentRequest request(String url, Message... messages) {
        return new AgentRequest(new Endpoint(url, Map.of(), "claude", null, true, null), "t", "r", List.of(messages),
                Options.NONE, StreamBounds.DEFAULT);
    }

    private static String delta(int index, String delta) {
        return "{'type':'content_block_delta','index':" + index + ",'delta':{" + delta + "}}";
    }

    private static String call(int index, String type, String id, String name) {
        return "{'type':'content_block_start','index':" + index + ",'content_block':{'type':'" + type + "','id':'" + id
                + "','name':'" + name + "','input':{}}}";
    }

    private static String stop(String reason) {
        return "{'type':'message_delta','delta':{'stop_reason':'" + reason + "'},'usage':{'output_tokens':9}}";
    }

    private static String quoted(String text) {
        return text.replace("\\'", "\\\"").replace('\'', '"');
    }

    private static JsonNode json(String text) {
        return Json.MAPPER.readTree(quoted(text));
    }
}
