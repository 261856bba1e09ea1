package dev.muster.coordinator.server.http;

import static dev.muster.common.testing.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.cli.fleet.TestServer;
import dev.muster.cli.fleet.TestSuites;
import dev.muster.common.access.Credentials;
import dev.muster.common.bundle.Bundle;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.bundle.Sha256;
import dev.muster.common.channel.memory.MemoryChannel;
import dev.muster.common.json.CompleteJson;
import dev.muster.common.json.Json;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.common.model.Setup;
import dev.muster.common.model.Setup.Hook;
import dev.muster.common.model.TestCase;
import dev.muster.common.status.ListenAddress;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.coordinator.pages.assets.Assets;
import dev.muster.coordinator.run.CaseDefinition;
import dev.muster.coordinator.run.CaseNeeds;
import dev.muster.coordinator.run.Cell;
import dev.muster.coordinator.run.Deed;
import dev.muster.coordinator.run.Matrix;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.Requester;
import dev.muster.coordinator.run.Role;
import dev.muster.coordinator.run.RunRequest;
import dev.muster.coordinator.run.SuiteStream;
import dev.muster.coordinator.run.TokenRequest;
import dev.muster.coordinator.server.Coordinator;
import dev.muster.coordinator.server.scheduler.LeaderSettings;
import dev.muster.coordinator.store.Leadership;
import dev.muster.coordinator.store.TokenTable;
import dev.muster.system.FreshDatabase;
import dev.muster.system.view.ApiDescription;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Tests who comes through the door of a coordinator, with its database, over real connections. */
final class HttpEndpointIT {

    private static final long QUOTA = 1 << 20;
    private static final Set<Role> ALL = EnumSet.allOf(Role.class);
    private static final Set<Role> SEE = EnumSet.of(Role.VIEWER, Role.SUBMITTER, Role.ADMIN);
    private static final Set<Role> CHANGE = EnumSet.of(Role.SUBMITTER, Role.ADMIN);

    /** Who may do what: a new route needs a line here. */
    private static final Map<Route, Set<Role>> MAY = Map.ofEntries(Map.entry(Route.METRICS, SEE),
            Map.entry(Route.CASES, SEE), Map.entry(Route.COUNT, SEE), Map.entry(Route.GROUPS, SEE),
            Map.entry(Route.TIMES, SEE),
            Map.entry(Route.CASE, SEE), Map.entry(Route.HISTORY, SEE), Map.entry(Route.COMPARE, SEE),
            Map.entry(Route.COMPARE_CASES, SEE), Map.entry(Route.TRENDS, SEE), Map.entry(Route.FLAKY, SEE),
            Map.entry(Route.OPENAPI, SEE),
            Map.entry(Route.FLEET, SEE), Map.entry(Route.FLEET_NAME, ALL), Map.entry(Route.SUBMIT, CHANGE),
            Map.entry(Route.RESULTS, SEE), Map.entry(Route.NEWS, SEE), Map.entry(Route.VERDICTS, SEE),
            Map.entry(Route.SESSION, EnumSet.noneOf(Role.class)), Map.entry(Route.PROOF, EnumSet.noneOf(Role.class)),
            Map.entry(Route.LINK, SEE),
            Map.entry(Route.SIGN_OUT, SEE),
            Map.entry(Route.ME, SEE), Map.entry(Route.HOME, SEE), Map.entry(Route.RUN, SEE),
            Map.entry(Route.STORED_RUNS, SEE), Map.entry(Route.LIVE, SEE),
            Map.entry(Route.RUNS, SEE), Map.entry(Route.DELETE, CHANGE),
            Map.entry(Route.STOP, CHANGE), Map.entry(Route.PAUSE, CHANGE),
            Map.entry(Route.CONTINUE, CHANGE), Map.entry(Route.AGAIN, CHANGE), Map.entry(Route.HAS_BLOB, CHANGE),
            Map.entry(Route.GET_BLOB, EnumSet.of(Role.WORKER, Role.ADMIN)), Map.entry(Route.PUT_BLOB, CHANGE),
            Map.entry(Route.GENERATE, CHANGE), Map.entry(Route.REPORT, CHANGE),
            Map.entry(Route.TOKENS, EnumSet.of(Role.ADMIN)), Map.entry(Route.CREATE_TOKEN, EnumSet.of(Role.ADMIN)),
            Map.entry(Route.REVOKE_TOKEN, EnumSet.of(Role.ADMIN)), Map.entry(Route.AUDIT, EnumSet.of(Role.ADMIN)));

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Map<Role, String> TOKENS = new EnumMap<>(Role.class);

