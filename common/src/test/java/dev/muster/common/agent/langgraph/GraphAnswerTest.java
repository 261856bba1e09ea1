package dev.muster.common.agent.langgraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.AgentRequest.Continuation;
import dev.muster.common.agent.AgentRequest.ToolOffer;
import dev.muster.common.agent.Interrupt;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.Usage;
import dev.muster.common.agent.http.AnswerReader.End;
import dev.muster.common.agent.http.AnswerReader.Next;
import dev.muster.common.agent.http.OutgoingBody;
import dev.muster.common.agent.http.OutgoingRequest;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.agent.mapping.AnswerPaths;
import dev.muster.common.agent.mapping.MappedAgent;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.option.Options;
import dev.muster.common.time.Ticker;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Tests the stream of a run, as LangGraph's JavaScript server sends it, and what goes back to the thread. */
class GraphAnswerTest {

    private static final String USER = "{'type':'human','id':'h1','content':'Hi'}";
    private static final String BEGINNING = "values {'messages':[" + USER + "]}";
    private static final String CALL = "{'type':'ai','id':'a1','content':'Let me look','tool_calls':[{'id':'c1',"
            + "'name':'find','args':{'city':'Paris'}}],'usage_metadata':{'input_tokens':3,'output_tokens':5}}";
    private static final String RESULT = "{'type':'tool','id':'t1','tool_call_id':'c1','name':'find','content':"
            + "'{\\'sky\\':\\'sunny\\'}'}";
    private static final String LAST = "{'type':'ai','id':'a2','content':[{'type':'reasoning','reasoning':'hm'},"
            + "{'type':'text','text':'It is sunny.'}]}";
    private static final String ACTIONS = "{'id':'q1','value':{'actionRequests':[{'name':'rm','args':{}},"
            + "{'name':'mv','args':{}}],'reviewConfigs':[]}}";

    private final List<AgentEvent> heard = new ArrayList<>();

    private AgentOutcome read(AgentRequest request, ObjectNode memory, AnswerPaths paths, String... events)
            throws StreamBroken {
        var answer = new GraphAnswer(request, memory, new ReplyAssembler(Ticker.system(), heard::add), paths.inState());
        for (var event : events) {
            var space = event.indexOf(' ');
            if (answer.typed(event.substring(0, space), event.substring(space + 1).replace("\\'", "\\\"")
                    .replace('\'', '"'), true) == Next.STOP) {
                break;
            }
        }
        return answer.end(End.CLOSED);
    }

    private static AnswerPaths paths(String text) throws Exception {
        var stream = GraphBrokenServerTest.STREAM;
        return AnswerPaths.of(text.isEmpty() ? stream : new dev.muster.common.config.AnswerMapping(stream.stream(),
                text, null, null, null, null, null, null, null, Map.of()));
    }

    private AgentOutcome outcome(String... events) throws Exception {
        return read(said(Message.user("Hi")), memory(), paths(""), events);
    }

    private AgentReply reply(String... events) throws Exception {
        return (AgentReply) outcome(events);
    }

    private static ObjectNode memory() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static AgentRequest said(Message... messages) {
        return Requests.with(List.of(messages), Options.NONE);
    }

