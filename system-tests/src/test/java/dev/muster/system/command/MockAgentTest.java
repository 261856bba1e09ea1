package dev.muster.system.command;

import static dev.muster.common.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.bench.mock.BareLoop;
import dev.muster.bench.mock.MockAgent;
import dev.muster.bench.mock.MockAgent.MockStats;
import dev.muster.common.json.Json;
import dev.muster.common.time.Ticker;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MockAgentTest {

    private static final String HELLO = """
            {"threadId": "t\\"1", "runId": "r1", "messages": [
              {"role": "user", "content": "first"}, {"role": "assistant", "content": "x", "toolCalls": [{"id": 1}]},
              {"role": "user", "content": [{"type": "text", "text": "hello"}]}], "tools": [{"role": "user"}]}""";

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private MockAgent mock;

    @BeforeEach
    void start() throws IOException {
        mock = MockAgent.start(0, 0);
    }

    @AfterEach
    void stop() {
        client.shutdownNow();
        mock.close();
    }

    @Test
    void answersAsAguiWithTheIdsOfTheRequest() throws Exception {
        var events = post("/ag-ui?echo=true").body().lines().filter(line -> !line.isEmpty())
                .map(line -> Json.MAPPER.readTree(line.substring("data: ".length()))).toList();

        assertThat(events).extracting(event -> event.path("type").stringValue()).containsExactly("RUN_STARTED",
                "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END", "RUN_FINISHED");
        assertThat(events.getFirst().path("threadId").stringValue()).isEqualTo("t\"1");
        assertThat(events.get(2).path("delta").stringValue()).isEqualTo("hello");
        assertThat(events.getLast().path("runId").stringValue()).isEqualTo("r1");
    }

    @Test
    void answersAsOpenaiToo() throws Exception {
        var body = post("/v1/chat/completions").body();

        assertThat(body).contains("\"content\":\"All is fine.\"", "\"finish_reason\":\"stop\"", "\"total_tokens\":5")
                .endsWith("data: [DONE]\n\n");
    }

    @Test
    void countsHowOftenEachMessageCame() throws Exception {
        post("/ag-ui");
        post("/v1/chat/completions");

        var stats = Json.MAPPER.readValue(post("/stats").body(), MockStats.class);

        assertThat(stats).isEqualTo(mock.stats());
        assertThat(stats.byMessage()).containsOnly(Map.entry("hello", 2));
        assertThat(stats.calls()).isEqualTo(2);
        assertThat(stats.inFlight()).isZero();
    }

    @Test
    void holdsManyCallsAtOnceAndSeesWhenTheirClientsGo() throws Exception {
        var held = new ArrayList<CompletableFuture<HttpResponse<String>>>();
        for (int i = 0; i < 300; i++) {
            held.add(client.sendAsync(request("/ag-ui?fault=hang"), BodyHandlers.ofString()));
        }
        eventually("all calls are held", () -> mock.stats().inFlight() == 300);

        client.shutdownNow();

        eventually("all are gone", () -> mock.stats().inFlight() == 0 && mock.stats().connections() == 0);
        assertThat(mock.stats().mostInFlight()).isEqualTo(300);
        assertThat(held).noneMatch(call -> call.isDone() && !call.isCompletedExceptionally());
    }

    @Test
    void waitsForTheLatencyThatTheAddressNames() throws Exception {
        var ticker = Ticker.system();
        long start = ticker.nanos();

        var response = post("/latency=120/v1/chat/completions");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(Duration.ofNanos(ticker.nanos() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(120));
    }

    @Test
    void answersAnErrorAsOftenAsToldAndThenWell() throws Exception {
        var path = "/ag-ui?status=429&retry_after=2&times=2";

        assertThat(post(path).headers().firstValue("retry-after")).contains("2");
        assertThat(post(path).statusCode()).isEqualTo(429);
        assertThat(post(path).statusCode()).isEqualTo(200);
    }

    @Test
    void truncatesInGoodOrder() throws Exception {
        assertThat(post("/ag-ui?fault=truncate").body()).contains("TEXT_MESSAGE_CONTENT")
                .doesNotContain("RUN_FINISHED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cut", "close"})
    void breaksTheConnection(String fault) {
        assertThatThrownBy(() -> post("/ag-ui?fault=" + fault)).isInstanceOf(IOException.class);
    }

    @Test
    void goesOnForEverOnlyAsLongAsItsClientReads() throws Exception {
        var response = client.send(request("/ag-ui?fault=endless"), BodyHandlers.ofInputStream());
        try (var body = response.body()) {
            assertThat(body.readNBytes(5_000_000)).hasSize(5_000_000);
        }

        eventually("the call is over", () -> mock.stats().inFlight() == 0);
        assertThat(post("/ag-ui").statusCode()).isEqualTo(200);
    }

    @Test
    void refusesWhatItDoesNotKnow() throws Exception {
        var response = post("/ag-ui?colour=blue");

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("knows no 'colour'");
    }

    @Test
    void theBareLoopMakesItsCallsAndReadsTheirEvents() throws Exception {
        try (var loop = new BareLoop(8, Ticker.system())) {
            var measured = loop.run(mock.baseUrl() + "/ag-ui", 200);

            assertThat(measured.events()).isEqualTo(200 * 5);
            assertThat(mock.stats().calls()).isEqualTo(200);
            assertThat(mock.stats().byMessage()).containsOnlyKeys("Is all fine?");
        }
    }

    @Test
    void theBareLoopGivesNoRateForFailures() {
        try (var loop = new BareLoop(2, Ticker.system())) {
            assertThatThrownBy(() -> loop.run(mock.baseUrl() + "/ag-ui?status=500", 4))
                    .isInstanceOf(IOException.class).hasMessageContaining("HTTP 500");
        }
    }

    private HttpResponse<String> post(String path) throws Exception {
        return client.send(request(path), BodyHandlers.ofString());
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(URI.create(mock.baseUrl() + path)).timeout(Duration.ofSeconds(20))
                .POST(HttpRequest.BodyPublishers.ofString(HELLO)).build();
    }
}
