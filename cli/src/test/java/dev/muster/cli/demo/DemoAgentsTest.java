package dev.muster.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.json.Json;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class DemoAgentsTest {

    private final HttpClient client = HttpClient.newHttpClient();
    private DemoAgents agents;

    @BeforeEach
    void start() throws IOException {
        agents = DemoAgents.start(0);
    }

    @AfterEach
    void stop() {
        agents.close();
        client.close();
    }

    @Test
    void theExpenseAgentStreamsAWholeAguiRun() throws Exception {
        var events = events(post(agents.expenseUrl(), """
                {"threadId": "t1", "runId": "r1", "messages": [
                  {"id": "1", "role": "user", "content": "Lunch, $20"},
                  {"id": "2", "role": "assistant", "content": "Shall I submit it?"},
                  {"id": "3", "role": "user", "content": [{"type": "text", "text": "Yes"}]}]}
                """).body());

        assertThat(types(events)).startsWith("RUN_STARTED", "TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_ARGS",
                "TOOL_CALL_END", "TOOL_CALL_RESULT", "STATE_SNAPSHOT", "STATE_DELTA", "TEXT_MESSAGE_START")
                .endsWith("TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END", "RUN_FINISHED");
        assertThat(events.getFirst().path("runId").stringValue()).isEqualTo("r1");
        assertThat(events.getLast().path("threadId").stringValue()).isEqualTo("t1");
        assertThat(events.getLast().at("/usage/0/outputTokens").intValue()).isPositive();
        assertThat(joined(events, "/delta", "TEXT_MESSAGE_CONTENT")).contains("submitted. Reference: EXP-");
        assertThat(joined(events, "/delta", "TOOL_CALL_ARGS")).isEqualTo("{\"type\":\"meals\",\"amount\":20}");
    }

    @Test
    void theChatAgentStreamsChunksUsageAndAnEnd() throws Exception {
        var body = post(agents.chatUrl() + "/chat/completions", """
                {"model": "m", "stream": true, "stream_options": {"include_usage": true},
                 "messages": [{"role": "user", "content": "When are you open?"}]}
                """).body();

        assertThat(body).endsWith("data: [DONE]\n\n");
        var chunks = events(body.replace("data: [DONE]\n\n", ""));
        assertThat(chunks.stream().map(chunk -> chunk.at("/choices/0/delta/content").asString(""))
                .collect(Collectors.joining())).isEqualTo("We are open Monday to Saturday, 09:00 to 18:30.");
        assertThat(chunks.get(chunks.size() - 2).at("/choices/0/finish_reason").stringValue()).isEqualTo("stop");
        assertThat(chunks.getLast().at("/usage/total_tokens").intValue()).isPositive();
    }

    @Test
    void theChatAgentCallsATool() throws Exception {
        var chunks = events(post(agents.chatUrl() + "/chat/completions", """
                {"stream": true, "messages": [{"role": "user", "content": "Do you have \\"Tides\\"?"}]}
                """).body().replace("data: [DONE]\n\n", ""));

        assertThat(chunks.getFirst().at("/choices/0/delta/tool_calls/0/function/name").stringValue())
                .isEqualTo("check_stock");
        assertThat(chunks.stream().map(chunk -> chunk.at("/choices/0/delta/tool_calls/0/function/arguments")
                .asString("")).collect(Collectors.joining())).isEqualTo("{\"title\":\"Tides\"}");
        assertThat(chunks.getLast().at("/choices/0/finish_reason").stringValue()).isEqualTo("tool_calls");
    }

    @Test
    void theChatAgentAnswersInOnePieceWhenNoStreamIsAskedFor() throws Exception {
        var answer = Json.MAPPER.readTree(post(agents.chatUrl() + "/chat/completions", """
                {"messages": [{"role": "user", "content": "Where is order 7?"}]}
                """).body());

        var order = Json.MAPPER.readTree(answer.at("/choices/0/message/content").stringValue());
        assertThat(order.path("order").intValue()).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource({"says how long a return is possible, true", "names the telephone number of the shop, false"})
    void theJudgeFailsAReplyThatDoesNotMeetTheCriteria(String criteria, boolean passes) throws Exception {
        var document = Json.MAPPER.createObjectNode().put("output", "You can return any book within 30 days.")
                .put("criteria", criteria);
        var asked = Json.MAPPER.createObjectNode().put("model", "judge");
        asked.putArray("messages").addObject().put("role", "user").put("content", document.toString());

        var answer = Json.MAPPER.readTree(post(agents.chatUrl() + "/chat/completions", asked.toString()).body());

        assertThat(answer.at("/choices/0/message/content").stringValue()).contains("\"passed\":" + passes);
    }

    @Test
    void whatIsNoConversationIsRefusedWithASentence() throws Exception {
        var noJson = post(agents.expenseUrl(), "hello");
        var noMessages = post(agents.expenseUrl(), "{\"messages\": []}");
        var wrongKey = client.send(request(agents.chatUrl() + "/chat/completions",
                "{\"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}]}").header("Authorization", "Bearer other")
                .build(), BodyHandlers.ofString());

        assertThat(noJson.statusCode()).isEqualTo(400);
        assertThat(noMessages.statusCode()).isEqualTo(400);
        assertThat(noMessages.body()).contains("'messages' is empty");
        assertThat(wrongKey.statusCode()).isEqualTo(401);
    }

    @Test
    void aPortInUseIsSaidInASentence() {
        int taken = URI.create(agents.baseUrl()).getPort();

        assertThatThrownBy(() -> DemoAgents.start(taken)).isInstanceOf(IOException.class)
                .hasMessageContaining("can't listen on port " + taken);
    }

    private HttpResponse<String> post(String url, String body) throws Exception {
        return client.send(request(url, body).build(), BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(String url, String body) {
        return HttpRequest.newBuilder(URI.create(url)).header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private static List<JsonNode> events(String body) {
        return body.lines().filter(line -> line.startsWith("data: "))
                .map(line -> Json.MAPPER.readTree(line.substring("data: ".length()))).toList();
    }

    private static List<String> types(List<JsonNode> events) {
        return events.stream().map(event -> event.path("type").stringValue()).toList();
    }

    private static String joined(List<JsonNode> events, String path, String type) {
        return events.stream().filter(event -> event.path("type").stringValue().equals(type))
                .map(event -> event.at(path).stringValue()).collect(Collectors.joining());
    }
}
