package dev.muster.coordinator.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.bench.mock.PageSession;
import dev.muster.common.json.Json;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.testing.TestResult;
import dev.muster.coordinator.pages.api.LiveRuns;
import dev.muster.coordinator.pages.api.Views;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.RunPage.Waiting;
import dev.muster.system.FreshDatabase;
import dev.muster.system.figures.WrittenRun;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests what live pages are sent. */
final class LiveStreamIT {

    private FreshDatabase fresh;
    private ViewServer server;

    @BeforeEach
    void open() {
        fresh = FreshDatabase.open(4);
        server = ViewServer.start(new Views(fresh.database(), null, InstantSource.system()), 0);
    }

    @AfterEach
    void close() {
        server.close();
        fresh.close();
    }

    private WrittenRun running(String id, int total) {
        var run = new WrittenRun(fresh.database(), id);
        for (int number = 0; number < total; number++) {
            fresh.database().update("""
                    INSERT INTO case_definitions (run_id, number, key, id, definition)
                    VALUES (@run, @number, 'suite.jsonl#c' || @number, 'c' || @number, '{}')
                    """, "run", id, "number", number);
        }
        set(id, "state = 'running', total = " + total + ", started_at = now()");
        return run;
    }

    private void set(String run, String what) {
        fresh.database().update("UPDATE runs SET " + what + " WHERE run_id = @run", "run", run);
    }

    /** The events of one page, as they come. */
    private record Page(HttpClient http, Iterator<String> lines) implements AutoCloseable {

        static Page of(ViewServer server) throws Exception {
            var http = HttpClient.newHttpClient();
            var answer = http.send(PageSession.begin(http, server.link()).request("/api/v1/live").build(),
                    BodyHandlers.ofLines());
            assertThat(answer.statusCode()).isEqualTo(200);
            return new Page(http, answer.body().iterator());
        }

        JsonNode next() {
            while (true) {
                var line = lines.next();
                if (line.startsWith("data: ")) {
                    return Json.MAPPER.readTree(line.substring("data: ".length()));
                }
            }
        }

        @Override
        public void close() {
            http.shutdownNow();
        }
    }

    @Tag("slow")
    @Test
    void aPageIsSentWhatChanges() throws Exception {
        try (var page = Page.of(server)) {
            assertThat(page.next()).isEmpty();
            var run = running("now", 4);
            assertThat(page.next().path(0).path("run").path("id").asString()).isEqualTo("now");

            fresh.database().update("""
                    INSERT INTO result_details (run_day, run_id, number, cell, repeat, detail)
                    SELECT run_day, run_id, 2, 0, 0, @detail::json FROM runs WHERE run_id = 'now'
                    """, "detail", Json.MAPPER.writeValueAsString(TestResult.of("suite.jsonl#c2", "c2")
                    .status(Status.FAILED).cause(Cause.ASSERTION).error("too slow").make()));
            run.failed(2);
            set("now", "failed = 1, last_seq = 1");

            var changed = page.next().path(0);
            assertThat(changed.path("done").asInt()).isEqualTo(1);
            assertThat(changed.path("failures").path(0).path("id").asString()).isEqualTo("c2");
            assertThat(changed.path("failures").path(0).path("reason").asString()).isEqualTo("too slow");

            set("now", "state = 'finished'");
            var over = page.next();
            while (!over.isEmpty()) { // a rate changes while nothing else does
                over = page.next();
            }
        }
    }

    @Test
    void theStreamEndsWithTheServer() throws Exception {
        try (var page = Page.of(server)) {
            page.next();
            server.close();
            assertThat(page.lines.hasNext() && !page.lines.next().isEmpty()).isFalse();
        }
    }

    @Test
    void aRateIsThatOfTheLastSeconds() {
        var nanos = new AtomicLong();
        var live = new LiveRuns(fresh.database(), null, ProjectScope.ALL,
                _ -> new Waiting("nobody is there", List.of()),
                nanos::get);
        running("now", 100);
        assertThat(live.now().getFirst().perSecond()).isNull();
        for (int second = 1; second <= 20; second++) {
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            set("now", "passed = " + (second <= 10 ? second : 10 + (second - 10) * 4));
            live.now();
        }

        var now = live.now().getFirst();

        assertThat(now.perSecond()).isEqualTo(4);
        assertThat(now.leftMs()).isEqualTo(12_500);
        assertThat(now.waiting()).containsExactly("nobody is there");
    }
}