    private static FreshDatabase database;
    private static Coordinator coordinator;
    private static CoordinatorServer server;
    private static RemoteRuns admin;

    @BeforeAll
    static void start() throws Exception {
        database = FreshDatabase.open(8);
        coordinator = Coordinator.start(new MemoryChannel(InstantSource.system(), MemoryChannel.INBOXES),
                database.database(), Leadership.take(database.database(), "doors", "test"), LeaderSettings.DEFAULT,
                InstantSource.system());
        server = TestServer.start(coordinator, new ListenAddress("127.0.0.1", 0, TestServer.ADMIN.token()), QUOTA);
        admin = client(String.valueOf(TestServer.ADMIN.token()));
        for (var role : ALL) {
            TOKENS.put(role,
                    admin.tokens().create(new TokenRequest("the-" + role.wire(), role, null)).token());
        }
    }

    @AfterAll
    static void stop() {
        HTTP.close();
        admin.close();
        server.close();
        coordinator.close();
        database.close();
    }

    @Test
    void eachRouteTakesItsRolesAndNoOther() throws Exception {
        assertThat(MAY.keySet()).containsExactlyInAnyOrder(Route.values());
        for (var route : EnumSet.complementOf(EnumSet.of(Route.SESSION, Route.PROOF))) {
            assertThat(send(route, null)).as(route + " without a token").isEqualTo(401);
            for (var role : ALL) {
                int status = send(route, TOKENS.get(role));
                if (may(route).contains(role)) {
                    assertThat(status).as(route + " as " + role).isNotIn(401, 403, 415, 421, 500);
                } else {
                    assertThat(status).as(route + " as " + role).isEqualTo(403);
                }
            }
        }
    }

    @Test
    void theDescriptionHasEachRouteAndNoOther() {
        var described = new ArrayList<String>();
        var path = "";
        for (var line : Assets.text("/openapi.yaml").lines().takeWhile(each -> !each.equals("components:")).toList()) {
            if (line.startsWith("  /")) {
                path = line.strip();
            } else if (line.startsWith("    ") && line.endsWith(":") && !line.startsWith("     ")) {
                described.add(line.strip().replace(":", "").toUpperCase(Locale.ROOT) + " "
                        + path.substring(0, path.length() - 1));
            }
        }

        assertThat(described).containsExactlyInAnyOrderElementsOf(Stream.of(Route.values())
                .map(route -> route.method() + " " + route.path()).toList());
    }

    @Test
    void answersAreAsTheyAreDescribed() throws Exception {
        var description = new ApiDescription();
        var suite = TestSuites.of("http://127.0.0.1:1", 1);
        var run = admin.submit(suite.request(), suite.cases());
        admin.pause(run);
        var differences = new ArrayList<String>();

        for (var path : List.of("/me", "/home", "/runs", "/fleet", "/fleet/name", "/stored-runs?limit=5", "/tokens",
                "/audit",
                "/verdicts?agent=chat", "/runs/{run}", "/runs/{run}/results", "/runs/{run}/news")) {
            var answer = answer("GET", path.replace("{run}", run));
            differences.addAll(description.differences("GET /api/v1" + path.replaceAll("\\?.*", ""), answer));
        }
        var made = answer("POST", "/tokens", "{\"name\":\"described\",\"role\":\"viewer\",\"lasts\":\"PT1H\"}");
        differences.addAll(description.differences("POST /api/v1/tokens", made));
        differences.addAll(description.differences("DELETE /api/v1/tokens/{token}",
                answer("DELETE", "/tokens/described")));
        for (var deed : List.of("continue", "stop")) {
            differences.addAll(description.differences("POST /api/v1/runs/{run}/" + deed,
                    answer("POST", "/runs/" + run + "/" + deed)));
        }

        assertThat(differences).isEmpty();
    }

