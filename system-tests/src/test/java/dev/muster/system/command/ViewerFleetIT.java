package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.KeyboardModifier;
import com.sun.net.httpserver.HttpServer;
import dev.muster.bench.mock.MockAgent;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalFleet;
import dev.muster.cli.fleet.TestServer;
import dev.muster.cli.fleet.TestSuites;
import dev.muster.common.leader.Coordinators;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.coordinator.run.Role;
import dev.muster.coordinator.run.TokenRequest;
import dev.muster.coordinator.server.Coordinator;
import dev.muster.coordinator.server.http.CoordinatorServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the pages of a coordinator: who may see and do what, and that a run under way moves by itself. */
@Tag("browser")
final class ViewerFleetIT extends ViewerPages {

    private static final int SLOTS = 4;

    @TempDir
    private static Path home;

    private static LocalFleet fleet;
    private static CoordinatorServer server;
    private static RemoteRuns runs;

    private MockAgent agent;

    @BeforeAll
    static void startFleet() {
        fleet = LocalFleet.open(new Home(home), SLOTS, Map.of(), InstantSource.system());
        server = TestServer.start((Coordinator) fleet.runs());
        runs = new RemoteRuns(Coordinators.parse(server.url()), TestServer.ADMIN);
    }

    @AfterAll
    static void stopFleet() {
        if (runs != null) { // without a browser nothing was started
            runs.close();
            server.close();
            fleet.close();
        }
    }

    @BeforeEach
    void startAgent() throws Exception {
        agent = MockAgent.start(0, 0);
    }

    @AfterEach
    void stopAgent() {
        agent.close();
    }

    private String submit(int cases, int millis) throws Exception {
        var suite = TestSuites.failingEach(5, agent.baseUrl() + "/ag-ui?latency=" + millis, cases);
        return runs.submit(suite.request(), suite.cases());
    }

    private static View signIn(String token, String page, int width, ColorScheme scheme) {
        var view = open(URI.create(server.url() + "/" + page), width, scheme);
        view.await("document.querySelector('[name=token]')").page().fill("[name=token]", token);
        view.press("Enter").await("!document.querySelector('[name=token]')").settled();
        view.faults().clear(); // the console shows each 401
        return view;
    }

    private static View asAdmin(String page) {
        return signIn(String.valueOf(TestServer.ADMIN.token()), page, 1280, ColorScheme.LIGHT);
    }

    @Test
    void aRunUnderWayMovesByItselfAndIsPausedGoesOnAndStops() throws Exception {
        var run = submit(2_000, 50);
        try (var view = asAdmin("")) {
            view.shows("Running", "a second").click("main [data-row]");
            view.settled().shows("so far", "left", "Newest failures", "c0");
            view.flaws("live-1280-light");

            // Then: its figures move without a question, between the questions that it asks now and then
            view.await("(() => { const asked = performance.getEntriesByType('resource').length,"
                    + " shown = document.querySelector('.progress .number').innerText, then = window.then;"
                    + " window.then = {asked, shown};"
                    + " return then !== undefined && then.shown !== shown && then.asked === asked; })()");

            view.click("button:text-is('Pause')").shows("Pause: done.", "paused", "Waiting: the run is paused");
            view.click("button:text-is('Continue')").shows("Continue: done.");
            view.await("document.body.innerText.includes('Pause') && !document.body.innerText.includes('paused')");
            view.page().onceDialog(dialog -> dialog.accept());
            view.click("button:text-is('Stop')").shows("Stopped: cancelled", "the run was stopped before its end");
            assertThat(view.page().locator(".progress").count()).isZero();
            view.settled().runsClean("stopped");

            view.click("button:text-is('Re-run failed')").shows(" began.").click(".actions [role=status] a");
            view.settled().shows("of " + run);
            view.runsClean("rerun");

            view.go("#/audit").shows("pause", "continue", "stop", "again failed", run, "admin");
            assertThat(view.flaws("audit-1280-light")).isEmpty();
        }
    }

    @Test
    void aViewerIsOfferedNothingThatChangesARun() throws Exception {
        var run = submit(40, 10);
        var token = runs.tokens().create(new TokenRequest("looker", Role.VIEWER, null)).token();
        try (var view = signIn(token, "#/run/" + run, 1280, ColorScheme.LIGHT)) {
            view.shows("8 failed", "muster run --rerun-failed " + run).settled();
            assertThat(view.page().locator(".actions").innerText()).contains("muster run --rerun-failed " + run);
            assertThat(view.page().locator(".actions button").allInnerTexts()).containsOnly("copy");
            assertThat(view.page().locator("header nav").innerText()).contains("Fleet").doesNotContain("Audit");
            view.runsClean("viewer");
        }
    }

