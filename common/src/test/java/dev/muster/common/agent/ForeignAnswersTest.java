package dev.muster.common.agent;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.agui.AguiProtocol;
import dev.muster.common.agent.anthropic.AnthropicProtocol;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.openai.OpenAiProtocol;
import dev.muster.common.time.Ticker;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each protocol meets servers of every other: the error says which one answers, and what to write. */
class ForeignAnswersTest {

    /** A beginning of an answer. */
    private enum Form {
        CHAT("protocol: openai", "200 OK",
                "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,"
                        + "\"delta\":{\"content\":\"Hi\"}}]}\n\ndata: [DONE]\n\n"),
        CHAT_JSON("protocol: openai", "200 OK",
                "{\"id\":\"c\",\"object\":\"chat.completion\",\"choices\":[{\"message\":"
                        + "{\"content\":\"Hi\"}}]}"),
        RESPONSES("protocol: openai and api: responses", "200 OK", "event: response.created\ndata: {\"type\":"
                + "\"response.created\",\"response\":{\"id\":\"r\",\"object\":\"response\"}}\n\n"),
        RESPONSES_JSON("protocol: openai and api: responses", "200 OK",
                "{\"id\":\"r\",\"object\":\"response\",\"status\":"
                        + "\"completed\",\"output\":[]}"),
        MESSAGES("protocol: anthropic", "200 OK", "event: message_start\ndata: {\"type\":\"message_start\",\"message\":"
                + "{\"id\":\"m\"}}\n\n"),
        MESSAGES_JSON("protocol: anthropic", "200 OK", "{\"id\":\"m\",\"type\":\"message\",\"role\":\"assistant\","
                + "\"content\":[{\"type\":\"text\",\"text\":\"Hi\"}]}"),
        AG_UI("protocol: ag-ui", "200 OK", "data: {\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"r\"}\n\n"),
        AI_SDK("preset: ai-sdk", "200 OK", "data: {\"type\":\"start\",\"messageId\":\"m\"}\n\ndata: {\"type\":"
                + "\"start-step\"}\n\n"),
        LANGGRAPH("preset: langgraph", "200 OK", "event: metadata\ndata: {\"run_id\":\"019\",\"attempt\":1}\n\n"),
        LANGGRAPH_REFUSAL("preset: langgraph", "422 Unprocessable Entity", "{\"detail\":\"assistant_id: Required\"}"),
        MCP("protocol: mcp", "400 Bad Request",
                "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32000,\"message\":\"Bad Request:"
                        + " Server not initialized\"},\"id\":null}"),
        A2A("protocol: a2a", "200 OK",
                "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32601,\"message\":\"Method not found\"},"
                        + "\"id\":null}");

        private final String hint;
        private final String status;
        private final String body;

        Form(String hint, String status, String body) {
            this.hint = hint;
            this.status = status;
            this.body = body;
        }
    }

    /** An error in a 200 is one of their own. */
    private static final Set<String> TAKES_ERRORS = Set.of("CHAT", "RESPONSES");

    record Meeting(String protocol, Form form) {}

    static Stream<Meeting> meetings() {
        return Stream.of("CHAT", "RESPONSES", "MESSAGES", "AG_UI").flatMap(protocol -> Stream.of(Form.values())
                .filter(form -> !form.name().startsWith(protocol)
                        && (form != Form.A2A || !TAKES_ERRORS.contains(protocol)))
                .map(form -> new Meeting(protocol, form)));
    }

    @ParameterizedTest
    @MethodSource("meetings")
    void theErrorNamesWhatAnswers(Meeting meeting) throws Exception {
        var form = meeting.form();
        var type = form.body.startsWith("{") ? "application/json" : "text/event-stream";
        try (var server = ScriptedServer
                .of((wire, _) -> wire.status(form.status + "\nContent-Type: " + type, form.body));
                var calls = new HttpCalls(1, Clock.systemUTC())) {
            var request = Requests.to(server.url());
            var protocol = switch (meeting.protocol()) {
                case "MESSAGES" -> new AnthropicProtocol(calls, Ticker.system());
                case "AG_UI" -> new AguiProtocol(calls, Ticker.system(), Clock.systemUTC());
                default -> new OpenAiProtocol(calls, Ticker.system());
            };

            var outcome = protocol.call(meeting.protocol().equals("RESPONSES")
                    ? Requests.to(request, request.endpoint().through(new Access.Responses(false))) : request,
                    Requests.in(Duration.ofMinutes(1)), _ -> {});

            assertThat(outcome).isInstanceOfSatisfying(AgentFailure.class, failure -> assertThat(failure.text())
                    .contains("(POST " + server.url(), "; this looks like ", form.hint));
        }
    }
}