    @Test
    void textReasoningCallsResultsAndUsageAreRead() throws Exception {
        var reply = reply("metadata {'run_id':'r'}", BEGINNING,
                "messages [{'type':'ai','id':'a1','content':'Let me '},{}]",
                "messages [{'type':'AIMessageChunk','id':'a1','content':'look'},{}]",
                "messages [{'type':'ai','id':'a1','content':'','usage_metadata':{'input_tokens':3,'output_tokens':5}},{}]",
                "updates {'agent':{}}", "values {'messages':[" + USER + "," + CALL + "]}",
                "messages [" + RESULT + ",{}]", "values {'messages':[" + USER + "," + CALL + "," + RESULT + "]}",
                "messages [" + LAST + ",{}]",
                "values {'messages':[" + USER + "," + CALL + "," + RESULT + "," + LAST + "],'sources':2}");

        assertThat(reply.content().text()).isEqualTo("It is sunny.");
        assertThat(reply.content().texts()).containsExactly("Let me look", "It is sunny.");
        assertThat(reply.content().toolCalls()).singleElement().satisfies(call -> {
            assertThat(call.name()).isEqualTo("find");
            assertThat(call.arguments()).hasToString("{\"city\":\"Paris\"}");
        });
        assertThat(reply.content().toolResults()).singleElement().satisfies(result -> assertThat(result.content())
                .hasToString("{\"sky\":\"sunny\"}"));
        assertThat(reply.content().state()).hasToString("{\"sources\":2}");
        assertThat(reply.usage()).isEqualTo(new Usage(3, 5));
        assertThat(reply.finish()).isEqualTo("stop");
        assertThat(heard).contains(new AgentEvent.TextDelta("Let me "), new AgentEvent.Reasoning("hm"));
    }

    @Test
    void everyBlockIsReadOrNamed() throws Exception {
        var reply = reply(BEGINNING, "values {'messages':[" + USER + ",{'type':'ai','id':'a','content':['It is ',"
                + "{'type':'text','text':'here.'},{'type':'image_url','image_url':{'url':'x'}}],'invalid_tool_calls':"
                + "[{'name':'find','args':'{'}]}]}");

        assertThat(reply.content().text()).isEqualTo("It is here.");
        assertThat(reply.warnings()).containsExactlyInAnyOrder(
                "the answer has a block of the type 'image_url' in a message, which Muster does not read",
                "the answer has 'invalid_tool_calls' in a message, which Muster does not read");
    }

    @Test
    void whatTheThreadHasFromEarlierTurnsIsNoReply() throws Exception {
        var reply = reply("values {'messages':[" + USER + "," + CALL + "," + RESULT + "," + LAST + "]}",
                "values {'messages':[" + USER + "," + CALL + "," + RESULT + "," + LAST + ",{'type':'ai','id':'a3',"
                        + "'content':'new'}]}");

        assertThat(reply.content().texts()).containsExactly("new");
        assertThat(reply.content().toolCalls()).isEmpty();
        assertThat(reply.usage()).isNull();
        assertThat(outcome("values {'messages':[" + USER + "," + LAST + "]}", "updates {'agent':{}}"))
                .isInstanceOfSatisfying(AgentFailure.Agent.class, failed -> assertThat(failed.text())
                        .startsWith("agent error: the graph ended without a message of type 'ai' in 'messages'"));
    }

    @Test
    void callsThatNoStateKeepsArePutTogetherFromPieces() throws Exception {
        var reply = reply(BEGINNING,
                "messages [{'type':'ai','id':'x','content':'','tool_call_chunks':[{'id':'c7','name':'find','args':'',"
                        + "'index':0}]},{}]",
                "messages [{'type':'ai','id':'x','content':'','invalid_tool_calls':[{}],'tool_call_chunks':[{'args':"
                        + "'{\\'a\\':','index':0}]},{}]",
                "messages [{'type':'ai','id':'x','content':'','tool_call_chunks':[{'args':'1}','index':0}]},{}]",
                "messages|inner [{'type':'ai','id':'y','content':'','tool_calls':[{'id':'c8','name':'look','args':{}}]},{}]",
                "updates {'agent':null}");

        assertThat(reply.content().toolCalls()).extracting(call -> call.id() + call.name() + call.arguments())
                .containsExactly("c8look{}", "c7find{\"a\":1}");
    }

