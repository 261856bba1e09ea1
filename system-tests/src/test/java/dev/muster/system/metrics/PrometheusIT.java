package dev.muster.system.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import com.sun.net.httpserver.HttpServer;
import dev.muster.bench.mock.MockAgentProcess;
import dev.muster.cli.Main;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.metrics.Meters;
import dev.muster.cli.testing.EveryMetric;
import dev.muster.cli.up.UpFile;
import dev.muster.common.process.Launch;
import dev.muster.common.status.StatusPages;
import dev.muster.system.metrics.Prometheus.Told;
import java.lang.ProcessBuilder.Redirect;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the dashboard and the alerts against a fleet at work, which Debian's Prometheus scrapes as
 * {@code docs/monitoring.md} says. What happens only by accident comes from a second target, {@link EveryMetric}.
 */
@Tag("full")
@Tag("alone")
final class PrometheusIT {

    private static final Duration LONGEST = Duration.ofMinutes(4);

    /** Without an accident, a fleet has none of these. */
    private static final Set<String> ACCIDENTS = Set.of("muster_set_aside_total",
            "muster_worker_attempts_stopped_total", "muster_attempts_total", "muster_runs_pruned_total");

    @TempDir
    private Path folder;

    @BeforeEach
    void fetch() throws IOException, InterruptedException {
        var missing = Prometheus.missing();
        assumeTrue(missing == null, missing);
    }

    @Test
    void everyPanelHasDataAndEveryAlertCanBeEvaluated() throws Exception {
        var home = Files.createDirectories(folder.resolve("home"));
        assertThat(type(home, "up", "--workers", "2", "--slots", "16", "--detach")).isZero();
        try (var agent = MockAgentProcess.start(); var meters = Meters.open(); var accidents = serve(meters)) {
            EveryMetric.in(meters.registry());
            System.gc();
            var up = UpFile.read(new Home(home).upFile()).orElseThrow();
            try (var prometheus = Prometheus.start(Files.createDirectories(folder.resolve("prometheus")),
                    configuration(up, accidents.port()))) {
                var run = submit(home, agent);

                var queries = MonitoringFiles.panels();
                assertThat(queries).hasSizeGreaterThan(40);
                var withoutData = awaitData(prometheus, queries, "muster");
                run.destroy();

                withoutData.forEach((panel, query) -> assertThat(MonitoringFiles.metrics(query)).as(panel)
                        .allMatch(ACCIDENTS::contains));
                assertThat(awaitData(prometheus, withoutData, "accidents")).as("panels without data").isEmpty();
                for (var rule : MonitoringFiles.rules()) {
                    for (var metric : MonitoringFiles.metrics(rule.path("expr").asString())) {
                        assertThat(prometheus.query("count(" + metric + ")")).as(metric).isNotEmpty();
                    }
                }
                assertThat(prometheus.rules()).hasSameSizeAs(MonitoringFiles.rules())
                        .allSatisfy(rule -> assertThat(rule.path("health").asString()).as(rule.toString())
                                .isEqualTo("ok"));
                for (var text : List.of(scrape(up.coordinator().url(), up.token()),
                        scrape(up.workers().getFirst().url(), up.workerToken()),
                        meters.scrape(StatusPages.METRICS_TYPE))) {
                    assertThat(promtool(Files.writeString(folder.resolve("metrics.txt"), text), "check", "metrics"))
                            .isEqualTo(new Told(0, ""));
                }
                run.waitFor();
            }
        } finally {
            assertThat(type(home, "down")).isZero();
        }
    }

    @Test
    void eachAlertFiresOnItsSeriesAndNoneOnAFleetThatIsWell() throws Exception {
        var nothing = Files.writeString(folder.resolve("nothing"), "");

        var checked = promtool(nothing, "check", "rules", MonitoringFiles.ALERTS.toString());
        var tried = promtool(nothing, "test", "rules",
                MonitoringFiles.ALERTS.resolveSibling("alerts.test.yml").toString());

        assertThat(checked.code()).as(checked.output()).isZero();
        assertThat(tried.code()).as(tried.output()).isZero();
    }

