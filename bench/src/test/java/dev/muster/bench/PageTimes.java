package dev.muster.bench;

import module java.base;
import dev.muster.bench.mock.PageSession;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.cli.up.Up;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.coordinator.pages.api.Views;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.server.http.ViewServer;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.RunTable;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** How long pages wait for their data, over HTTP: with a thousand small runs and a large one. */
record PageTimes(Bench bench) {

    private static final int RUNS = 1_000;
    private static final int EVERY = 25;
    private static final List<String> FILTERS = List.of("", "status=failed", "status=unwell", "status=passed",
            "cause=assertion", "cell=0", "label=team%3Da", "file=suite.jsonl", "q=case-4711", "q=said", "min_ms=5",
            "max_ms=1", "min_cost=1", "min_score=0.5", "status=failed&label=team%3Da&q=said");
    private static final List<String> SORTS = List.of("number", "ms", "-ms", "cost", "-cost", "score", "-score",
            "-ms&status=failed");

    void measure() throws IOException, InterruptedException {
        var home = bench.folder().resolve("view-home");
        try (var local = LocalDatabase.open(new Home(home), 6)) {
            var database = local.database();
            database.update("ALTER SYSTEM SET autovacuum = off");
            database.list("SELECT pg_reload_conf()", row -> row.getBoolean(1));
            int cases = bench.size().large() / RUNS;
            for (int n = 0; n < RUNS; n++) {
                new StoredRunTimes.LargeRuns(database, cases).write("earlier-" + n, EVERY + n % 3);
                database.update(StoredRunTimes.CASES, "run", "earlier-" + n, "last", cases - 1);
            }
            bench.muster(home, 1, List.of(Bench.SMALL_HEAP),
                    Suites.command(Suites.failing(bench.folder(), bench.mock().aguiUrl(0), 8, 7)));
            var source = new RunTable(database).newest(null, ProjectScope.ALL, Map.of(), false, 0, 1).getFirst().id();
            var run = new StoredRunTimes.LargeRuns(database, bench.size().large()).copies(source,
                    "\"labels\":{\"team\":\"a\"},");
            for (var tables : List.of("fresh", "analysed")) {
                database.update("TRUNCATE run_pages, failures, case_labels");
                pages(database, run, tables + ": ");
                database.update("ANALYZE");
            }
        }
    }

    private void pages(Database database, String run, String tables) throws IOException, InterruptedException {
        try (var server = ViewServer.start(new Views(database, null, InstantSource.system()), 0);
                var browser = HttpClient.newHttpClient()) {
            var page = new Page(browser, PageSession.begin(browser, server.link()));
            time(tables + "/ and /home", () -> {
                var _ = page.get("/");
                var _ = page.get("/api/v1/home");
            });
            var of = "/api/v1/runs/" + run;
            bench.tell(tables + "until a large run is indexed, and its figures are there", bench.seconds(() -> {
                while (!page.get(of).contains("\"groups_complete\":true,\"figures_complete\":true")) {
                    Thread.onSpinWait(); // the server waits a moment each time
                }
            }), "s");
            for (var query : List.of("", "?limit=500", "?suite=suite", "?agent=mock", "?state=finished",
                    "?q=earlier-7")) {
                time(tables + "/runs" + query, () -> page.get("/api/v1/runs" + query));
            }
            var queries = new ArrayList<>(List.of("", "/groups"));
            FILTERS.forEach(filter -> queries.addAll(List.of("/cases?" + filter, "/count?" + filter)));
            SORTS.forEach(sort -> queries.add("/cases?sort=" + sort));
            for (var query : queries) {
                time(tables + "/runs/{run}" + query, () -> page.get(of + query));
            }
        }
    }

    private void time(String name, Bench.Work work) throws IOException, InterruptedException {
        double first = bench.seconds(work) * 1000;
        bench.tell(name + ", the first time " + Math.round(first) + " ms", bench.median(5, work) * 1000, "ms");
    }

    private record Page(HttpClient browser, PageSession session) {

        String get(String path) throws IOException, InterruptedException {
            var answer = browser.send(session.request(path).build(), BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IOException(path + ": " + answer.body());
            }
            return answer.body();
        }
    }

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
                double before = Bench.cpuSeconds(coordinator);
                long start = System.nanoTime();
                var measured = new Suites.SuiteRun(runs, bench.ticker()).time(project, SLOTS);
                double seconds = (System.nanoTime() - start) / 1e9;
                double used = Bench.cpuSeconds(coordinator) - before;
                http.shutdownNow();
                return new Measured(measured.casesPerSecond(), used / seconds);
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
}
