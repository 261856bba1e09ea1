package dev.muster.deploy.system;

import module java.base;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        demo.close();
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
        org.assertj.core.api.Assertions.assertThat(faults).isEmpty();
    }
}