    /** Polls each query until it has a number; returns those that had none in all that time. */
    private static Map<String, String> awaitData(Prometheus prometheus, Map<String, String> queries, String job)
            throws Exception {
        var left = new LinkedHashMap<String, String>();
        queries.forEach((panel, query) -> left.put(panel, query.replace("job=~\".*\"", "job=~\"" + job + "\"")));
        var end = Instant.now().plus(job.equals("muster") ? LONGEST : Duration.ofMinutes(1));
        boolean onlyAccidents = false;
        while (!left.isEmpty() && !onlyAccidents && Instant.now().isBefore(end)) {
            if (prometheus.isReady()) {
                for (var each : Map.copyOf(left).entrySet()) {
                    if (!prometheus.query(each.getValue()).isEmpty()) {
                        left.remove(each.getKey());
                    }
                }
            }
            onlyAccidents = job.equals("muster") && left.values().stream()
                    .allMatch(query -> ACCIDENTS.containsAll(MonitoringFiles.metrics(query)));
            LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
        }
        queries.forEach((panel, query) -> left.computeIfPresent(panel, (_, _) -> query));
        return left;
    }

    /** The scrape configuration of the page, with a second between scrapes. */
    private String configuration(UpFile up, int accidents) throws IOException {
        var token = Files.writeString(folder.resolve("token"), Objects.requireNonNull(up.token()));
        var workerToken = Files.writeString(folder.resolve("worker-token"), Objects.requireNonNull(up.workerToken()));
        return """
                global: { scrape_interval: 1s, evaluation_interval: 1s }
                rule_files: ["%s"]
                scrape_configs:
                  - job_name: muster
                    authorization: { credentials_file: "%s" }
                    static_configs: [{ targets: ["%s"] }]
                  - job_name: muster-workers
                    authorization: { credentials_file: "%s" }
                    relabel_configs: [{ target_label: job, replacement: muster }]
                    static_configs: [{ targets: [%s] }]
                  - job_name: accidents
                    static_configs: [{ targets: ["127.0.0.1:%d"] }]
                """.formatted(MonitoringFiles.ALERTS.toAbsolutePath().normalize(), token,
                URI.create(up.coordinator().url()).getAuthority(), workerToken,
                up.workers().stream().map(worker -> '"' + URI.create(worker.url()).getAuthority() + '"')
                        .collect(Collectors.joining(", ")),
                accidents);
    }

    /** Starts a run of several minutes: answers, failures, 429s, and an agent with limits. */
    private Process submit(Path home, MockAgentProcess agent) throws IOException {
        var project = Files.createDirectories(folder.resolve("project"));
        Files.writeString(project.resolve("muster.yaml"), """
                agents:
                  shop: { protocol: ag-ui, url: "%1$s/ag-ui?latency=500", limits: { concurrency: 4, requests_per_minute: 1200 } }
                  busy: { protocol: ag-ui, url: "%1$s/ag-ui?latency=200&rate=2", limits: { concurrency: 6 } }
                """.formatted(agent.baseUrl()));
        Files.write(project.resolve("suite.jsonl"), IntStream.range(0, 2_000)
                .mapToObj(n -> "{\"id\": \"c" + n + "\", \"agent\": \"" + (n % 4 == 0 ? "busy" : "shop")
                        + "\", \"input\": \"hello " + n + "\"" + (n % 7 == 0
                                ? ", \"assertions\": [{\"type\": \"contains\", \"value\": \"never\"}]"
                                : "")
                        + "}")
                .toList());
        return Launch.of(Main.class, "run", "--config", project.resolve("muster.yaml").toString(), "-i",
                project.resolve("suite.jsonl").toString(), "--coordinator", "up").withEnvironment(
                        Map.of("MUSTER_HOME",
                                home.toString()))
                .inBackground(Redirect.to(folder.resolve("run.log").toFile()));
    }

    private static int type(Path home, String... words) throws IOException, InterruptedException {
        return Launch.of(Main.class, words).withEnvironment(Map.of("MUSTER_HOME", home.toString()))
                .inBackground(Redirect.to(home.resolve("command.log").toFile())).waitFor();
    }

    private Told promtool(Path in, String... words) throws IOException, InterruptedException {
        return Told.byPromtool(in, folder, words);
    }

    private static String scrape(String url, @Nullable String token) throws IOException, InterruptedException {
        try (var http = HttpClient.newHttpClient()) {
            return http.send(HttpRequest.newBuilder(URI.create(url + "/metrics"))
                    .header("Authorization", "Bearer " + token).build(), BodyHandlers.ofString()).body();
        }
    }

    private static Accidents serve(Meters meters) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/metrics", exchange -> {
            try (exchange) {
                var text = meters.scrape(StatusPages.METRICS_TYPE).getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", StatusPages.METRICS_TYPE);
                exchange.sendResponseHeaders(200, text.length);
                exchange.getResponseBody().write(text);
            }
        });
        server.start();
        return new Accidents(server);
    }

    private record Accidents(HttpServer server) implements AutoCloseable {

        int port() {
            return server.getAddress().getPort();
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }
}
