package dev.muster.common.agent.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.Usage;
import dev.muster.common.agent.http.AnswerReader.End;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.json.Json;
import dev.muster.common.model.Message;
import dev.muster.common.option.Options;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests what the Responses API is sent, and how its answers are read. */
class ResponsesTest {

    private static final String CALL = """
            {"type":"function_call","id":"fc","call_id":"c1","name":"get_weather","arguments":"{\\"city\\":\\"Oslo\\"}"}""";
    private static final String APPROVAL = """
            {"type":"mcp_approval_request","id":"ap","name":"pay","arguments":"{}","server_label":"bank"}""";

    private final List<AgentEvent> heard = new ArrayList<>();

    @Test
    void reasoningIsHeardAndIsNotTheText() throws Exception {
        var reply = reply(false, "{\"type\":\"response.reasoning_summary_text.delta\",\"delta\":\"hm\"}",
                "{\"type\":\"response.output_text.delta\",\"output_index\":1,\"delta\":\"four\"}",
                "{\"type\":\"response.new\",\"x\":1}",
                completed("{\"type\":\"reasoning\",\"id\":\"rs\"},{\"type\":\"message\",\"content\":"
                        + "[{\"type\":\"output_text\",\"text\":\"four\"}]}"));

        assertThat(reply.content().text()).isEqualTo("four");
        assertThat(reply.usage()).isEqualTo(new Usage(3, 2));
        assertThat(heard).containsExactly(new AgentEvent.Reasoning("hm"), new AgentEvent.TextDelta("four"),
                new AgentEvent.Used(new Usage(3, 2)));
    }

    @Test
    void aCallAndAnApprovalBothStayOpen() throws Exception {
        var reply = reply(false, completed(CALL + "," + APPROVAL));

        assertThat(reply.pendingCalls()).containsExactly("c1");
        assertThat(reply.interrupts()).extracting("id").containsExactly("ap");
        assertThat(reply.finish()).isEqualTo("interrupt");
    }

    @Test
    void aStatelessTurnSendsEveryItemAsItCame() throws Exception {
        var body = next(false);

        assertThat(body.has("previous_response_id")).isFalse();
        assertThat(body.path("store").booleanValue()).isFalse();
        assertThat(body.path("input")).isEqualTo(Json.MAPPER.readTree("[{\"role\":\"user\",\"content\":\"Hello\"},"
                + CALL + "," + APPROVAL + "," + answers()));
    }

    @Test
    void aStoredTurnSendsOnlyWhatIsNew() throws Exception {
        var body = next(true);

        assertThat(body.path("previous_response_id").stringValue()).isEqualTo("r1");
        assertThat(body.path("input")).isEqualTo(Json.MAPPER.readTree("[" + answers()));
    }

    @Test
    void aFailedResponseIsTheAgentsError() throws Exception {
        assertThat(outcome(false, "{\"type\":\"response.failed\",\"response\":{\"status\":\"failed\",\"error\":"
                + "{\"code\":\"server_error\",\"message\":\"out\"}}}"))
                .isEqualTo(AgentFailure.Agent.declared("agent error: out (server_error)"));
        assertThat(outcome(false, "{\"type\":\"response.created\"}")).isInstanceOf(AgentFailure.Truncated.class);
    }

    @Test
    void theTypeOfTheLastEventIsTheStatusWhereNoneIsNamed() throws Exception {
        for (var status : List.of("failed", "cancelled")) {
            assertThat(outcome(false, "{\"type\":\"response." + status + "\",\"response\":{\"output\":[]}}"))
                    .isEqualTo(AgentFailure.Agent.declared("agent error: the response is " + status));
        }
        assertThat(reply(false, "{\"type\":\"response.incomplete\",\"response\":{\"output\":[]}}").finish())
                .isEqualTo("incomplete");
    }

    @Test
    void whatIsOfNoResponseIsKept() throws Exception {
        assertThat(reply(false, "{\"type\":\"keepalive\"}", "{\"type\":\"gateway.note\",\"x\":1}", completed(CALL))
                .content().custom()).hasToString(
                        "[{\"name\":\"gateway.note\",\"value\":{\"type\":\"gateway.note\",\"x\":1}}]");
    }

    @Test
    void whatAnAnswerKeepsIsBoundedAsAWhole() throws Exception {
        var many = "\"x\":[" + "0,".repeat(200_000) + "0]";
        var item = "{\"type\":\"response.output_item.done\",\"output_index\":N,\"item\":{\"type\":\"new\"," + many
                + "}}";

        assertThat(reply(false, item.replace("N", "0"), item.replace("N", "0"), item.replace("N", "1"),
                completed("{\"type\":\"new\"," + many + "}")).content().custom()).hasSize(2);
        assertThatThrownBy(() -> reply(false, item.replace("N", "0"), item.replace("N", "1"), item.replace("N", "2")))
                .isInstanceOf(StreamBroken.class).hasMessageContaining("500,000 values");
    }

    @Test
    void tenThousandItemsAreReadAndOneMoreIsRefused() throws Exception {
        var calls = Collections.nCopies(10_000, CALL);

        assertThat(reply(false, completed(String.join(",", calls))).content().toolCalls()).hasSize(10_000);
        assertThatThrownBy(() -> reply(false, completed(String.join(",", calls) + "," + CALL)))
                .hasMessageContaining("10,000 tool calls");
    }

    private JsonNode next(boolean stored) throws Exception {
        var reply = reply(stored, completed(CALL + "," + APPROVAL));
        var history = new ArrayList<>(List.of(Message.user("Hello")));
        history.addAll(reply.messages());
        history.add(Message.tool("c1", "cold"));
        var denied = reply.interrupts().getFirst()
                .resolved(Json.MAPPER.readTree("{\"approve\":false,\"reason\":\"dear\"}"));
        var request = Requests.resuming(Requests.with(history, Options.NONE), List.of(denied));
        var from = new AgentRequest.Continuation(null, List.of(denied), null,
                reply.sequel().memory(), null);
        return ResponsesBody.of(request.continuing(from), stored).json();
    }

    private static String answers() {
        return "{\"type\":\"mcp_approval_response\",\"approval_request_id\":\"ap\",\"approve\":false,"
                + "\"reason\":\"dear\"},{\"type\":\"function_call_output\",\"call_id\":\"c1\",\"output\":\"cold\"}]";
    }

    private static String completed(String output) {
        return "{\"type\":\"response.completed\",\"response\":{\"id\":\"r1\",\"status\":\"completed\",\"output\":["
                + output + "],\"usage\":{\"input_tokens\":3,\"output_tokens\":2}}}";
    }

    private AgentReply reply(boolean stored, String... events) throws Exception {
        return (AgentReply) outcome(stored, events);
    }

    private AgentOutcome outcome(boolean stored, String... events) throws Exception {
        var sent = ResponsesBody.of(Requests.to("http://a/"), stored).input();
        var answer = new ResponsesAnswer(new ResponsesContext(1, sent, stored, false),
                new ReplyAssembler(() -> 0, heard::add));
        for (var event : events) {
            answer.event(event, true);
        }
        return answer.end(End.CLOSED);
    }
}
