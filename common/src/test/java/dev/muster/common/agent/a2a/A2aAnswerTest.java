package dev.muster.common.agent.a2a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Usage;
import dev.muster.common.agent.http.AnswerReader.End;
import dev.muster.common.agent.http.AnswerReader.Next;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.json.Json;
import dev.muster.common.time.Ticker;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class A2aAnswerTest {

    private static final String TASK = "{'task':{'id':'t1','contextId':'c1','status':{'state':'TASK_STATE_SUBMITTED'}}}";
    private static final String DONE = status("COMPLETED", "");

    private final List<AgentEvent> heard = new ArrayList<>();
    private final ObjectNode memory = Json.MAPPER.createObjectNode();

    @Test
    void artifactsThatArriveInPiecesAreTheReply() throws Exception {
        var reply = reply(TASK, status("WORKING", "one moment"), artifact("a1", false, "{'text':'Hello, '}"),
                artifact("a1", true, "{'text':'world'}"), DONE);

        assertThat(reply.content().text()).isEqualTo("Hello, world");
        assertThat(reply.finish()).isEqualTo("stop");
        assertThat(reply.content().custom()).singleElement().asString().contains("progress", "one moment");
        assertThat(heard).containsExactly(new AgentEvent.TextDelta("Hello, "), new AgentEvent.TextDelta("world"));
        assertThat(memory.toString()).isEqualTo("{\"contextId\":\"c1\"}");
    }

    @Test
    void anArtifactThatIsNotAppendedReplacesTheOneBefore() throws Exception {
        assertThat(reply(artifact("a1", false, "{'text':'draft'}"), artifact("a2", false, "{'text':'annex'}"),
                artifact("a1", false, "{'text':'final'}"), DONE).content().text()).isEqualTo("final\nannex");
    }

    @Test
    void theOldVersionIsReadByItsKinds() throws Exception {
        var reply = reply("{'kind':'task','id':'t1','contextId':'c1','status':{'state':'submitted'}}",
                "{'kind':'artifact-update','taskId':'t1','artifact':{'artifactId':'a','parts':[{'kind':'text','text':"
                        + "'Hi'}]}}",
                "{'kind':'status-update','taskId':'t1','final':true,'status':{'state':'completed'}}");

        assertThat(reply.content().text()).isEqualTo("Hi");
    }

    @Test
    void aMessageIsAnAnswerByItself() throws Exception {
        for (var frame : List.of("{'message':{'contextId':'c1','role':'ROLE_AGENT','parts':[{'text':'Hi'}]}}",
                "{'kind':'message','contextId':'c1','parts':[{'kind':'text','text':'Hi'}]}")) {
            assertThat(reply(frame).content().text()).isEqualTo("Hi");
        }
    }

    @Test
    void theLastStatusIsTheReplyWithoutArtifacts() throws Exception {
        assertThat(reply(TASK, status("WORKING", "wait"), status("COMPLETED", "All done")).content().text())
                .isEqualTo("All done");
    }

    @Test
    void aTaskThatAsksWaitsForItsUser() throws Exception {
        for (var state : List.of("INPUT_REQUIRED", "AUTH_REQUIRED")) {
            var reply = reply(TASK, artifact("a1", false, "{'text':'so far'}"), status(state, "which city?"));

            assertThat(reply.content().text()).as("what it made is there, too").isEqualTo("so far\nwhich city?");
            assertThat(reply.awaiting()).isTrue();
            assertThat(reply.finish()).isEqualTo("interrupt");
            assertThat(reply.interrupts()).singleElement().satisfies(asked -> {
                assertThat(asked.id()).isEqualTo("t1");
                assertThat(asked.message()).isEqualTo("which city?");
                assertThat(asked.detail().toString()).contains(state);
            });
            assertThat(memory.without("status").toString())
                    .isEqualTo("{\"contextId\":\"c1\",\"taskId\":\"t1\",\"seen\":{\"a1\":1}}");
        }
    }

    @Test
    void theOldStateOfATaskThatGoesOnIsNoAnswer() throws Exception {
        memory.put("contextId", "c1").put("taskId", "t1").putObject("seen").put("a1", 1);
        var reply = reply("{'task':{'id':'t1','contextId':'c1','status':{'state':'TASK_STATE_INPUT_REQUIRED','message':"
                + "{'parts':[{'text':'which city?'}]}},'artifacts':[{'artifactId':'a1','parts':[{'text':'old'}]}]}}",
                artifact("a2", false, "{'text':'Rain'}"), DONE);

        assertThat(reply.content().text()).isEqualTo("Rain");
        assertThat(reply.awaiting()).isFalse();
        assertThat(memory.toString()).isEqualTo("{\"contextId\":\"c1\"}");
    }

    @Test
    void whatAnOldStateHeldIsNotCountedAgain() throws Exception {
        for (var id : List.of(",'messageId':'m1'", "")) {
            memory.removeAll();
            var snapshot = "{'task':{'id':'t1','contextId':'c1','status':{'state':'TASK_STATE_INPUT_REQUIRED','message':"
                    + "{'parts':[{'text':'sure?'},{'data':{'type':'tool_call','name':'look'}},{'data':{'sum':3}}]" + id
                    + "}}}}";
            var asked = reply(snapshot);
            assertThat(asked.content().toolCalls()).hasSize(1);
            assertThat(asked.content().custom()).hasSize(1);

            var done = reply(snapshot, status("COMPLETED", "Done"));
            assertThat(done.content().toolCalls()).isEmpty();
            assertThat(done.content().custom()).isEmpty();
            assertThat(done.content().text()).isEqualTo("Done");
        }
    }

    @Test
    void resultsWithoutIdsFindTheirCallsAtLittleCost() throws Exception {
        var call = "{'data':{'type':'tool_call','name':'look'}}";
        var result = "{'data':{'type':'tool_result','name':'look','result':1}}";
        var parts = String.join(",", Collections.nCopies(10_000, call)) + ","
                + String.join(",", Collections.nCopies(40_000, result));

        var reply = assertTimeoutPreemptively(Duration.ofSeconds(20), () -> reply(artifact("a1", false, parts), DONE));

        assertThat(reply.content().toolResults()).hasSize(10_000);
        assertThat(reply.content().custom()).hasSize(30_000);
    }

    @Test
    void aWholeTaskInPlainJsonIsRead() throws Exception {
        var outcome = answer()
                .plain(frame("{'task':{'id':'t1','contextId':'c1','status':{'state':'TASK_STATE_COMPLETED'"
                        + "},'artifacts':[{'artifactId':'a','parts':[{'text':'Hello, '},{'text':'world'}]}],'history':["
                        + "{'parts':[{'text':'old'}]}]}}"));

        assertThat(((AgentReply) outcome).content().text()).isEqualTo("Hello, world");
    }

    @Test
    void dataPartsAreCallsAndResultsAsFrameworksWriteThem() throws Exception {
        var reply = reply(TASK, artifact("a1", false, "{'data':{'id':'f1','name':'look','args':{'city':'Bonn'}},"
                + "'metadata':{'adk_type':'function_call'}}"),
                artifact("a1", true, "{'data':{'id':'f1','name':'look','response':{'sky':'grey'}},"
                        + "'metadata':{'adk_type':'function_response'}}"),
                artifact("a1", true, "{'data':{'type':'tool_call','name':'wait','arguments':'{}'}}"),
                artifact("a1", true, "{'text':'hm','metadata':{'adk_thought':true}},{'text':'Rain'}"), DONE);

        assertThat(reply.content().text()).isEqualTo("Rain");
        assertThat(reply.content().toolCalls()).extracting(call -> call.id() + call.name() + call.arguments())
                .containsExactly("f1look{\"city\":\"Bonn\"}", "call-2wait{}");
        assertThat(reply.content().toolResults()).singleElement()
                .satisfies(result -> assertThat(result.content().toString()).isEqualTo("{\"sky\":\"grey\"}"));
        assertThat(reply.pendingCalls()).isEmpty();
        assertThat(heard).contains(new AgentEvent.Reasoning("hm"));
        assertThat(reply.messages()).extracting(message -> message.role()).containsExactly("assistant", "tool",
                "assistant");
    }

    @Test
    void otherDataIsKeptAndIsTheTextOfAnAnswerWithout() throws Exception {
        var reply = reply(artifact("a1", false, "{'data':{'sum':3}},{'url':'http://x/y','mediaType':'image/png'}"),
                DONE);

        assertThat(reply.content().text()).isEqualTo("{\"sum\":3}");
        assertThat(reply.content().custom()).hasSize(2);
    }

    @Test
    void tokensAreReadWhereFrameworksWriteThem() throws Exception {
        var reply = reply(TASK, "{'statusUpdate':{'taskId':'t1','status':{'state':'TASK_STATE_COMPLETED'},'metadata':"
                + "{'adk_usage_metadata':{'promptTokenCount':7,'candidatesTokenCount':2}}}}");

        assertThat(reply.usage()).isEqualTo(new Usage(7, 2));
        assertThat(heard).contains(new AgentEvent.Used(new Usage(7, 2)));
    }

    @Test
    void aFailedTaskIsTheAgentsError() throws Exception {
        assertThat(outcome(TASK, status("FAILED", "it broke")))
                .isEqualTo(AgentFailure.Agent.declared("agent error: it broke"));
        assertThat(outcome(TASK, status("FAILED", ""))).isEqualTo(AgentFailure.Agent.declared(
                "agent error: its task failed"));
    }

    @Test
    void aRejectedTaskIsARefusalAndACanceledOneIsCancelled() throws Exception {
        assertThat(reply(TASK, status("REJECTED", "not for me")).content().refusal()).isEqualTo("not for me");
        assertThat(outcome(TASK, status("CANCELED", ""))).isInstanceOf(AgentFailure.Cancelled.class);
    }

    @Test
    void anErrorIsToldWithItsCode() throws Exception {
        var answer = answer();

        assertThat(
                answer.event("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32004,\"message\":\"Task is over\"}}",
                        true))
                .isEqualTo(Next.STOP);
        assertThat(answer.end(End.CLOSED))
                .isEqualTo(AgentFailure.Agent.declared("agent error: Task is over (-32004)"));
    }

    @Test
    void aStreamThatEndsWhileItsTaskWorksIsTruncated() throws Exception {
        assertThat(outcome(TASK, status("WORKING", "wait"))).isEqualTo(new AgentFailure.Truncated(
                "agent error: the stream was truncated, it ended before its task did: its state is working"));
        assertThat(outcome(artifact("a1", false, "{'text':'x'}"))).isInstanceOf(AgentFailure.Truncated.class);
    }

    @Test
    void whatIsUnknownIsKept() throws Exception {
        var reply = reply("{'weather':{'sky':'grey'}}", "{'kind':'thought','x':1}", "null", "[]", "'x'", TASK,
                "{'statusUpdate':{'status':{'state':7}}}", "{'artifactUpdate':{}}", "{'artifactUpdate':{'artifact':"
                        + "{'parts':[1,{'text':2},{'data':null}]}}}",
                DONE);

        assertThat(reply.content().text()).isEqualTo("null");
        assertThat(reply.content().custom()).hasSizeGreaterThan(4);
    }

    private A2aAnswer answer() {
        return new A2aAnswer(memory, 0, new ReplyAssembler(Ticker.system(), heard::add));
    }

    private AgentReply reply(String... results) throws StreamBroken {
        return (AgentReply) outcome(results);
    }

    private AgentOutcome outcome(String... results) throws StreamBroken {
        var answer = answer();
        for (var result : results) {
            answer.event(frame(result), true);
        }
        return answer.end(End.CLOSED);
    }

    private static String frame(String result) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + result.replace('\'', '"') + "}";
    }

    private static String status(String state, String words) {
        return "{'statusUpdate':{'taskId':'t1','contextId':'c1','status':{'state':'TASK_STATE_" + state + "'"
                + (words.isEmpty() ? "" : ",'message':{'parts':[{'text':'" + words + "'}]}") + "}}}";
    }

    private static String artifact(String id, boolean append, String parts) {
        return "{'artifactUpdate':{'taskId':'t1','append':" + append + ",'artifact':{'artifactId':'" + id
                + "','parts':["
                + parts + "]}}}";
    }
}
