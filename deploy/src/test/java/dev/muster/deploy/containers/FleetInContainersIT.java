package dev.muster.deploy.containers;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.common.json.Json;
import dev.muster.common.testing.Repository;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The services of the compose file as containers; the leading coordinator and a worker are killed during a run. */
@Tag("containers")
final class FleetInContainersIT {

    private static final int CASES = 1_000;
    private static final int PORT = 17_170;
    private static final String PROJECT = "musterfleetit";
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    private static Path folder;

    private static Podman podman;

    private static final Map<String, String> SECRETS = Map.of("MUSTER_TOKEN", hex(48), "MUSTER_WORKER_TOKEN", hex(48),
            "MUSTER_DATABASE_PASSWORD", hex(24), "MUSTER_FLEET_KEY", hex(64), "MUSTER_BROKER_PASSWORD", hex(24),
            "MUSTER_COORDINATOR_PASSWORD", hex(24), "MUSTER_WORKER_PASSWORD", hex(24), "MUSTER_IMAGE", Podman.MUSTER,
            "MUSTER_PORT", String.valueOf(PORT), "MUSTER_STANDBY_PORT", String.valueOf(PORT + 1));

    private final AtomicInteger calls = new AtomicInteger();

    /** Waits for what podman-compose does not wait for: the health of a service, the end of another. */
    @BeforeAll
    static void start() throws Exception {
        podman = Podman.here(folder, SECRETS);
        podman.standIns();
        podman.build(Repository.root(), Repository.root().resolve("Dockerfile"), Podman.BASE, Podman.MUSTER);
        var compose = Files.readString(Repository.root().resolve("docker-compose.yml"))
                .replaceAll("image: apache/kafka:\\S+", "image: " + Podman.KAFKA)
                .replaceAll("image: postgres:\\S+", "image: " + Podman.POSTGRES);
        Files.writeString(folder.resolve("docker-compose.yml"), compose);
        up("kafka", "postgres");
        await("the broker listens", () -> podman.run("podman", "exec", name("kafka"), "bash", "-c",
                "(exec 3<>/dev/tcp/localhost/9092) 2>/dev/null && echo open || true").equals("open"));
        await("the logins are made", () -> {
            up("kafka-access");
            return podman.run("podman", "wait", name("kafka-access")).equals("0");
        });
        up("coordinator", "standby", "worker");
        await("a coordinator leads", () -> leader() >= 0);
    }

    @AfterAll
    static void stop() throws Exception {
        if (podman != null && Files.exists(folder.resolve("docker-compose.yml"))) {
            compose("down", "-v");
            for (var network : List.of("front", "records", "database")) {
                podman.start(folder.resolve("end.log"), "podman", "network", "rm", PROJECT + "_" + network).waitFor();
            }
        }
    }

    @Test
    void everyCaseHasOneVerdictWhenTheLeaderAndAWorkerAreKilled() throws Exception {
        var gateway = podman.run("podman", "network", "inspect", "--format", "{{(index .Subnets 0).Gateway}}",
                PROJECT + "_front");
        var agent = HttpServer.create(new InetSocketAddress(gateway, 0), 1_000);
        agent.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        agent.createContext("/", this::answer);
        agent.start();
        try {
            project("http://" + gateway + ":" + agent.getAddress().getPort() + "/");
            var log = folder.resolve("run.log");
            var run = podman.start(log, Podman.tree().resolve("bin/muster").toString(), "run", "-i", "suite.jsonl",
                    "--coordinator", url(0) + "," + url(1), "-o", "out.jsonl");
            await("cases are under way", () -> calls.get() > CASES / 5);

            podman.run("podman", "kill", name(leader() == 0 ? "coordinator" : "standby"));
            podman.run("podman", "kill", name("worker"));

            assertThat(run.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(run.exitValue()).as(Files.readString(log)).isZero();
            var results = Files.readAllLines(folder.resolve("out.jsonl")).stream().map(Json.MAPPER::readTree).toList();
            assertThat(results).hasSize(CASES).allMatch(result -> result.path("status").asString().equals("passed"));
            assertThat(results.stream().map(result -> result.path("id").asString())).doesNotHaveDuplicates();
            assertThat(calls).as("cases of the killed worker are asked again").hasValueGreaterThan(CASES);
        } finally {
            agent.stop(0);
        }
    }

    @Test
    void nothingRunsAsRootAndProbesNeedNoCurl() throws Exception {
        assertThat(podman.run("podman", "exec", name("standby"), "id", "-u")).isEqualTo("10001");
        podman.run("podman", "exec", name("standby"), "muster", "health", "http://127.0.0.1:7070/health");
        var down = podman.start(folder.resolve("down.log"), "podman", "exec", name("standby"), "muster", "health",
                "http://127.0.0.1:1/health");
        assertThat(down.waitFor()).isEqualTo(1);
        assertThat(folder.resolve("down.log")).content().contains("does not answer");
    }

    private void answer(HttpExchange exchange) throws IOException {
        calls.incrementAndGet();
        exchange.getRequestBody().readAllBytes();
        LockSupport.parkNanos(Duration.ofSeconds(1).toNanos()); // an agent that takes its time
        var answer = "{\"reply\": \"hello\"}".getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private static void project(String url) throws IOException {
        Files.writeString(folder.resolve("muster.yaml"), """
                agents:
                  slow: { protocol: http, url: "%s", body: { message: "${input}" }, response: { text: $.reply } }
                """.formatted(url));
        Files.write(folder.resolve("suite.jsonl"), IntStream.range(0, CASES).mapToObj(n -> "{\"id\": \"c" + n
                + "\", \"input\": \"hi " + n + "\", \"assertions\": [{\"type\": \"contains\", \"value\": \"hello\"}]}")
                .toList());
    }

    private static void up(String... services) throws Exception {
        compose(Stream.concat(Stream.of("up", "-d"), Stream.of(services)).toArray(String[]::new));
    }

    private static void compose(String... words) throws Exception {
        podman.run(
                Stream.concat(Stream.of("podman-compose", "-p", PROJECT, "-f", "docker-compose.yml"), Stream.of(words))
                        .toArray(String[]::new));
    }

    private static String name(String service) {
        return PROJECT + "_" + service + "_1";
    }

    private static String url(int coordinator) {
        return "http://127.0.0.1:" + (PORT + coordinator);
    }

    /** Returns which coordinator is ready, -1 for neither. */
    private static int leader() {
        return IntStream.of(0, 1).filter(FleetInContainersIT::isReady).findFirst().orElse(-1);
    }

    private static boolean isReady(int coordinator) {
        try {
            var page = (HttpURLConnection) URI.create(url(coordinator) + "/ready").toURL().openConnection();
            page.setConnectTimeout(2_000);
            page.setReadTimeout(2_000);
            return page.getResponseCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private static void await(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.call()) {
            assertThat(System.nanoTime()).as(what).isLessThan(end);
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
        }
    }

    private static String hex(int digits) {
        var bytes = new byte[digits / 2];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
