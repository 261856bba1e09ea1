package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.Route.FulfillOptions;
import dev.muster.common.json.Json;
import dev.muster.coordinator.pages.api.ImportedRuns;
import dev.muster.coordinator.pages.api.Views;
import dev.muster.coordinator.server.http.ViewServer;
import dev.muster.system.FreshDatabase;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that hostile texts run nothing, whatever field they are in, and that a fault leaves a sentence, never a blank page. */
@Tag("browser")
final class ViewerFaultsIT extends ViewerPages {

    private static final String EVIL = "</script></style><script>window.hit=1</script><img src=x onerror=window.hit=1>"
            + "<iframe srcdoc='<script>parent.hit=1</script>'></iframe>[a](javascript:window.hit=1)"
            + "![b](http://127.0.0.1:9/b.png)<svg onload=window.hit=1>`${window.hit=1}`\u202e\u0000\"'";

    @TempDir
    private Path folder;

    private FreshDatabase database;
    private ViewServer server;

    @BeforeEach
    void start() throws Exception {
        database = FreshDatabase.open(4);
        for (int night = 0; night < 3; night++) {
            Files.writeString(folder.resolve("night" + night + ".json"), night(night));
        }
        new ImportedRuns(database.database()).add(folder, Assertions::fail);
        database.database().update(
                "UPDATE runs SET stop_reason = @evil, owner = @evil, state = 'stopped' WHERE run_id = 'n2'", "evil",
                evil());
        server = ViewServer.start(new Views(database.database(), null, InstantSource.system()), 0);
    }

    @AfterEach
    void stop() {
        server.close();
        database.close();
    }

    /** As PostgreSQL can keep it. */
    private static String evil() {
        return EVIL.replace("\u0000", "");
    }

    /** A result file with a hostile text in every field that holds what others wrote. */
    private static String night(int night) {
        var document = Json.MAPPER.createObjectNode();
        var run = document.putObject("run").put("id", "n" + night);
        run.putArray("inputs").add(EVIL);
        run.putObject("labels").put("branch", EVIL).put("commit", EVIL).put("build_url", "javascript:window.hit=1");
        var results = document.putArray("results");
        for (var agent : List.of(EVIL, "good")) {
            for (int number = 0; number < 4; number++) {
                var status = List.of("failed", "error", "passed", night == 2 ? "failed" : "passed").get(number);
                var result = results.addObject().put("key", EVIL + ".jsonl#" + EVIL + number).put("id", EVIL + number)
                        .put("name", EVIL);
                result.putObject("cell").put("agent", agent).put("connector", EVIL);
                result.putObject("labels").put("area", EVIL).put("<b>" + night, "x");
                result.put("repeat", 0).put("attempt", 1).put("status", status)
                        .put("cause", status.equals("passed") ? "none" : "assertion").put("error", EVIL)
                        .put("input", EVIL).put("response", number == 3 ? "# " + EVIL : EVIL).put("worker", EVIL)
                        .put("skip_reason", EVIL).put("duration_ms", 40).put("working_ms", 30)
                        .put("started_at", "2026-05-0" + (1 + night) + "T02:00:00Z");
                result.putArray("messages").addObject().put("role", EVIL).put("content", EVIL);
                result.withArray("messages").addObject().put("role", "user").put("content", EVIL);
                var call = result.putArray("tool_calls").addObject().put("name", EVIL).put("result", EVIL);
                call.putObject("args").put(EVIL, EVIL);
                result.putArray("warnings").add(EVIL);
                result.putArray("assertion_errors").add(EVIL);
                var check = result.putArray("assertions").addObject().put("type", EVIL).put("label", EVIL)
                        .put("passed", false).put("reason", EVIL).put("message", EVIL).put("criteria", EVIL);
                check.putObject("evidence").put("expected", EVIL).put("found", EVIL + "!").put("at", EVIL);
                var attempts = result.putArray("attempts");
                for (int attempt = 1; attempt < 3; attempt++) {
                    attempts.addObject().put("attempt", attempt).put("status", "error").put("kind", EVIL)
                            .put("error", EVIL).put("worker", EVIL).put("duration_ms", 3)
                            .put("started_at", "2026-05-01T02:00:00Z");
                }
                result.putArray("checkpoints").addObject().put("id", EVIL).put("description", EVIL).put("reason", EVIL)
                        .put("passed", false).put("required", true);
            }
        }
        return document.toString();
    }