    @Test
    void interruptsWaitAndTheirAnswersResumeTheRun() throws Exception {
        var memory = memory();
        var one = (AgentReply) read(said(Message.user("Hi")), memory, paths(""), BEGINNING,
                "updates {'__interrupt__':[{'id':'q1','value':{'question':'which city?'}}]}",
                "values {'__interrupt__':[{'id':'q1','value':{'question':'which city?'}}]}");

        assertThat(one.awaiting()).isTrue();
        assertThat(one.interrupts()).extracting(Interrupt::message).containsExactly("which city?");
        assertThat(one.content().text()).isEqualTo("which city?");
        assertThat(sent(one, memory, "'Bonn'")).isEqualTo(json("{'command':{'resume':'Bonn'}}"));
        assertThat(sent(one, memory, "{'approve':false,'reason':'so'}"))
                .isEqualTo(json("{'command':{'resume':{'approve':false,'reason':'so'}}}"));

        var two = (AgentReply) read(said(Message.user("Hi")), memory, paths(""), BEGINNING,
                "updates {'__interrupt__':[{'id':'q1','value':'a?'}]}",
                "updates {'__interrupt__':[{'id':'q2','value':'b?'}]}");

        assertThat(sent(two, memory, "7")).isEqualTo(json("{'command':{'resume':{'q1':7,'q2':7}}}"));
    }

    @Test
    void anApprovalDecidesEveryActionOfTheMiddleware() throws Exception {
        var memory = memory();
        var asked = (AgentReply) read(said(Message.user("Hi")), memory, paths(""), BEGINNING,
                "updates {'__interrupt__':[" + ACTIONS + "]}");

        assertThat(asked.content().text()).isEqualTo("approve the call of rm, mv?");
        assertThat(sent(asked, memory, "{'approve':true}"))
                .isEqualTo(json("{'command':{'resume':{'decisions':[{'type':'approve'},{'type':'approve'}]}}}"));
        assertThat(sent(asked, memory, "'not now'")).isEqualTo(json("{'command':{'resume':{'decisions':["
                + "{'type':'reject','message':'not now'},{'type':'reject','message':'not now'}]}}}"));
        assertThat(sent(asked, memory, "{'decisions':[]}"))
                .isEqualTo(json("{'command':{'resume':{'decisions':[]}}}"));
    }

    @Test
    void aBreakpointOnlyGoesOn() throws Exception {
        var memory = memory();
        var stopped = (AgentReply) read(said(Message.user("Hi")), memory, paths(""), BEGINNING,
                "values {'messages':[" + USER + "," + CALL + "]}", "updates {'__interrupt__':[]}");

        assertThat(stopped.awaiting()).isTrue();
        assertThat(stopped.pendingCalls()).isEmpty();
        assertThat(sent(stopped, memory, "{'approve':true}")).isEqualTo(json("{'input':null}"));
        assertThat(GraphThread.isStuck(answering(stopped, json("{'approve':false}")))).isTrue();
        assertThat(GraphThread.isStuck(answering(stopped, json("true")))).isFalse();
    }

    @Test
    void onlyWhatTheThreadLacksIsSaid() throws Exception {
        var memory = memory();
        var first = (AgentReply) read(said(Message.user("Hi")), memory, paths(""), BEGINNING,
                "values {'messages':[" + USER + "," + CALL + "," + RESULT + "," + LAST + "]}");
        var messages = new ArrayList<>(List.of(Message.user("Hi")));
        messages.addAll(first.messages());
        messages.add(Message.user("And now?"));

        assertThat(GraphThread.unsent(said(messages.toArray(Message[]::new)), memory))
                .containsExactly(Message.user("And now?"));
        assertThat(GraphThread.block(new ContentPart.Media("image", null, "QUJD", "image/png", null)))
                .hasToString("{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,QUJD\"}}");
        assertThat(GraphThread.block(new ContentPart.Media("file", "http://h/a.pdf", null, "application/pdf", "a.pdf")))
                .hasToString("{\"type\":\"file\",\"mime_type\":\"application/pdf\",\"filename\":\"a.pdf\","
                        + "\"url\":\"http://h/a.pdf\"}");
    }

