package dev.muster.coordinator.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.fleet.TestServer;
import dev.muster.common.channel.memory.MemoryChannel;
import dev.muster.common.json.Json;
import dev.muster.common.leader.Coordinators;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.coordinator.pages.api.Views;
import dev.muster.coordinator.run.Role;
import dev.muster.coordinator.run.TokenRequest;
import dev.muster.coordinator.server.Coordinator;
import dev.muster.coordinator.server.scheduler.LeaderSettings;
import dev.muster.coordinator.store.Leadership;
import dev.muster.system.FreshDatabase;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests the sessions of pages: how they begin, what they may do, and how they end. */
final class SessionsIT {

    private static FreshDatabase database;
    private static Coordinator coordinator;
    private static CoordinatorServer server;
    private static RemoteRuns admin;

    @BeforeAll
    static void start() throws Exception {
        database = FreshDatabase.open(8);
        coordinator = Coordinator.start(new MemoryChannel(InstantSource.system(), MemoryChannel.INBOXES),
                database.database(), Leadership.take(database.database(), "sessions", "test"), LeaderSettings.DEFAULT,
                InstantSource.system());
        server = TestServer.start(coordinator);
        admin = new RemoteRuns(Coordinators.parse(server.url()), TestServer.ADMIN);
    }

    @AfterAll
    static void stop() {
        admin.close();
        server.close();
        coordinator.close();
        database.close();
    }

    /** What a page of an origin sends; it keeps the key of its session. */
    private static final class Page implements AutoCloseable {

