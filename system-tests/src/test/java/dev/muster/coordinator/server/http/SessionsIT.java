package dev.muster.coordinator.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.fleet.TestServer;
import dev.muster.common.channel.memory.MemoryChannel;
import dev.muster.common.leader.Coordinators;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.coordinator.pages.api.Views;
import dev.muster.coordinator.run.AccessToken;
import dev.muster.coordinator.run.Role;
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

/** Tests the sessions of browsers: how they begin, what they may do, and how they end. */
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

    /** A browser with a cookie jar of its own. */
    private record Browser(HttpClient http, String url) implements AutoCloseable {

        static Browser at(String url) {
            return new Browser(HttpClient.newBuilder().cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_ALL))
                    .followRedirects(HttpClient.Redirect.NORMAL).build(), url);
        }

        HttpResponse<String> send(String method, String path, @Nullable String body, @Nullable String origin)
                throws Exception {
            var request = HttpRequest.newBuilder(URI.create(url + path)).method(method,
                    body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
            if (body != null) {
                request.header("Content-Type", "application/json");
            }
            if (origin != null) {
                request.header("Origin", origin);
            }
            return http.send(request.build(), BodyHandlers.ofString());
        }

        int status(String method, String path) throws Exception {
            return send(method, path, null, url).statusCode();
        }

        int signIn(String token) throws Exception {
            return send("POST", "/api/v1/session", "{\"token\":\"" + token + "\"}", url).statusCode();
        }

        @Override
        public void close() {
            http.close();
        }
    }

    @Test
    void aTokenBeginsASessionAndTheCookieCannotBeRead() throws Exception {
        try (var browser = Browser.at(server.url())) {
            assertThat(browser.status("GET", "/api/v1/me")).isEqualTo(401);
            assertThat(browser.signIn("wrong")).isEqualTo(401);
            var answer = browser.send("POST", "/api/v1/session",
                    "{\"token\":\"" + TestServer.ADMIN.token() + "\"}", server.url());

            assertThat(answer.statusCode()).isEqualTo(204);
            assertThat(answer.headers().firstValue("Set-Cookie").orElseThrow()).contains("HttpOnly", "SameSite=Strict")
                    .doesNotContain(String.valueOf(TestServer.ADMIN.token()));
            assertThat(browser.send("GET", "/api/v1/me", null, null).body()).contains("\"role\":\"admin\"");
        }
    }

    @Test
    void aSessionChangesNothingWithoutAnOriginOrFromAnother() throws Exception {
        try (var browser = Browser.at(server.url())) {
            assertThat(browser.signIn(String.valueOf(TestServer.ADMIN.token()))).isEqualTo(204);

            assertThat(browser.send("POST", "/api/v1/runs/none/stop", null, null).statusCode()).isEqualTo(401);
            assertThat(browser.send("POST", "/api/v1/runs/none/stop", null, "http://evil.example").statusCode())
                    .isEqualTo(403);
            assertThat(browser.status("POST", "/api/v1/runs/none/stop")).isEqualTo(409);
        }
    }

    @Test
    void aSessionHasTheRoleOfItsTokenAndEndsWithIt() throws Exception {
        var made = admin.tokens().create(new AccessToken.Wanted("looker", Role.VIEWER, null));
        try (var browser = Browser.at(server.url())) {
            assertThat(browser.signIn(made.token())).isEqualTo(204);
            assertThat(browser.status("GET", "/api/v1/runs")).isEqualTo(200);
            assertThat(browser.status("POST", "/api/v1/runs/none/stop")).isEqualTo(403);
            assertThat(browser.status("GET", "/api/v1/tokens")).isEqualTo(403);

            admin.tokens().revoke("looker");

            assertThat(browser.status("GET", "/api/v1/runs")).isEqualTo(401);
        }
    }

    @Test
    void aSessionProlongsNothing() throws Exception {
        try (var browser = Browser.at(server.url())) {
            browser.signIn(String.valueOf(TestServer.ADMIN.token()));

            var answer = browser.send("POST", "/api/v1/session/link", null, server.url());

            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(answer.body()).contains("not for a session");
        }
    }

    @Test
    void manySignInsOfOneEndNobodyElsesSession() throws Exception {
        try (var browser = Browser.at(server.url()); var other = Browser.at(server.url())) {
            var viewer = admin.tokens().create(new AccessToken.Wanted("looker", Role.VIEWER, null)).token();
            browser.signIn(String.valueOf(TestServer.ADMIN.token()));
            for (int n = 0; n < 100; n++) {
                assertThat(other.signIn(viewer)).isEqualTo(204);
            }
            assertThat(browser.status("GET", "/api/v1/me")).isEqualTo(200);
            for (int n = 0; n < 100; n++) {
                other.signIn(String.valueOf(TestServer.ADMIN.token()));
            }
            assertThat(browser.status("GET", "/api/v1/me")).isEqualTo(401);
            assertThat(other.status("GET", "/api/v1/me")).isEqualTo(200);
        }
    }

    @Test
    void signingOutEndsIt() throws Exception {
        try (var browser = Browser.at(server.url())) {
            browser.signIn(String.valueOf(TestServer.ADMIN.token()));
            assertThat(browser.status("DELETE", "/api/v1/session")).isEqualTo(204);
            assertThat(browser.status("GET", "/api/v1/me")).isEqualTo(401);
        }
    }

    @Test
    void aLinkOpensOneSessionOnce() throws Exception {
        try (var view = ViewServer.start(new Views(database.database(), null, InstantSource.system()), 0)) {
            var link = URI.create(view.link());
            var url = "http://" + link.getAuthority();
            try (var browser = Browser.at(url); var second = Browser.at(url)) {
                var page = browser.send("GET", "/?" + link.getQuery(), null, null);
                assertThat(page.uri().getQuery()).isNull();
                assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                        .contains("default-src 'none'", "frame-ancestors 'none'");
                assertThat(browser.send("GET", "/api/v1/me", null, null).body()).contains("\"kind\":\"laptop\"");

                second.send("GET", "/?" + link.getQuery(), null, null);
                assertThat(second.status("GET", "/api/v1/me")).isEqualTo(401);
                assertThat(browser.status("POST", "/api/v1/runs/none/stop")).isEqualTo(404);
            }
        }
    }

    @Test
    void whoHasATokenGetsALinkForABrowser() throws Exception {
        var link = admin.tokens().link();
        try (var browser = Browser.at(server.url()); var second = Browser.at(server.url())) {
            browser.send("GET", "/?" + link.getQuery(), null, null);
            second.send("GET", "/?" + link.getQuery(), null, null);

            assertThat(browser.status("GET", "/api/v1/me")).isEqualTo(200);
            assertThat(second.status("GET", "/api/v1/me")).isEqualTo(401);
        }
    }

    @Test
    void anOddBodyIsRefused() throws Exception {
        try (var browser = Browser.at(server.url())) {
            for (var body : List.of("", "null", "[]", "{}", "{\"token\":null}", "{\"token\":7}", "{\"token\":\"\"}")) {
                assertThat(browser.send("POST", "/api/v1/session", body, server.url()).statusCode()).as(body)
                        .isIn(400, 401);
            }
        }
    }
}