    @Test
    void callsOfTheTestsOwnToolsArePending() throws Exception {
        var request = said(Message.user("Hi")).withTools(List.of(new ToolOffer("find", null, null)));

        var reply = (AgentReply) read(request, memory(), paths(""), BEGINNING, "values {'messages':[" + CALL + "]}");

        assertThat(reply.pendingCalls()).containsExactly("c1");
        assertThat(reply.finish()).isEqualTo("tool_calls");
    }

    @Test
    void aStateWithoutMessagesHasItsReplyAtAPath() throws Exception {
        var reply = (AgentReply) read(said(Message.user("Hi")), memory(), paths("$.answer"), "values {'question':'Hi'}",
                "custom {'progress':50}", "values {'question':'Hi','answer':'Because'}");

        assertThat(reply.content().text()).isEqualTo("Because");
        assertThat(reply.content().custom()).hasToString("[{\"name\":\"custom\",\"value\":{\"progress\":50}}]");
        assertThat(read(said(Message.user("Hi")), memory(), paths("$.answer"), "values {'question':'Hi'}"))
                .isEqualTo(AgentFailure.Agent.undeclared("agent error: response.text ($.answer) is nowhere in the"
                        + " state: {\"question\":\"Hi\"}"));
    }

    @Test
    void aSentenceThatTheThreadHadIsAReplyWhenItIsSaidAgain() throws Exception {
        var same = "{'type':'ai','content':'Anything else?'}";
        var human = "{'type':'human','content':'no'}";

        var reply = reply("values {'messages':[" + same + "," + human + "]}", "messages [" + same + ",{}]",
                "values {'messages':[" + same + "," + human + "," + same + "]}");

        assertThat(reply.content().texts()).containsExactly("Anything else?");
        assertThat(heard).contains(new AgentEvent.TextDelta("Anything else?"));
    }

    @Test
    void aQuestionWithoutAnIdIsAskedOnce() throws Exception {
        var asked = "{'__interrupt__':[{'value':'which city?','when':'during'}]}";

        assertThat(reply(BEGINNING, "updates " + asked, "values " + asked).interrupts()).singleElement()
                .matches(each -> each.id().equals("question-1"));
        assertThat(reply(BEGINNING, "updates " + asked, "updates {'__interrupt__':[{'value':'when?'}]}").interrupts())
                .extracting(Interrupt::id).containsExactly("question-1", "question-2");
    }

    @Test
    void whatAnAnswerKeepsIsBoundedAsAWhole() throws Exception {
        var many = "[" + "0,".repeat(200_000) + "0]";
        for (var event : List.of("custom " + many, "updates {'__interrupt__':[{'id':'qN','value':" + many + "}]}",
                "values {'messages':[{'type':'ai','id':'aN','tool_calls':[{'id':'cN','name':'f','args':{'a':" + many
                        + "}}]}]}",
                "messages [{'type':'tool','tool_call_id':'tN','content':'" + many + "'},{}]")) {
            assertThatThrownBy(() -> reply(BEGINNING, event.replace("N'", "1'"), event.replace("N'", "2'"),
                    event.replace("N'", "3'"))).isInstanceOf(StreamBroken.class).hasMessageContaining("500,000 values");
        }
        var pieces = IntStream.range(0, 10_001).mapToObj(i -> "{'index':" + i + "}").collect(Collectors.joining(","));
        assertThatThrownBy(() -> reply(BEGINNING, "messages [{'type':'ai','id':'x','tool_call_chunks':[" + pieces
                + "]},{}]")).isInstanceOf(StreamBroken.class).hasMessageContaining("10,000 tool calls");
    }