        private final HttpClient http = HttpClient.newBuilder()
                .cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_ALL)).build();
        private final String url;
        private String session = "";

        Page(String url) {
            this.url = url;
        }

        HttpResponse<String> send(String method, String path, @Nullable String body, String... headers)
                throws Exception {
            var request = HttpRequest.newBuilder(URI.create(url + path)).method(method,
                    body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
            if (body != null) {
                request.header("Content-Type", "application/json");
            }
            if (!session.isEmpty()) {
                request.header(Sessions.HEADER, session);
            }
            if (headers.length > 0) {
                request.headers(headers);
            }
            var answer = http.send(request.build(), BodyHandlers.ofString());
            assertThat(answer.headers().map()).as(path).doesNotContainKey("Set-Cookie");
            return answer;
        }

        int status(String method, String path) throws Exception {
            return send(method, path, null, "Origin", url).statusCode();
        }

        int begin(String what, String secret) throws Exception {
            var answer = send("POST", "/api/v1/session", "{\"" + what + "\":\"" + secret + "\"}", "Origin", url);
            if (answer.statusCode() == 201) {
                session = Json.MAPPER.readTree(answer.body()).path("session").asString();
            }
            return answer.statusCode();
        }

        int signIn(@Nullable String token) throws Exception {
            return begin("token", String.valueOf(token));
        }

        int follow(URI link) throws Exception {
            assertThat(send("GET", "/?" + link.getQuery(), null).headers().firstValue("Content-Security-Policy")
                    .orElseThrow()).contains("default-src 'none'", "frame-ancestors 'none'");
            return begin("key", link.getQuery().substring("key=".length()));
        }

        @Override
        public void close() {
            http.close();
        }
    }

    @Test
    void aTokenBeginsASessionWhoseKeyIsSentInAHeaderOnly() throws Exception {
        try (var page = new Page(server.url())) {
            assertThat(page.status("GET", "/api/v1/me")).isEqualTo(401);
            assertThat(page.signIn("wrong")).isEqualTo(401);
            assertThat(page.signIn(TestServer.ADMIN.token())).isEqualTo(201);
            var key = page.session;
            var me = page.send("GET", "/api/v1/me", null);

            page.session = "";

            assertThat(key).matches("[0-9a-f]{64}");
            assertThat(me.body()).contains("\"role\":\"admin\"");
            assertThat(me.headers().allValues("Cache-Control")).containsExactly("no-store");
            for (var cookie : List.of("muster-session=" + key, Sessions.HEADER + "=" + key, "muster_session_"
                    + URI.create(server.url()).getPort() + "=" + key)) {
                assertThat(page.send("GET", "/api/v1/me", null, "Cookie", cookie).statusCode()).isEqualTo(401);
            }
            assertThat(page.status("GET", "/api/v1/me?session=" + key)).isEqualTo(401);
            assertThat(page.send("GET", "/api/v1/me", null, "Authorization", "Bearer " + key).statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void thePathOfAPageLeadsToThePage() throws Exception {
        try (var page = new Page(server.url())) {
            var answer = page.send("GET", "/flaky?key=secret", null);

            assertThat(answer.statusCode()).isEqualTo(302);
            assertThat(answer.headers().firstValue("Location")).contains("./#/flaky");
        }
    }

    @Test
    void aSessionChangesNothingWithoutAnOriginOrFromAnother() throws Exception {
        try (var page = new Page(server.url())) {
            assertThat(page.signIn(TestServer.ADMIN.token())).isEqualTo(201);

            assertThat(page.send("POST", "/api/v1/runs/none/stop", null).statusCode()).isEqualTo(401);
            for (var origin : List.of("http://evil.example", "http://127.0.0.1:1", "null")) {
                for (var method : List.of("POST", "OPTIONS")) {
                    assertThat(page.send(method, "/api/v1/runs/none/stop", null, "Origin", origin))
                            .returns(403, HttpResponse::statusCode)
                            .extracting(answer -> answer.headers().map().keySet())
                            .asString().doesNotContainIgnoringCase("access-control");
                }
                assertThat(page.send("GET", "/api/v1/me", null, "Origin", origin).statusCode()).isEqualTo(403);
            }
            assertThat(page.status("POST", "/api/v1/runs/none/stop")).isEqualTo(409);
        }
    }

    @Test
    void aSessionHasTheRoleOfItsTokenAndEndsWithIt() throws Exception {
        var made = admin.tokens().create(new TokenRequest("looker", Role.VIEWER, null));
        try (var page = new Page(server.url())) {
            assertThat(page.signIn(made.token())).isEqualTo(201);
            assertThat(page.status("GET", "/api/v1/runs")).isEqualTo(200);
            assertThat(page.status("POST", "/api/v1/runs/none/stop")).isEqualTo(403);
            assertThat(page.status("GET", "/api/v1/tokens")).isEqualTo(403);

            var _ = admin.tokens().revoke("looker", false);

            assertThat(page.status("GET", "/api/v1/runs")).isEqualTo(401);
        }
    }

    @Test
    void aSessionMakesAndRevokesNoRights() throws Exception {
        try (var page = new Page(server.url())) {
            page.signIn(TestServer.ADMIN.token());
            var wanted = "{\"name\":\"thief\",\"role\":\"admin\"}";

            for (var answer : List.of(page.send("POST", "/api/v1/session/link", null, "Origin", server.url()),
                    page.send("POST", "/api/v1/tokens", wanted, "Origin", server.url()),
                    page.send("DELETE", "/api/v1/tokens/none", null, "Origin", server.url()))) {
                assertThat(answer.statusCode()).isEqualTo(403);
                assertThat(answer.body()).contains("a page session may not do this", "send the token itself");
            }
            assertThat(page.status("GET", "/api/v1/tokens")).isEqualTo(200);
            assertThat(page.send("POST", "/api/v1/tokens", wanted, "Authorization",
                    "Bearer " + TestServer.ADMIN.token()).statusCode()).isEqualTo(201);
            assertThat(admin.tokens().revoke("thief", false).revoked()).hasSize(1);
        }
    }

    @Test
    void aSessionEndsAfterTwelveHoursAndALinkAfterTenMinutes() {
        var now = new AtomicReference<>(Instant.EPOCH);
        var sessions = new Sessions(now::get);
        var key = sessions.begin("hash");
        var links = List.of(sessions.invite("hash"), sessions.invite("hash"));

        now.set(Instant.EPOCH.plus(Duration.ofMinutes(9)));
        assertThat(sessions.redeem(links.getFirst()).map(sessions::holder)).contains("hash");
        now.set(Instant.EPOCH.plus(Duration.ofMinutes(10)));
        assertThat(sessions.redeem(links.getLast())).isEmpty();
        now.set(Instant.EPOCH.plus(Duration.ofHours(12)).minusMillis(1));
        assertThat(sessions.holder(key)).isEqualTo("hash");
        now.set(Instant.EPOCH.plus(Duration.ofHours(12)));
        assertThat(sessions.holder(key)).isEmpty();
    }

    @Test
    void manySignInsOfOneEndNobodyElsesSession() throws Exception {
        try (var page = new Page(server.url()); var other = new Page(server.url())) {
            var viewer = admin.tokens().create(new TokenRequest("looker", Role.VIEWER, null)).token();
            page.signIn(TestServer.ADMIN.token());
            for (int n = 0; n < 100; n++) {
                assertThat(other.signIn(viewer)).isEqualTo(201);
            }
            assertThat(page.status("GET", "/api/v1/me")).isEqualTo(200);
            for (int n = 0; n < 100; n++) {
                other.signIn(TestServer.ADMIN.token());
            }
            assertThat(page.status("GET", "/api/v1/me")).isEqualTo(401);
            assertThat(other.status("GET", "/api/v1/me")).isEqualTo(200);
        }
    }

    @Test
    void signingOutEndsIt() throws Exception {
        try (var page = new Page(server.url())) {
            page.signIn(TestServer.ADMIN.token());
            assertThat(page.status("DELETE", "/api/v1/session")).isEqualTo(204);
            assertThat(page.status("GET", "/api/v1/me")).isEqualTo(401);
        }
    }

    @Test
    void aLinkOpensOneSessionOnce() throws Exception {
        try (var view = ViewServer.start(new Views(database.database(), null, InstantSource.system()), 0)) {
            var link = URI.create(view.link());
            var url = "http://" + link.getAuthority();
            try (var page = new Page(url); var second = new Page(url)) {
                assertThat(page.follow(link)).isEqualTo(201);
                assertThat(page.send("GET", "/api/v1/me", null).body()).contains("\"kind\":\"laptop\"");

                assertThat(second.follow(link)).isEqualTo(401);
                assertThat(second.status("GET", "/api/v1/me")).isEqualTo(401);
                assertThat(page.status("POST", "/api/v1/runs/none/stop")).isEqualTo(404);
            }
        }
    }

    @Test
    void whoHasATokenGetsALinkForABrowser() throws Exception {
        var link = admin.tokens().link();
        try (var page = new Page(server.url()); var second = new Page(server.url())) {
            assertThat(page.follow(link)).isEqualTo(201);
            assertThat(second.follow(link)).isEqualTo(401);

            assertThat(page.status("GET", "/api/v1/me")).isEqualTo(200);
        }
    }

    @Test
    void anOddBodyIsRefused() throws Exception {
        try (var page = new Page(server.url())) {
            for (var body : List.of("", "null", "[]", "{}", "{\"token\":null}", "{\"token\":7}", "{\"token\":\"\"}",
                    "{\"key\":\"\"}", "{\"key\":null}", "{\"token\":\"" + TestServer.ADMIN.token()
                            + "\",\"key\":\"x\"}")) {
                assertThat(page.send("POST", "/api/v1/session", body, "Origin", server.url()).statusCode()).as(body)
                        .isIn(400, 401);
            }
        }
    }
}
