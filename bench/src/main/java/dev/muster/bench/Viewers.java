package dev.muster.bench;

import module java.base;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.deploy.up.Up;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** What live pages cost: the rate of a run and the processor time of its coordinator, with and without them. */
record Viewers(Bench bench) {

    private static final int PAGES = 200;
    private static final int CASES = 500;
    private static final int LATENCY_MS = 1_000;
    private static final int SLOTS = 16;
    private static final int PAIRS = 3;

    private record Measured(double casesPerSecond, double cores) {}

    void measure() throws IOException, InterruptedException {
        var ratios = new double[PAIRS];
        var cores = new double[PAIRS];
        try (var up = bench.up("viewed", 1, SLOTS); var runs = Bench.remote(up)) {
            run(up, runs, 0);
            for (int pair = 0; pair < PAIRS; pair++) {
                var alone = run(up, runs, 0);
                var viewed = run(up, runs, PAGES);
                ratios[pair] = viewed.casesPerSecond() / alone.casesPerSecond();
                cores[pair] = viewed.cores();
            }
        }
        Arrays.sort(ratios);
        Arrays.sort(cores);
        bench.tell(CASES + " cases of 1 s with " + PAGES + " live pages, median of " + PAIRS + " pairs",
                ratios[PAIRS / 2] * SLOTS, "cases/s", SLOTS, "same without pages");
        bench.tell("processor time of the coordinator meanwhile", cores[PAIRS / 2], "cores");
    }

    private Measured run(Up up, RemoteRuns runs, int pages) throws IOException, InterruptedException {
        var project = bench.project(LATENCY_MS, CASES);
        var coordinator = ProcessHandle.of(up.file().coordinator().pid()).orElseThrow();
        try (var http = HttpClient.newBuilder().executor(Executors.newVirtualThreadPerTaskExecutor()).build()) {
            for (int page = 0; page < pages; page++) {
                Thread.ofVirtual().start(() -> look(http, up));
            }
            var before = coordinator.info().totalCpuDuration().orElseThrow();
            long start = System.nanoTime();
            var measured = new Suites.SuiteRun(runs, bench.ticker()).time(project, SLOTS);
            double seconds = (System.nanoTime() - start) / 1e9;
            var used = coordinator.info().totalCpuDuration().orElseThrow().minus(before);
            http.shutdownNow();
            return new Measured(measured.casesPerSecond(), used.toNanos() / 1e9 / seconds);
        }
    }

    /** Reads what a live page reads until the client is shut down. */
    private static void look(HttpClient http, Up up) {
        var request = HttpRequest.newBuilder(URI.create(up.file().coordinator().url() + "/api/v1/live"))
                .header("Authorization", "Bearer " + up.file().token()).build();
        try (var lines = http.send(request, BodyHandlers.ofLines()).body()) {
            lines.forEach(_ -> {
                // a page draws it
            });
        } catch (IOException | UncheckedIOException | InterruptedException _) {
            // the run is over
        }
    }
}
