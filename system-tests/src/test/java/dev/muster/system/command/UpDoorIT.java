package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.bench.mock.MockAgentProcess;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.testing.Command;
import dev.muster.cli.up.UpFile;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the doors of what {@code muster up} starts: for its owner, for other users, for its own workers. */
@Tag("slow")
final class UpDoorIT {

    private static final String PLANTED = "muster-token-that-was-planted";

    @TempDir
    private static Path home;

    @TempDir
    private static Path elsewhere;

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static UpFile up;

    @BeforeAll
    static void start() throws Exception {
        var started = Command.type(home, Map.of("MUSTER_TOKEN", PLANTED, "MUSTER_DATABASE_PASSWORD", "planted too"),
                "up",
                "--workers", "1", "--slots", "2", "--detach");
        assertThat(started.code()).as(started.output()).isZero();
        assertThat(started.output()).doesNotContain(PLANTED).contains("  database     ready after ",
                "  broker       ready after ", "  coordinator  ready after ");
        up = UpFile.read(new Home(home).upFile()).orElseThrow();
    }

    @AfterAll
    static void stop() throws Exception {
        HTTP.close();
        assertThat(Command.type(home, "down").code()).isZero();
    }

    @Test
    void aTakenPortIsToldBeforeAnythingStarts() throws Exception {
        var port = String.valueOf(URI.create(up.coordinator().url()).getPort());

        var second = Command.type(Files.createDirectories(elsewhere.resolve("second")), "up", "--port", port);

        assertThat(second.code()).isNotZero();
        assertThat(second.output()).contains("port " + port + " on 127.0.0.1 is in use")
                .doesNotContain("starting", "ready after");
    }

