package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.coordinator.pages.api.Views;
import dev.muster.coordinator.server.http.ViewServer;
import dev.muster.system.FreshDatabase;
import dev.muster.system.figures.WrittenRun;
import dev.muster.system.view.ShownRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that every page is flawless at every width and in every scheme, whatever it has to show. */
@Tag("browser")
final class ViewerLooksIT extends ViewerPages {

    @TempDir
    private static Path folder;

    private static DemoPages demo;

    @BeforeAll
    static void start() throws Exception {
        demo = DemoPages.open(folder);
    }

    @AfterAll
    static void stop() {
        if (demo != null) { // without a browser nothing was started
            demo.close();
        }
    }

    /** The pages by their names and addresses. */
    private static Map<String, String> pages() {
        var night = DemoPages.NEWEST;
        var pages = new LinkedHashMap<String, String>();
        pages.put("home", "#/home");
        pages.put("runs", "#/runs");
        pages.put("run", "#/run/" + night);
        pages.put("case", "#/run/" + night + "/case/5");
        pages.put("history", "#/history?key=exchanges.jsonl%23size&agent=support");
        pages.put("compare", "#/compare?run=" + night.replace("40", "39").replace("0501", "0430") + "&run=" + night);
        pages.put("cells", "#/compare?run=" + night + ":0&run=" + night + ":1&run=" + night + ":2");
        pages.put("trends", "#/trends");
        pages.put("flaky", "#/flaky");
        return pages;
    }

    @Test
    void everyPageOfTheDemoIsFlawless() throws Exception {
        var faults = new ArrayList<String>();
        for (int width : WIDTHS) {
            for (var scheme : SCHEMES) {
                try (var view = demo.home(width, scheme)) {
                    for (var page : pages().entrySet()) {
                        var name = "demo-" + page.getKey() + "-" + width + "-" + scheme.name().toLowerCase(Locale.ROOT);
                        view.go(page.getValue());
                        faults.addAll(view.flaws(name));
                    }
                }
            }
        }
        assertThat(faults).isEmpty();
    }

    /** Of many rows, a page shows the first hundred and how many more there are. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 20, 3000})
    void everyPageIsFlawlessWithAnyNumberOfRows(int rows) throws Exception {
        var faults = new ArrayList<String>();
        try (var database = FreshDatabase.open(4);
                var server = ViewServer.start(new Views(database.database(), null, InstantSource.system()), 0)) {
            for (int run = 0; run < Math.min(rows, 60); run++) {
                var shown = new ShownRun(database.database(), "run-" + run, WrittenRun.settings());
                for (int number = 0; number < (run < 2 ? rows : 1); number++) {
                    shown.of(number, 0, number % 3 == run % 2 ? "F" : "P", Map.of("area", "a" + number % 7),
                            "expected " + number + " but found " + run, "Reply " + number + " of run " + run);
                }
                shown.over();
            }
            for (int width : WIDTHS) {
                for (var scheme : rows == 20 ? SCHEMES : SCHEMES.subList(0, 1)) {
                    try (var view = open(URI.create(server.link()), width, scheme).settled()) {
                        for (var page : List.of("home", "runs", "run/run-0", "run/run-0/case/0", "trends", "flaky",
                                "compare?run=run-0&run=run-1", "history?key=suite.jsonl%23c0&agent=shop")) {
                            view.go("#/" + page);
                            var own = view.flaws("rows-" + rows + "-" + page.replaceAll("[^a-z].*", "") + page.length()
                                    + "-" + width + "-" + scheme.name().toLowerCase(Locale.ROOT));
                            own.stream().filter(fault -> rows > 1 || (!fault.contains("404") && !fault.contains("400")))
                                    .forEach(faults::add);
                        }
                    }
                }
            }
        }
        assertThat(faults).isEmpty();
    }
}
