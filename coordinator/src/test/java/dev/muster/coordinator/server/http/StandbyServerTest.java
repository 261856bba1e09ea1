package dev.muster.coordinator.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.status.ListenAddress;
import dev.muster.common.status.StatusPages;
import dev.muster.common.status.StatusPages.Readiness;
import dev.muster.common.time.Ticker;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StandbyServerTest {

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void itLivesAndIsNotReady() throws Exception {
        try (var standby = StandbyServer.start(new Pages(), endpoint("t0ken"))) {
            assertThat(get(standby, "/health").statusCode()).isEqualTo(200);
            assertThat(get(standby, "/ready").statusCode()).isEqualTo(503);
            assertThat(get(standby, "/ready").body()).contains("\"ready\":false", "\"lacks\":[\"leadership\"]");
            assertThat(get(standby, "/metrics").statusCode()).isEqualTo(401);
            assertThat(get(standby, "/metrics", "Bearer t0ken").body()).isEqualTo("muster_x 1\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/fleet", "/api/v1/runs/r/results", "/", "/elsewhere"})
    void allElseIsSentToTheLeader(String page) throws Exception {
        try (var standby = StandbyServer.start(new Pages(), endpoint(null))) {
            var answer = get(standby, page);

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue(Coordinators.STANDBY)).isPresent();
            assertThat(answer.body()).isEqualTo(
                    "{\"error\":\"this coordinator is a standby; call the one that leads (--coordinator URL,URL)\"}");
        }
    }

    @Test
    void soIsWhatIsSent() throws Exception {
        try (var standby = StandbyServer.start(new Pages(), endpoint(null))) {
            var request = HttpRequest.newBuilder(URI.create(standby.url() + "/api/v1/runs"))
                    .POST(BodyPublishers.ofString("{}")).build();

            assertThat(http.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(503);
        }
    }

    @Test
    void whoLeadsNextListensAtTheSamePort() {
        HttpEndpoint later;
        try (var standby = StandbyServer.start(new Pages(), endpoint(null))) {
            later = standby.endpoint();
            assertThat(standby.url()).isEqualTo("http://" + later.address());
        }
        try (var again = StandbyServer.start(new Pages(), later)) {
            assertThat(again.url()).isEqualTo("http://" + later.address());
        }
    }

    private static HttpEndpoint endpoint(@Nullable String token) {
        return new HttpEndpoint(new ListenAddress("127.0.0.1", 0, token),
                new TokenHolders(token, null, Map::of, InstantSource.system(), Ticker.system()));
    }

    private HttpResponse<String> get(StandbyServer standby, String page, String... token)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(standby.url() + page));
        for (var each : token) {
            request.header("Authorization", each);
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }

    /** The pages of a standby. */
    private static final class Pages implements StatusPages {

        @Override
        public String metrics(String type) {
            return "muster_x 1\n";
        }

        @Override
        public boolean alive() {
            return true;
        }

        @Override
        public Readiness readiness() {
            return Readiness.lacking("leadership");
        }
    }
}
