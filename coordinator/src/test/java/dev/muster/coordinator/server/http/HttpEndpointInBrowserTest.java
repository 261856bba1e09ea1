package dev.muster.coordinator.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import com.sun.net.httpserver.HttpServer;
import dev.muster.common.status.ListenAddress;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.report.html.Browser;
import io.javalin.Javalin;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests in Chromium, where installed, what pages of others reach at a endpoint that asks for no token: all that stands in their
 * way are the checks of host, origin and content type.
 */
@Tag("browser")
final class HttpEndpointInBrowserTest {

    private static final String EVIL = "evil.example";

    @TempDir
    private static Path folder;

    private static final List<String> REACHED = new CopyOnWriteArrayList<>();
    private static final List<String> ANSWERED = new CopyOnWriteArrayList<>();
    private static @Nullable Browser opened;
    private static @Nullable Javalin server;
    private static @Nullable HttpServer evil;

    @BeforeAll
    static void start() throws Exception {
        var program = Browser.program();
        assumeTrue(program.isPresent(), "Chromium is not installed (apt install chromium)");
        opened = Browser.open(program.orElseThrow(), folder.resolve("profile"),
                "--host-resolver-rules=MAP " + EVIL + " 127.0.0.1");
        var endpoint = new HttpEndpoint(new ListenAddress("127.0.0.1", 0, null),
                new TokenHolders(null, null, Map::of, InstantSource.system(), Ticker.system()));
        server = Javalin.create(config -> {
            endpoint.configure(config);
            config.routes.after(context -> {
                if (!context.path().equals("/favicon.ico")) { // which a browser may ask for when the page is another one
                    ANSWERED.add(context.method() + " " + context.status().getCode());
                }
            });
            for (var route : List.of(Route.FLEET, Route.SUBMIT, Route.PUT_BLOB, Route.STOP)) {
                endpoint.add(config.routes, route, context -> {
                    REACHED.add(route.name());
                    context.result("secret");
                });
            }
        });
        endpoint.open(server);
        evil = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        evil.createContext("/", exchange -> {
            try (exchange) {
                exchange.getResponseHeaders().set("Content-Type", "text/html");
                exchange.sendResponseHeaders(200, 0);
            }
        });
        evil.start();
    }

    @AfterAll
    static void stop() {
        for (var each : Stream.<@Nullable AutoCloseable>of(opened, server == null ? null : server::stop,
                evil == null ? null : () -> Objects.requireNonNull(evil).stop(0)).toList()) {
            close(each);
        }
    }

    @BeforeEach
    void forget() {
        REACHED.clear();
        ANSWERED.clear();
    }

    @Test
    void aPageOfItsOwnIsServed() {
        browser().go(URI.create(url() + "/health"));

        assertThat(fetched("fetch('/api/v1/fleet')")).isEqualTo("200 secret");
        assertThat(fetched("fetch('/api/v1/runs', {method: 'POST', body: '{}', "
                + "headers: {'Content-Type': 'application/x-ndjson'}})")).isEqualTo("200 secret");
        assertThat(REACHED).containsExactly("FLEET", "SUBMIT");
    }

    @Test
    void aNameThatWasReboundReadsNothing() {
        browser().go(URI.create("http://" + EVIL + ":" + port() + "/api/v1/fleet"));

        assertThat(fetched("fetch('/api/v1/fleet')")).startsWith("421 ").doesNotContain("secret");
        assertThat(fetched("fetch('/api/v1/runs/x/stop', {method: 'POST'})")).startsWith("421 ");
        assertThat(REACHED).isEmpty();
        assertThat(ANSWERED).contains("GET 421", "POST 421").noneMatch(each -> each.endsWith("200"));
    }

    @Test
    void aPageOfAnotherSiteStartsAndUploadsNothing() {
        browser().go(URI.create("http://" + EVIL + ":" + Objects.requireNonNull(evil).getAddress().getPort() + "/"));

        for (var type : List.of("text/plain", "application/x-www-form-urlencoded", "multipart/form-data")) {
            assertThat(fetched("fetch('" + url() + "/api/v1/runs', {method: 'POST', mode: 'no-cors', body: '{}', "
                    + "headers: {'Content-Type': '" + type + "'}})")).as(type).doesNotContain("secret");
        }
        assertThat(fetched("fetch('" + url() + "/api/v1/runs/x/stop', {method: 'POST', mode: 'no-cors'})"))
                .doesNotContain("secret");
        assertThat(ANSWERED).hasSize(4).containsOnly("POST 403");
        assertThat(fetched("fetch('" + url() + "/api/v1/blobs/" + "f".repeat(64) + "', {method: 'PUT', body: 'x', "
                + "headers: {'Content-Type': 'application/octet-stream'}})")).startsWith("failed");
        assertThat(fetched("fetch('" + url() + "/api/v1/fleet')")).startsWith("failed");
        assertThat(ANSWERED).hasSize(6).contains("OPTIONS 403", "GET 403");
        assertThat(REACHED).isEmpty();
    }

    @Test
    void formsOfOtherSitesAndOfSandboxedFramesDoNotEither() {
        browser().go(URI.create("http://" + EVIL + ":" + Objects.requireNonNull(evil).getAddress().getPort() + "/"));
        for (var sandbox : List.of("", "sandbox='allow-forms allow-scripts'")) {
            var _ = browser().value("new Promise(done => { document.body.innerHTML = \"<iframe " + sandbox
                    + " srcdoc='<form method=post enctype=text/plain action=" + url()
                    + "/api/v1/runs><input name=a></form><script>document.forms[0].submit()</script>'></iframe>\"; "
                    + "let n = 0; document.querySelector('iframe').onload = () => { if (++n == 2) done(1); }; "
                    + "setTimeout(() => done(2), 5000) })");
        }

        assertThat(ANSWERED).isNotEmpty().containsOnly("POST 403");
        assertThat(REACHED).isEmpty();
    }

    @Test
    void aFileDoesNotEither() throws Exception {
        var file = Files.writeString(folder.resolve("evil.html"), "<p>");
        browser().go(file.toUri());

        assertThat(fetched("fetch('" + url() + "/api/v1/runs', {method: 'POST', mode: 'no-cors', body: '{}'})"))
                .doesNotContain("secret");

        assertThat(ANSWERED).containsExactly("POST 403");
        assertThat(REACHED).isEmpty();
    }

    private static String fetched(String fetch) {
        return browser().value(fetch + ".then(async answer => answer.status + ' ' + await answer.text(), "
                + "trouble => 'failed: ' + trouble)").asString();
    }

    private static Browser browser() {
        return Objects.requireNonNull(opened);
    }

    private static int port() {
        return Objects.requireNonNull(server).port();
    }

    private static String url() {
        return "http://127.0.0.1:" + port();
    }

    private static void close(@Nullable AutoCloseable each) {
        try {
            if (each != null) {
                each.close();
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
