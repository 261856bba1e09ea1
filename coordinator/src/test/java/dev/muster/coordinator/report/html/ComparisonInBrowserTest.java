package dev.muster.coordinator.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.coordinator.analysis.comparison.Comparison;
import dev.muster.coordinator.report.SampleComparison;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page of a comparison. */
@Tag("full")
class ComparisonInBrowserTest extends InBrowser {

    @Test
    void aComparisonIsReadAndOpenedByKeyboard() throws Exception {
        // Given
        var browser = browser(1280, "light");
        show(browser, comparison("compared.html", SampleComparison.worse(60)));

        // When
        int presses = 0;
        while (!browser.value("document.activeElement.tagName === 'SUMMARY'").asBoolean() && presses++ < 10) {
            browser.press("Tab");
        }
        browser.press("Enter");
        browser.await("document.querySelector('.newly_failing li')");

        // Then
        assertThat(browser.text("h1")).isEqualTo(
                "shop.new is worse on 60 cases and better on 1, and that is not chance (p = 0.001).");
        assertThat(browser.value("document.querySelector('.newly_failing').open").asBoolean()).isTrue();
        assertThat(browser.text(".newly_failing li")).isEqualTo(
                "suites/customers/orders-and-returns.jsonl#newly_failing-0 (agent timeout)");
    }

    @Test
    void comparisonsFitAnyScreenAndPaper() throws Exception {
        for (int width : List.of(390, 1280)) {
            for (var scheme : List.of("light", "dark")) {
                // When
                var browser = browser(width, scheme);
                show(browser, comparison("c" + width + scheme + ".html", SampleComparison.worse(10)));
                photograph(browser, "comparison-" + width + "-" + scheme);
                int two = browser.value("document.documentElement.scrollWidth").asInt();
                show(browser, comparison("t" + width + scheme + ".html", SampleComparison.ofThree()));
                photograph(browser, "comparisons-" + width + "-" + scheme);

                // Then
                assertThat(two).isEqualTo(width);
                assertThat(browser.value("document.documentElement.scrollWidth").asInt()).isEqualTo(width);
                print(browser, "comparisons-" + scheme);
            }
        }
    }

    @Test
    void tenThousandChangedCasesOpenInASecond() throws Exception {
        // When
        var browser = browser(1280, "light");
        show(browser, comparison("changed.html", SampleComparison.worse(10_000)));
        var painted = browser.value("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1");
        var opened = browser.value("""
                new Promise(done => {
                  const begin = performance.now();
                  document.querySelectorAll('details').forEach(each => each.open = true);
                  requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin)));
                })""");

        // Then
        System.err.printf("10,000 changed cases: first paint %.0f ms, all opened %.0f ms%n", painted.asDouble(),
                opened.asDouble());
        photograph(browser, "comparison-10000");
        assertThat(painted.asDouble() + opened.asDouble()).isLessThan(1_000);
    }

    private static void show(Browser browser, Path comparison) {
        browser.show(comparison, "document.readyState === 'complete'");
    }

    private static Path comparison(String name, Comparison comparison) throws Exception {
        var file = folder.resolve(name);
        try (var out = Files.newBufferedWriter(file)) {
            ComparisonHtml.write(comparison, SampleComparison.changes(comparison), new PrintWriter(out));
        }
        return file;
    }
}