    private static JsonNode answer(String method, String path, String... body) throws Exception {
        var request = request("/api/v1" + path, String.valueOf(TestServer.ADMIN.token()));
        var answer = HTTP.send((body.length == 0 ? request.method(method, BodyPublishers.noBody())
                : request.header("Content-Type", "application/json").method(method, BodyPublishers.ofString(body[0])))
                .build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(path + ": " + answer.body()).isBetween(200, 299);
        return Json.MAPPER.readTree(answer.body());
    }

    /** What is not behind the door: two status pages, the page without data, a proof, and the beginning of a session. */
    @Test
    void noRouteGoesPastTheTable() throws Exception {
        var adding = Pattern.compile(
                "routes\\s*\\.(get|post|put|patch|delete|head|options|query|sse|ws|addEndpoint|addHttpHandler)\\(([^,]*),");
        var found = new ArrayList<String>();
        try (var files = Files.walk(Path.of("../coordinator/src/main/java/dev/muster/coordinator/server"))) {
            for (var file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                adding.matcher(Files.readString(file)).results()
                        .forEach(each -> found.add(file.getFileName() + " " + each.group(1) + " " + each.group(2)));
            }
        }

        assertThat(found).containsExactlyInAnyOrder("StatusRoutes.java get \"/health\"",
                "StatusRoutes.java get \"/ready\"", "ViewRoutes.java get \"/\"", "ViewRoutes.java get \"/\" + page",
                "ViewRoutes.java post Route.SESSION.path()", "ViewRoutes.java get Route.PROOF.path()",
                "HttpEndpoint.java addHttpHandler HandlerType.findOrCreate(route.method())");
    }

    @Test
    void whatIsWrongInEverythingIsToldInOneOrder() throws Exception {
        var host = "Host: evil.example\r\n";
        var own = "Host: 127.0.0.1\r\n";
        var origin = "Origin: http://evil.example\r\n";
        var small = bearer(Role.VIEWER);
        var type = "Content-Type: text/plain\r\n";
        var json = "Content-Type: application/json\r\n";

        assertThat(raw("POST /api/v1/generate", host + origin + type, "null")).isEqualTo(421);
        assertThat(raw("POST /api/v1/generate", own + origin + type, "null")).isEqualTo(403);
        assertThat(raw("POST /api/v1/generate", own + type, "null")).isEqualTo(401);
        assertThat(raw("POST /api/v1/generate", own + small + type, "null")).isEqualTo(403);
        assertThat(raw("POST /api/v1/generate", own + bearer(Role.SUBMITTER) + type, "null")).isEqualTo(415);
        assertThat(raw("POST /api/v1/generate", own + bearer(Role.SUBMITTER) + json, "null")).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.0.0.1:7070", "localhost", "LOCALHOST:80", "localhost.", "[::1]:7070",
        "10.1.2.3"})
    void addressesAndLocalhostLeadHere(String host) throws Exception {
        assertThat(raw("GET /api/v1/fleet/name", "Host: " + host + "\r\n" + bearer(Role.WORKER), "")).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Host: localhost.evil.example", "Host: 127.0.0.1.evil.example", "Host: evil.example:7070",
        "Host: user@127.0.0.1", "Host: 127.0.0.1@evil.example", "Host: ", "X: y", "Host: 127.0.0.1\r\nHost: 127.0.0.1",
        "Host: 127.0.0.1\r\nHost: evil.example", "Host: evil.example."})
    void foreignNamesDoNot(String headers) throws Exception {
        assertThat(raw("GET /api/v1/fleet/name", headers + "\r\n" + bearer(Role.WORKER), "")).isIn(400, 421);
    }

    @Test
    void anAbsoluteTargetIsNoWayAround() throws Exception {
        assertThat(raw("GET http://evil.example/api/v1/fleet/name", "Host: 127.0.0.1\r\n" + bearer(Role.WORKER), ""))
                .isIn(400, 421);
        assertThat(raw("GET http://evil.example/api/v1/fleet/name", "Host: evil.example\r\n" + bearer(Role.WORKER), ""))
                .isIn(400, 421);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "http://evil.example", "https://127.0.0.1", "http://127.0.0.1:1", "file://", ""})
    void pagesOfOtherOriginsAreRefused(String origin) throws Exception {
        assertThat(
                raw("GET /api/v1/fleet/name", "Host: 127.0.0.1\r\nOrigin: " + origin + "\r\n" + bearer(Role.ADMIN), ""))
                .isEqualTo(403);
    }

    @Test
    void pagesOfItsOwnOriginAreNot() throws Exception {
        assertThat(raw("GET /api/v1/fleet/name",
                "Host: 127.0.0.1:70\r\nOrigin: http://127.0.0.1:70\r\n" + bearer(Role.ADMIN), "")).isEqualTo(200);
    }

    @Test
    void aTokenIsShownInItsHeaderOnly() throws Exception {
        var token = TOKENS.get(Role.ADMIN);

        assertThat(raw("GET /api/v1/fleet?token=" + token + "&access_token=" + token, "Host: 127.0.0.1\r\n", ""))
                .isEqualTo(401);
        assertThat(
                raw("GET /api/v1/fleet", "Host: 127.0.0.1\r\nCookie: token=" + token + "; muster=" + token + "\r\n",
                        ""))
                .isEqualTo(401);
        assertThat(raw("GET /api/v1/fleet", "Host: 127.0.0.1\r\nAuthorization: Basic " + token + "\r\n", ""))
                .isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /api/../metrics", "GET //api/v1/fleet", "GET /API/fleet", "GET /api/v1/fleet;/health",
        "GET /health/../api/v1/fleet", "GET /health/..;/api/v1/fleet", "GET /%68ealth/%2e%2e/api/v1/fleet",
        "PUT /api/v1/runs",
        "TRACE /api/v1/fleet", "OPTIONS /api/v1/runs", "PATCH /api/v1/runs/x", "PROPFIND /api/v1/fleet",
        "GET /api/v1/fleet/"})
    void tricksOpenNothing(String line) throws Exception {
        assertThat(raw(line, "Host: 127.0.0.1\r\n", "")).isIn(400, 401, 404, 405, 501);
        assertThat(raw(line, "Host: 127.0.0.1\r\nAuthorization: Bearer wrong\r\n", "")).isIn(400, 401, 404, 405, 501);
    }

    /** Its sender has not even begun with what it announced. */
    @Test
    void aLargeBodyWithoutATokenIsRefusedAtOnce() throws Exception {
        for (var line : List.of("POST /api/v1/runs", "PUT /api/v1/blobs/" + "f".repeat(64))) {
            try (var socket = new Socket(InetAddress.getLoopbackAddress(), URI.create(server.url()).getPort())) {
                socket.setSoTimeout(20_000);
                socket.getOutputStream()
                        .write((line + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 314572800\r\n\r\n")
                                .getBytes(UTF_8));
                assertThat(new String(socket.getInputStream().readNBytes(12), UTF_8)).endsWith(" 401");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"'%20OR%201=1--", "..%2F..%2Fetc", "%25", "%00", "a%0Ab"})
    void noIdIsMoreThanAnId(String id) throws Exception {
        assertThat(get("/api/v1/runs/" + id + "/results", token(Role.ADMIN))).isIn(400, 404);
        assertThat(get("/api/v1/blobs/" + id, token(Role.WORKER))).isIn(400, 404);
        // Jetty closes the connection of a path that is none without saying so: a second request may be on its way
        try (var fresh = HttpClient.newHttpClient()) {
            assertThat(fresh.send(request("/api/v1/runs/" + id + "/stop", token(Role.ADMIN))
                    .POST(BodyPublishers.noBody()).build(), BodyHandlers.discarding()).statusCode())
                    .isIn(400, 404, 409);
        }
    }

    @Test
    void whatIsNoTokenOpensNothing() throws Exception {
        var made = admin.tokens().create(new TokenRequest("short", Role.ADMIN, null));
        var hash = database.database().list("SELECT hash FROM tokens WHERE id = @id", row -> row.getString(1), "id",
                made.stored().id()).getFirst();

        // the last one in its own case, on one connection: Jetty remembers headers of a connection
        for (var wrong : List.of(hash, made.stored().id(), made.token().substring(1), made.token() + "x",
                made.token().toLowerCase(Locale.ROOT), "", " ")) {
            assertThat(get("/api/v1/fleet", wrong)).as(wrong).isEqualTo(401);
        }
        assertThat(get("/api/v1/fleet", made.token())).isEqualTo(200);
    }

    @Test
    void aRevokedAndAnExpiredTokenOpenNothingAtOnce() throws Exception {
        var made = admin.tokens().create(new TokenRequest("leaver", Role.VIEWER, Duration.ofDays(90)));
        var standby = new TokenHolders("x", null,
                new TokenTable(database.database(), database.database(), "doors")::valid,
                InstantSource.system(), Ticker.system());
        assertThat(get("/api/v1/fleet", made.token())).isEqualTo(200);
        assertThat(standby.caller("Bearer " + made.token(), "")).isPresent();

        assertThat(admin.tokens().revoke("leaver", false).revoked()).hasSize(1);

        assertThat(get("/api/v1/fleet", made.token())).isEqualTo(401);
        eventually("another process knows", () -> standby.caller("Bearer " + made.token(), "").isEmpty());
        var later = new TokenHolders("x", null, coordinator.tokens()::valid,
                () -> Instant.now().plus(Duration.ofDays(91)),
                Ticker.system());
        var other = admin.tokens().create(new TokenRequest("guest", Role.VIEWER, Duration.ofDays(90)));
        assertThat(later.caller("Bearer " + other.token(), "")).isEmpty();
        assertThat(get("/api/v1/fleet", other.token())).isEqualTo(200);
        assertThatThrownBy(() -> admin.tokens().revoke("leaver", false)).hasMessageContaining("no valid token");
    }

    @Test
    void aSubmitterChangesItsOwnRunsOnly() throws Exception {
        var other = admin.tokens().create(new TokenRequest("other", Role.SUBMITTER, null)).token();
        var suite = TestSuites.of("http://127.0.0.1:1", 1);
        String run;
        try (var mine = client(token(Role.SUBMITTER));
                var theirs = client(other);
                var viewer = client(token(Role.VIEWER))) {
            run = mine.submit(suite.request(), suite.cases());

            for (var stranger : List.of(theirs, viewer)) {
                assertThatThrownBy(() -> stranger.pause(run)).hasMessageContaining("HTTP 403");
                assertThat(stranger.follow(run, 0, Duration.ZERO)).isPresent();
            }
            assertThatThrownBy(() -> theirs.pause(run.substring(0, run.length() - 1)))
                    .hasMessageContaining("belongs to 'the-submitter'");
            for (var deed : List.of("stop", "continue", "again?what=rest", "again?what=failed")) {
                assertThat(post("/api/v1/runs/" + run + "/" + deed, other)).as(deed).isEqualTo(403);
            }
            assertThat(mine.follow(run, 0, Duration.ZERO).orElseThrow().run()).returns("the-submitter",
                    each -> each.owner());
            assertThatThrownBy(() -> theirs.delete(run)).hasMessageContaining("belongs to 'the-submitter'");
            assertThatThrownBy(() -> viewer.delete(run)).hasMessageContaining("HTTP 403");
            assertThatThrownBy(() -> mine.delete(run)).hasMessageContaining("is still running");
            mine.pause(run);
            mine.continueRun(run);
            admin.pause(run);
        }
        assertThat(post("/api/v1/runs/" + run + "/stop", token(Role.SUBMITTER))).isEqualTo(202);
    }

    @Test
    void theAuditHasTheRealAddressAndOneLineForEachDeed() throws Exception {
        var made = admin.tokens().create(new TokenRequest("audited", Role.SUBMITTER, null));
        var suite = TestSuites.of("http://127.0.0.1:1", 1);
        String run;
        try (var mine = client(made.token())) {
            run = mine.submit(suite.request(), suite.cases());
        }
        assertThat(HTTP.send(request("/api/v1/runs/" + run + "/stop", made.token()).header("X-Forwarded-For", "6.6.6.6")
                .header("Forwarded", "for=6.6.6.6").POST(BodyPublishers.noBody()).build(), BodyHandlers.discarding())
                .statusCode()).isEqualTo(202);
        var _ = admin.tokens().revoke(made.stored().id(), false);
        coordinator.audit().add(Deed.of(new Requester("a\nb", Role.VIEWER, "x\u001b[2J"), "c\u2028d", "e\u202ef"));

        var deeds = admin.tokens().audit(1000);

        assertThat(deeds).noneMatch(each -> each.address().contains("6.6.6.6"));
        assertThat(deeds.stream().filter(each -> each.who().equals("audited"))
                .map(each -> each.deed() + " " + each.subject() + " " + each.address()).toList())
                .containsExactly("stop " + run + " 127.0.0.1", "run " + run + " 127.0.0.1");
        assertThat(deeds.stream().map(Deed::deed)).contains("token create submitter",
                "token revoke " + made.stored().id());
        assertThat(deeds.getFirst()).returns("a?b", Deed::who).returns("x?[2J", Deed::address)
                .returns("c?d", Deed::deed).returns("e?f", Deed::subject);
        assertThat(created("a\\nb")).isEqualTo(400);
        assertThat(created("admin")).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "[]", "7", "\"x\"", "true", "{\"", "{}", "", "{} {}",
        "{\"cases\":1,\"settings\":null}"})
    void oddBodiesAreRefused(String body) throws Exception {
        for (var route : Route.values()) {
            if (route.method().equals("POST")) {
                boolean none = route.body() == Route.Body.NONE;
                assertThat(raw("POST " + route.path().replace("{run}", "x"), "Host: 127.0.0.1\r\n" + bearer(Role.ADMIN)
                        + "Content-Type: " + (none ? "application/json" : route.body().type()) + "\r\n", body))
                        .as(route + " with " + body)
                        .isEqualTo(!none || !body.isEmpty() ? 400 : route == Route.LINK ? 201 : 409);
            }
        }
    }

    @Test
    void aDeepBodyAndAnOddCaseAreRefused() throws Exception {
        for (var each : List.of("[", "{\"a\":")) {
            oddBodiesAreRefused(each.repeat(2_000));
            var deep = each.repeat(100_000).getBytes(UTF_8);
            assertThatThrownBy(() -> SuiteStream.read(new ByteArrayInputStream(deep)))
                    .isInstanceOf(JacksonException.class);
            assertThatThrownBy(() -> CompleteJson.read(new ByteArrayInputStream(deep), TokenRequest.class))
                    .isInstanceOf(JacksonException.class);
        }
        var suite = TestSuites.of("http://127.0.0.1:1", 1);
        for (var odd : List.of("null", "{}", "[]", "7", "{\"identity\":null}")) {
            assertThat(raw("POST /api/v1/runs",
                    "Host: 127.0.0.1\r\n" + bearer(Role.ADMIN) + "Content-Type: application/x-ndjson\r\n",
                    new String(Json.MAPPER.writeValueAsBytes(suite.request()), UTF_8) + "\n" + odd)).as(odd)
                    .isEqualTo(400);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json-evil", "text/plain", "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded", "x"})
    void otherTypesAreRefused(String type) throws Exception {
        for (var route : Route.values()) {
            var body = route.body() == Route.Body.NONE ? "" : "{}";
            assertThat(raw(route.method() + " " + route.path().replace('{', 'a').replace('}', 'a'),
                    "Host: 127.0.0.1\r\n" + bearer(Role.ADMIN) + "Content-Type: " + type + "\r\n", body)).as(route + "")
                    .isEqualTo(415);
            if (route.body() != Route.Body.NONE) {
                assertThat(raw(route.method() + " " + route.path().replace('{', 'a').replace('}', 'a'),
                        "Host: 127.0.0.1\r\n" + bearer(Role.ADMIN), body)).as(route + " without any").isEqualTo(415);
            }
        }
    }

    @Test
    void filesOverTheQuotaAreRefusedAndNoneIsLost() throws Exception {
        var kept = new byte[700_000];
        admin.blobs().put(Sha256.of(kept), new ByteArrayInputStream(kept));
        var more = new byte[400_000];

        assertThatThrownBy(() -> admin.blobs().put(Sha256.of(more), new ByteArrayInputStream(more)))
                .hasMessageContaining("HTTP 413").hasMessageContaining("more than 1 MiB together")
                .hasMessageContaining("--blob-quota");

        assertThat(admin.blobs().has(Sha256.of(more))).isFalse();
        assertThat(admin.blobs().has(Sha256.of(kept))).isTrue();
        assertThatThrownBy(() -> admin.blobs().put(Sha256.of("a".getBytes(UTF_8)),
                new ByteArrayInputStream("b".getBytes(UTF_8)))).isInstanceOf(RefusedRun.class);
        var guessed = Sha256.of(kept).substring(0, 63);
        assertThat(get("/api/v1/blobs/" + guessed + "0", token(Role.WORKER))).isEqualTo(404);
        assertThat(get("/api/v1/blobs/" + guessed, token(Role.WORKER))).isEqualTo(404);
        assertThat(get("/api/v1/blobs/%25", token(Role.WORKER))).isEqualTo(404);
        assertThat(get("/api/v1/blobs/" + Sha256.of(kept), token(Role.WORKER))).isEqualTo(200);
    }

    @Test
    void whereNoTokenIsAskedForNoRunHasCommands() throws Exception {
        var program = "#!/bin/sh".getBytes(UTF_8);
        var bundle = Json.MAPPER.writeValueAsBytes(new Bundle(
                List.of(new Bundle.File("scripts/x", Sha256.of(program), program.length, true)), "scripts"));
        for (var each : List.of(program, bundle)) {
            admin.blobs().put(Sha256.of(each), new ByteArrayInputStream(each));
        }
        var suite = TestSuites.of("http://127.0.0.1:1", 1);
        var said = suite.needing(new CaseNeeds(Set.of(), Set.of(Hello.ALLOW_COMMANDS), new CaseFiles.None()));
        var bundled = suite.needing(new CaseNeeds(Set.of(), Set.of(), new CaseFiles.Bundled(Sha256.of(bundle))));
        var hooks = new Setup(List.of(new Hook(List.of("id"), Hook.TIMEOUT)), null, null, Map.of(), true);
        var hooked = suite.all().stream().map(each -> CaseDefinition.of(new TestCase(each.identity(), each.agent(),
                each.options(), each.conversation(), each.assertions(), each.limits(), hooks, null))).iterator();
        try (var open = TestServer.start(coordinator, new ListenAddress("127.0.0.1", 0, null), QUOTA);
                var anyone = new RemoteRuns(Coordinators.parse(open.url()), Credentials.NONE)) {
            assertThatThrownBy(() -> anyone.submit(said.request(), said.cases())).isInstanceOf(RefusedRun.class)
                    .hasMessageContaining("--no-token");
            assertThatThrownBy(() -> anyone.submit(bundled.request(), bundled.cases())).isInstanceOf(RefusedRun.class)
                    .hasMessageContaining("scripts/x").hasMessageContaining("--no-token");
            assertThatThrownBy(() -> anyone.submit(suite.request(), hooked)).isInstanceOf(RefusedRun.class)
                    .hasMessageContaining("has hooks").hasMessageContaining("--no-token");
            var run = anyone.submit(suite.request(), suite.cases());
            assertThat(admin.follow(run, 0, Duration.ZERO).orElseThrow().run().owner()).isEqualTo(Requester.ANYONE);
        }
    }

    /** What a reader refuses is refused here, too: who calls the API may have no reader. */
    @Test
    void aRunBeyondTheLimitsOfReadersIsRefused() throws Exception {
        var suite = TestSuites.of("http://127.0.0.1:1", 1);
        var request = suite.request();
        var endless = new RunRequest(request.agent(), request.cases(),
                request.settings().with(new Matrix(List.of(Cell.OWN), 2_000_000_000, false)));
        var cells = new RunRequest(request.agent(), request.cases(),
                request.settings().with(new Matrix(Collections.nCopies(1_001, Cell.OWN), 1, false)));
        var often = suite.all().stream().map(each -> CaseDefinition.of(new TestCase(each.identity(), each.agent(),
                each.options(), each.conversation(), each.assertions(), new TestCase.Limits(null, null, null, 20_000),
                each.setup(), null))).iterator();

        assertThatThrownBy(() -> admin.submit(endless, suite.cases())).isInstanceOf(RefusedRun.class)
                .hasMessageContaining("this run has 2000000000 repeats; give 1 to 10000");
        assertThatThrownBy(() -> admin.submit(cells, suite.cases())).isInstanceOf(RefusedRun.class)
                .hasMessageContaining("at most 1000");
        assertThatThrownBy(() -> admin.submit(request, often)).isInstanceOf(RefusedRun.class)
                .hasMessageContaining("has 20000 repeats; give 1 to 10000");
        for (var id : List.of("a\0b", "x".repeat(3 << 20), "é".repeat(501), "pay\u200Bment")) {
            var named = suite.all().stream().map(each -> CaseDefinition.of(TestCase.of(
                    new TestCase.Identity("a.jsonl#" + id, id, null, Map.of(), each.identity().source()), each.agent(),
                    each.conversation(), each.assertions()))).iterator();
            assertThatThrownBy(() -> admin.submit(request, named)).isInstanceOf(RefusedRun.class)
                    .hasMessageContaining("the id of a case ");
        }
    }

    /** PostgreSQL would refuse them in its own words, or a worker would fail. */
    @Test
    void whatCannotBeStoredOrCountedIsRefused() throws Exception {
        var suite = TestSuites.of("http://127.0.0.1:1", 1);
        var request = suite.request();
        var labelled = suite.all().stream().map(each -> CaseDefinition.of(TestCase.of(
                new TestCase.Identity("a.jsonl#a", "a", null, Map.of("team", "pay\0ments"), each.identity().source()),
                each.agent(), each.conversation(), each.assertions()))).iterator();
        var settings = Json.MAPPER.writeValueAsString(request.settings());

        assertThatThrownBy(() -> admin.submit(request, labelled)).isInstanceOf(RefusedRun.class)
                .hasMessageContaining("case a.jsonl#a has the character NUL in its name or labels");
        assertThatThrownBy(() -> admin.submit(new RunRequest("a\0b", 1, request.settings()), suite.cases()))
                .isInstanceOf(RefusedRun.class).hasMessageContaining("have the character NUL");
        for (var odd : List.of("\"timeout\":\"PT2562047788015215H\"", "\"timeout\":\"PT-1S\"",
                "\"retries\":2000000000", "\"retries\":-1")) {
            var name = odd.substring(0, odd.indexOf(':') + 1);
            assertThat(settings).contains(name);
            assertThat(raw("POST /api/v1/runs",
                    "Host: 127.0.0.1\r\n" + bearer(Role.ADMIN) + "Content-Type: application/x-ndjson\r\n",
                    "{\"agent\":\"a\",\"cases\":0,\"settings\":" + settings.replaceFirst(name + "[^,}]*", odd) + "}"))
                    .as(odd).isEqualTo(400);
        }
    }

    private static Set<Role> may(Route route) {
        return Objects.requireNonNull(MAY.get(route));
    }

    private static String token(Role role) {
        return Objects.requireNonNull(TOKENS.get(role));
    }

    private static RemoteRuns client(String token) {
        return new RemoteRuns(Coordinators.parse(server.url()), new Credentials(token, null));
    }

    private static int created(String name) throws Exception {
        return HTTP.send(request("/api/v1/tokens", token(Role.ADMIN)).header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"name\":\"" + name + "\",\"role\":\"viewer\"}")).build(),
                BodyHandlers.ofString()).statusCode();
    }

    private static int get(String path, String token) throws Exception {
        return HTTP.send(request(path, token).GET().build(), BodyHandlers.discarding()).statusCode();
    }

    private static int post(String path, String token) throws Exception {
        return HTTP.send(request(path, token).POST(BodyPublishers.noBody()).build(), BodyHandlers.discarding())
                .statusCode();
    }

    private static HttpRequest.Builder request(String path, @Nullable String token) {
        var request = HttpRequest.newBuilder(URI.create(server.url() + path));
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    /** Returns the status alone: a live answer has no end. */
    private static int send(Route route, @Nullable String token) throws Exception {
        var path = route.path().replace("{run}", "none").replace("{sha256}", "f".repeat(64)).replace("{token}", "none")
                .replace("{number}", "0");
        var request = request(path, token).method(route.method(), route.body() == Route.Body.NONE
                ? BodyPublishers.noBody() : BodyPublishers.ofString("{}"));
        var answer = HTTP.send((route.body() == Route.Body.NONE ? request
                : request.header("Content-Type", route.body().type())).build(), BodyHandlers.ofInputStream());
        answer.body().close();
        return answer.statusCode();
    }

    private static String bearer(Role role) {
        return "Authorization: Bearer " + token(role) + "\r\n";
    }

    /** Sends a request as it is, and returns the status of the answer. */
    private static int raw(String line, String headers, String body) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), URI.create(server.url()).getPort())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write((line + " HTTP/1.1\r\n" + headers + (body.isEmpty() ? ""
                    : "Content-Length: " + body.length() + "\r\n") + "Connection: close\r\n\r\n" + body)
                    .getBytes(UTF_8));
            var answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
            return Integer.parseInt(answer.substring(9, 12));
        }
    }
}