    @Test
    void anErrorOfTheGraphIsItsOwn() throws Exception {
        assertThat(outcome(BEGINNING, "error {'error':'ValueError','message':'kaboom'}"))
                .isEqualTo(AgentFailure.Agent.declared("agent error: kaboom"));
        assertThat(outcome(BEGINNING, "error {'error':'Error','message':''}"))
                .isEqualTo(AgentFailure.Agent.declared("agent error: Error"));
        assertThat(outcome(BEGINNING, "error 'out of memory'"))
                .isEqualTo(AgentFailure.Agent.declared("agent error: out of memory"));
    }

    @Test
    void aStepThatDoesNotEndIsTruncated() throws Exception {
        assertThat(outcome("metadata {'run_id':'r'}")).isInstanceOf(AgentFailure.Truncated.class);
        assertThat(outcome(BEGINNING, "messages [{'type':'ai','id':'a1','content':'Let me '},{}]"))
                .isInstanceOf(AgentFailure.Truncated.class);
    }

    @Test
    void tenThousandCallsAreReadAndOneMoreIsRefused() throws Exception {
        var calls = IntStream.range(0, StreamBounds.MOST_CALLS)
                .mapToObj(i -> "{'id':'c" + i + "','name':'find','args':{}}").collect(Collectors.joining(","));

        assertThat(reply(BEGINNING, "values {'messages':[{'type':'ai','id':'a','tool_calls':[" + calls + "]}]}")
                .content().toolCalls()).hasSize(StreamBounds.MOST_CALLS);
        assertThatThrownBy(() -> reply(BEGINNING, "values {'messages':[{'type':'ai','id':'a','tool_calls':[" + calls
                + ",{'id':'more','name':'find'}]}]}")).isInstanceOf(StreamBroken.class)
                .hasMessageContaining("10,000 tool calls");
        assertThatThrownBy(() -> reply(BEGINNING, "values {'messages':[{'type':'ai','id':'a','tool_calls':[" + calls
                + "]}]}",
                "messages [{'type':'ai','id':'b','tool_call_chunks':[{'id':'more','name':'find','index':0}]},{}]"))
                .isInstanceOf(StreamBroken.class).hasMessageContaining("10,000 tool calls");
    }

    @Test
    void messagesAndCallsWithoutIdsAreToldApartAtLittleCost() throws Exception {
        var calls = Collections.nCopies(5_000, "{'name':'find','args':{}}");
        var pieces = Collections.nCopies(5_000, "{'name':'find','args':'','index':0}");
        var longer = "x".repeat(2 << 20);

        var reply = reply(BEGINNING,
                "values {'messages':[{'type':'ai','content':'" + longer + "','tool_calls':[" + String
                        .join(",", calls) + "]}]}",
                "messages [{'type':'ai','id':'" + longer + "','tool_call_chunks':[" + String.join(",", pieces)
                        + "]},{}]",
                "updates {}");

        assertThat(reply.content().toolCalls()).hasSize(5_001).extracting(call -> call.id().length())
                .allMatch(length -> length < 300);
    }

    private static JsonNode json(String text) {
        return MappedAgent.json(text);
    }

    private static AgentRequest answering(AgentReply asked, JsonNode payload) {
        return said(Message.user("Hi")).continuing(new Continuation(null, asked.interrupts().stream()
                .map(each -> each.resolved(payload)).toList(), null, null, payload));
    }

    /** Returns what is sent for an answer, without what every run has. */
    private static JsonNode sent(AgentReply asked, ObjectNode memory, String payload) {
        var request = answering(asked, json(payload));
        var call = GraphThread.run(OutgoingRequest.post("http://h/threads/t/runs/stream", Map.of(),
                json("{'input':{'messages':[]}}"), StreamBounds.DEFAULT), request, memory);
        var body = (ObjectNode) ((OutgoingBody.Json) call.body()).json();
        assertThat(body.path("stream_mode")).hasSize(4);
        assertThat(body.path("on_disconnect").stringValue()).isEqualTo("cancel");
        return body.without(List.of("assistant_id", "stream_mode", "on_disconnect"));
    }
}