    @Test
    void theFleetIsSeenAtWork() throws Exception {
        submit(400, 40);
        for (int width : WIDTHS) {
            for (var scheme : SCHEMES) {
                try (var view = signIn(String.valueOf(TestServer.ADMIN.token()), "", width, scheme)) {
                    view.click("header >> text=Fleet").settled().shows("Workers", "Slots in use", "active", "Lag");
                    var name = width + "-" + scheme.name().toLowerCase(Locale.ROOT);
                    assertThat(view.flaws("fleet-" + name)).isEmpty();
                    view.click("header >> text=Audit").settled();
                    assertThat(view.flaws("audit-" + name)).isEmpty();
                    view.click("header >> text=Home").settled();
                    assertThat(view.flaws("fleet-home-" + name)).isEmpty();
                }
                try (var view = open(URI.create(server.url()), width, scheme)) {
                    view.shows("Sign in").faults().clear();
                    assertThat(view.flaws("signin-" + width + "-" + scheme.name().toLowerCase(Locale.ROOT))).isEmpty();
                }
            }
        }
    }

    @Test
    void aRevokedTokenLeadsToTheSignInAndBackToTheSamePage() throws Exception {
        var run = submit(600, 50);
        var token = runs.tokens().create(new TokenRequest("leaver", Role.VIEWER, null)).token();
        try (var view = signIn(token, "#/run/" + run + "?status=failed", 360, ColorScheme.DARK)) {
            view.shows("so far");

            var _ = runs.tokens().revoke("leaver", false);

            view.shows("Sign in").page().fill("[name=token]", "wrong");
            view.press("Enter").shows("this is not a valid token");
            view.page().fill("[name=token]", String.valueOf(TestServer.ADMIN.token()));
            view.press("Enter").settled().shows("so far", "Pause");
            assertThat(view.page().url()).endsWith("#/run/" + run + "?status=failed");
            assertThat(view.faults()).allMatch(fault -> fault.contains("401"));
        }
    }

    @Test
    void aLinkSignsInEveryTabUntilOneSignsOut() throws Exception {
        var run = submit(40, 10);
        var link = runs.tokens().link();
        try (var view = open(URI.create(link + "#/run/" + run), 1280, ColorScheme.LIGHT).settled()) {
            assertThat(view.page().url()).isEqualTo(server.url() + "/#/run/" + run);
            view.shows("8 failed").settled().page().reload();
            view.settled().shows(run, "8 failed").settled();

            var tab = new View(view.page().context().waitForPage(() -> view.page().locator(".cases tbody a").first()
                    .click(new Locator.ClickOptions().setModifiers(List.of(KeyboardModifier.CONTROL)))),
                    view.faults());
            tab.settled().shows("Export");
            assertThat(tab.page().url()).contains("/case/");
            assertThat(view.page().context().cookies()).isEmpty();
            view.runsClean("tabs");

            tab.click("text=Sign out").shows("Sign in");
            view.shows("Sign in");
            assertThat(view.page().evaluate("localStorage.getItem('muster-session')")).isNull();
            view.page().reload();
            view.shows("Sign in").page().navigate(link.toString());
            view.shows("this link has been used");
        }
    }

    @Test
    void anotherPortOfTheHostGetsNothing() throws Exception {
        var sent = new CopyOnWriteArrayList<String>();
        var other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", exchange -> {
            try (exchange) {
                sent.addAll(exchange.getRequestHeaders().keySet());
                exchange.sendResponseHeaders(200, -1);
            }
        });
        other.start();
        try (var view = asAdmin("")) {
            var key = String.valueOf(view.page().evaluate("localStorage.getItem('muster-session')"));

            view.page().navigate("http://127.0.0.1:" + other.getAddress().getPort() + "/");

            assertThat(view.page().evaluate("localStorage.length + document.cookie")).isEqualTo("0");
            assertThat(sent).isNotEmpty().doesNotContain("Cookie", "Muster-session");
            for (var how : List.of("{}", "{credentials: 'include'}",
                    "{headers: {'Muster-Session': '" + key + "'}}", "{method: 'POST', mode: 'no-cors'}")) {
                assertThat(view.page().evaluate("fetch('" + server.url() + "/api/v1/me', " + how
                        + ").then(answer => answer.text(), () => 'refused')")).as(how).isIn("refused", "");
            }
        } finally {
            other.stop(0);
        }
    }

    @Test
    void oneWhoIsNoAdminHasNoAudit() throws Exception {
        var token = runs.tokens().create(new TokenRequest("curious", Role.VIEWER, null)).token();
        try (var view = signIn(token, "#/audit", 1280, ColorScheme.LIGHT)) {
            view.settled().await("document.querySelector('[role=alert]')");
            assertThat(view.text()).contains("Audit").doesNotContain("Loading");
        }
    }
}