    @Test
    void anotherUserGetsNothing() throws Exception {
        for (var method : List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")) {
            for (var path : List.of("/api/v1/runs", "/api/v1/runs/x/results", "/api/v1/fleet", "/metrics", "/",
                    "/api/v1/tokens",
                    "/api/v1/audit", "/api/v1/generate")) {
                boolean isPage = method.equals("GET") && path.equals("/"); // which has no data
                assertThat(status(method, up.coordinator().url() + path, "")).as(method + " " + path)
                        .isEqualTo(isPage ? 200 : 401);
            }
        }
        assertThat(status("GET", up.workers().getFirst().url() + "/metrics", "")).isEqualTo(401);
        assertThat(status("GET", up.workers().getFirst().url() + "/metrics", PLANTED)).isEqualTo(401);
        for (var file : List.of("up.json", "up.token", "up.worker-token")) {
            assertThat(Files.getPosixFilePermissions(home.resolve(file))).as(file)
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
    }

    @Test
    void aRunOfAnotherUserDoesNotStart() throws Exception {
        var hook = HttpRequest.newBuilder(URI.create(up.coordinator().url() + "/api/v1/runs"))
                .POST(BodyPublishers.ofString("{}"));

        assertThat(HTTP.send(hook.copy().header("Content-Type", "text/plain").header("Origin", "https://evil.example")
                .build(), BodyHandlers.ofString()).statusCode()).isEqualTo(403);
        assertThat(HTTP.send(hook.copy().header("Content-Type", "application/x-ndjson").build(),
                BodyHandlers.ofString()).statusCode()).isEqualTo(401);
    }

    @Test
    void commandsOfTheSameHomeFindTheToken() throws Exception {
        try (var agent = MockAgentProcess.start()) {
            Files.writeString(elsewhere.resolve("muster.yaml"),
                    "agents: { shop: { protocol: ag-ui, url: \"" + agent.aguiUrl(0) + "\" } }\n");
            Files.writeString(elsewhere.resolve("one.jsonl"), "{\"id\": \"a\", \"input\": \"hello\"}\n");
            var words = new String[]{"run", "-i", elsewhere.resolve("one.jsonl").toString(), "--config",
                elsewhere.resolve("muster.yaml").toString(), "--coordinator", up.coordinator().url()};

            var mine = Command.typeHere(home, Map.of(), words);
            var others = Command.typeHere(elsewhere, Map.of(), words);

            assertThat(mine.code()).as(mine.output()).isZero();
            assertThat(mine.output()).contains("Passed:  1");
            assertThat(others.code()).as(others.output()).isEqualTo(2);
            assertThat(others.output()).contains("HTTP 401").contains("set MUSTER_TOKEN");
            assertThat(Command.typeHere(home, Map.of(), "pause", "none").output()).contains("run none not found");
            assertThat(Command.typeHere(home, Map.of(), "audit").output()).contains(" run ").contains("127.0.0.1");
        }
    }

    @Tag("slow")
    @Test
    void theTokenGoesToNoOtherAddress() throws Exception {
        var shown = new CompletableFuture<String>();
        try (var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try (var socket = listening.accept()) {
                    shown.complete(new BufferedReader(new InputStreamReader(socket.getInputStream(),
                            StandardCharsets.UTF_8)).lines().takeWhile(line -> !line.isEmpty())
                            .collect(Collectors.joining("\n")));
                } catch (IOException e) {
                    shown.completeExceptionally(e);
                }
            });
            var _ = Command.typeHere(home, Map.of(), "pause", "none", "--coordinator",
                    "http://127.0.0.1:" + listening.getLocalPort());
            assertThat(shown.get(1, TimeUnit.MINUTES)).startsWith("GET ").doesNotContain("Authorization")
                    .doesNotContain(PLANTED);
        }
    }

    @Test
    void tokensAreMadeListedAndRevoked() throws Exception {
        var made = Command.typeHere(home, Map.of(), "token", "create", "--role", "viewer", "--name", "wall",
                "--expires", "90d");
        var token = made.lines().getLast();

        assertThat(made.code()).as(made.output()).isZero();
        assertThat(token).startsWith("muster_").hasSize(50);
        assertThat(status("GET", up.coordinator().url() + "/metrics", token)).isEqualTo(200);
        assertThat(status("GET", up.coordinator().url() + "/api/v1/audit", token)).isEqualTo(403);
        assertThat(Command.typeHere(home, Map.of(), "token", "list").output()).contains("wall").contains("viewer")
                .contains("valid").doesNotContain(token);
        assertThat(Command.typeHere(home, Map.of("MUSTER_TOKEN", token), "token", "list").output())
                .contains("HTTP 403");
        assertThat(Command.typeHere(home, Map.of(), "token", "revoke", "wall").output()).contains("revoked");
        assertThat(status("GET", up.coordinator().url() + "/metrics", token)).isEqualTo(401);
        assertThat(Command.typeHere(home, Map.of(), "token", "revoke", "wall").code()).isEqualTo(2);
        assertThat(Command.typeHere(home, Map.of(), "token", "create", "--role", "boss", "--name", "x").output())
                .contains("'boss' is not a role: viewer, submitter, worker, admin");
        assertThat(Command.typeHere(home, Map.of(), "audit").output()).contains("token create viewer")
                .contains("token revoke").doesNotContain(token);
    }

    @Test
    void whatARevokedTokenMadeIsNamedWithTheCommandThatRevokesIt() throws Exception {
        var first = Command.typeHere(home, Map.of(), "token", "create", "--role", "admin", "--name", "boss").lines()
                .getLast();
        var second = Command.typeHere(home, Map.of("MUSTER_TOKEN", first), "token", "create", "--role", "viewer",
                "--name", "guest").lines().getLast();

        var revoked = Command.typeHere(home, Map.of(), "token", "revoke", "boss").output();
        assertThat(revoked).contains("a token of boss", "still valid:", "a token of guest with the role viewer",
                "made by boss", "revoke them, too: muster token revoke boss --with-made");
        assertThat(status("GET", up.coordinator().url() + "/metrics", second)).isEqualTo(200);

        assertThat(Command.typeHere(home, Map.of(), "token", "revoke", "boss", "--with-made").output())
                .contains("a token of guest").doesNotContain("still valid");
        assertThat(status("GET", up.coordinator().url() + "/metrics", second)).isEqualTo(401);
        assertThat(Command.typeHere(home, Map.of(), "token", "list", "--with-made").output())
                .contains("--with-made goes with: muster token revoke");
    }

    @Test
    void aStolenWorkersTokenOpensFilesOnly() throws Exception {
        var token = String.valueOf(up.workerToken());

        for (var path : List.of("/api/v1/fleet", "/api/v1/runs/x/results", "/metrics", "/api/v1/tokens",
                "/api/v1/audit")) {
            assertThat(status("GET", up.coordinator().url() + path, token)).as(path).isEqualTo(403);
        }
        assertThat(status("POST", up.coordinator().url() + "/api/v1/runs", token)).isEqualTo(403);
        assertThat(status("PUT", up.coordinator().url() + "/api/v1/blobs/" + "f".repeat(64), token)).isEqualTo(403);
        assertThat(status("GET", up.coordinator().url() + "/api/v1/blobs/" + "f".repeat(64), token)).isEqualTo(404);
    }

    /** A process of the same user can read these: an administrator's token and the database are not among a worker's. */
    @Test
    void noTokenIsInAProcessListOrALogAndTheWorkerHasTheLeast() throws Exception {
        for (long pid : up.pids()) {
            var line = Files.readString(Path.of("/proc/" + pid + "/cmdline"), StandardCharsets.ISO_8859_1);
            assertThat(line).as("arguments of " + pid).isNotEmpty().doesNotContain(PLANTED)
                    .doesNotContain(String.valueOf(up.workerToken())).doesNotContain("jdbc:");
        }
        for (var worker : up.workers()) {
            var environment = Files.readString(Path.of("/proc/" + worker.pid() + "/environ"),
                    StandardCharsets.ISO_8859_1);
            assertThat(environment).contains("MUSTER_TOKEN_FILE=").doesNotContain(PLANTED)
                    .doesNotContain("planted too").doesNotContain("jdbc:")
                    .doesNotContain(String.valueOf(up.workerToken()));
        }
        try (var logs = Files.list(home.resolve("logs"))) {
            for (var log : logs.toList()) {
                assertThat(Files.readString(log)).as(log + "").doesNotContain(PLANTED)
                        .doesNotContain(String.valueOf(up.workerToken()));
            }
        }
    }

    private static int status(String method, String url, String token) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url)).method(method,
                method.equals("POST") || method.equals("PUT") ? BodyPublishers.ofString("{}")
                        : BodyPublishers.noBody());
        return HTTP.send((token.isEmpty() ? request : request.header("Authorization", "Bearer " + token)).build(),
                BodyHandlers.discarding()).statusCode();
    }
}