    @Test
    void hostileTextsRunNothingInAnyField() throws Exception {
        var faults = new ArrayList<String>();
        for (int width : WIDTHS) {
            try (var view = open(URI.create(server.link()), width, SCHEMES.getFirst()).settled()) {
                assertThat(view.text()).contains("<script>window.hit=1</script>");
                var history = String.valueOf(view.page().evaluate("""
                        () => fetch('api/v1/runs/n2/cases/0', { headers: { 'Muster-Session':
                            localStorage.getItem('muster-session') } }).then(answer => answer.json())
                            .then(found => '#/history?key=' + encodeURIComponent(found.key))"""));
                for (var page : List.of("#/home", "#/runs", "#/run/n2", "#/run/n2?status=failed", "#/run/n2/case/0",
                        "#/run/n2/case/3", "#/compare?run=n1&run=n2", "#/trends", "#/flaky", history)) {
                    view.go(page);
                    view.page().evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })");
                    view.settled();
                    assertThat(view.text()).as(page).doesNotContain("could not be drawn").doesNotContain("Loading");
                    faults.addAll(view.flaws("hostile-" + page.replaceAll("[^a-z0-9]+", "-").replaceAll("history.*",
                            "history") + "-" + width));
                    assertThat(view.page().evaluate("window.hit")).as(page).isNull();
                    assertThat(view.page().locator("main iframe, main script, main img, main a[href^=javascript]")
                            .count()).as(page).isZero();
                }
            }
        }
        assertThat(faults).isEmpty();
    }

    @Test
    void hostileAddressesRunNothing() {
        try (var view = open(URI.create(server.link()), 1280, SCHEMES.getFirst()).settled()) {
            for (var page : List.of("#/<img src=x onerror=hit=1>", "#/run/%3Cscript%3Ehit=1%3C%2Fscript%3E", "#/run/%",
                    "#/run/n2?cell=%27%22%3E&sort=no&group=x&min_ms=y", "#/run/n2/case/nine", "#/compare?run=a&run=b",
                    "#/history?key=", "#/history?key=%00", "#/constructor", "#/__proto__", "#/trends?limit=-1")) {
                view.go(page);
                assertThat(view.page().evaluate("window.hit")).as(page).isNull();
                assertThat(view.text()).as(page).isNotBlank().doesNotContain("could not be drawn");
            }
        }
    }

    @Test
    void aRunThatIsNotThereIsASentence() throws Exception {
        try (var view = open(URI.create(server.link()), 360, SCHEMES.getFirst()).settled()) {
            view.go("#/run/none").shows("Run none");
            assertThat(view.page().innerText("[role=alert]")).contains("none");
            assertThat(view.flaws("no-such-run")).allMatch(flaw -> flaw.contains("the server responded with a status"));
            view.go("#/run/none/case/3").shows("Run none");
            view.go("#/run/n2/case/300").await("document.querySelector('[role=alert]')");
            view.go("#/nowhere").shows("Page not found").click("main >> text=Home").settled().shows("Suites");
        }
    }

    @Test
    void aServerThatGoesAwayIsASentenceAndWhatWasThereStays() {
        var link = URI.create(server.link());
        try (var view = open(link, 1280, SCHEMES.getFirst()).settled()) {
            view.go("#/runs");

            server.close();

            view.go("#/run/n2").shows("The server does not answer.", "Try again");
            view.click("header >> text=Trends").settled().shows("The server does not answer.");

            server = ViewServer.start(new Views(database.database(), null, InstantSource.system()), link.getPort());
            view.click("text=Try again").shows("Sign in");
        }
    }

    @Test
    void aPageThatCannotBeDrawnIsASentenceAndTheOthersAreThere() throws Exception {
        try (var view = open(URI.create(server.link()), 1280, SCHEMES.getFirst()).settled()) {
            view.page().route(url -> url.contains("/runs/n2"),
                    route -> odd(route, "{\"id\":7,\"agents\":{},\"cells\":3}"));
            view.go("#/run/n2").shows("This page could not be drawn", "Try again");
            assertThat(view.flaws("not-drawn")).isEmpty();

            view.page().route(url -> url.contains("/trends"), route -> odd(route, "<html>a proxy's page</html>"));
            view.go("#/trends");
            assertThat(view.text()).contains("The response is not from the server of these pages.");

            view.click("header >> text=Home").settled().shows("Suites");
        }
    }

    private static void odd(Route route, String body) {
        route.fulfill(new FulfillOptions().setStatus(200).setBody(body));
    }
}
