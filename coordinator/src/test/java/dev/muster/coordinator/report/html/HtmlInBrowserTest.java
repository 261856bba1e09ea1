package dev.muster.coordinator.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.coordinator.report.SampleRun;
import dev.muster.coordinator.run.StoredCase;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page of a run. */
@Tag("full")
class HtmlInBrowserTest extends InBrowser {

    @Test
    void aTiredPersonSeesWhatFailedAndWhyAndFindsTheRest() throws Exception {
        // Given
        var browser = browser(1280, "light");
        browser.show(page("all.html", SampleRun.cases()));

        // Then
        assertThat(browser.text("h1")).isEqualTo("5 failed, 2 ended in an error and 2 flaky; 5 of 19 passed");
        assertThat(browser.value("document.querySelectorAll('#groups li').length").asInt()).isEqualTo(5);
        assertThat(browser.text("#count")).isEqualTo("19");
        browser.await("document.querySelectorAll('#charts svg, #timeline svg').length === 5");
        assertThat(browser.value("String(window.hit)").asString()).isEqualTo("undefined");
    }

    @Test
    void keysFilterOpenAndClose() throws Exception {
        // Given
        var browser = browser(1280, "light");
        browser.show(page("keys.html", SampleRun.cases()));

        // When
        browser.press("/");
        "parcel".chars().forEach(key -> browser.press(Character.toString(key)));

        // Then
        browser.await("document.getElementById('count').innerText === '2 of 19'");

        // When
        browser.press("Enter");
        browser.press("Enter");
        browser.await("document.querySelector('#detail .turn')");

        // Then
        assertThat(browser.text("#detail")).contains("returns a parcel", "I want to send back order A-17",
                "find_order", "expected a call of send_label, found none", "order_found");
        assertThat(browser.value("location.hash").asString()).isEqualTo("#7.0.0");
        browser.press("j");
        browser.await("location.hash === '#7.1.0'");
        browser.press("Escape");
        assertThat(browser.value("document.getElementById('detail').open").asBoolean()).isFalse();
        browser.press("Escape");
        assertThat(browser.text("#count")).isEqualTo("19");
    }

    @Test
    void aMutedCaseSaysWhyAndWhatItWouldHaveComeTo() throws Exception {
        // Given
        var browser = browser(390, "dark");
        browser.show(page("muted.html", SampleRun.cases()));

        // When
        browser.value("openDetail(rows.find(row => row.cause === 'muted'))");

        // Then
        assertThat(browser.text("header")).contains("1 muted");
        assertThat(browser.text("#detail")).contains("muted: it wobbles (quarantined until 2026-03-01, Ann); it would "
                + "have failed (agent error)", "agent error: it lost the thread", "What?");
        photograph(browser, "muted-390-dark");
    }

    @Test
    void whatAgentsSayRunsNothing() throws Exception {
        // Given
        var browser = browser(1280, "light");
        browser.show(page("hostile.html", SampleRun.cases()));

        // When
        browser.value("openDetail(rows.find(row => row.id === 'refund' && row.status === 'failed'))");

        // Then
        assertThat(browser.text("#detail")).contains("<img src=x onerror=");
        assertThat(browser.value("document.images.length").asInt()).isZero();
        assertThat(browser.value("String(window.hit)").asString()).isEqualTo("undefined");
    }

    @Test
    void tenAndTenThousandCasesOpenInASecond() throws Exception {
        for (int cases : List.of(10, 10_000, 100_000)) {
            // When
            var browser = browser(1280, "light");
            browser.show(page(cases + ".html", SampleRun.many(0, cases)));

            // Then
            var painted = browser.value("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1");
            var ready = browser.value("+document.documentElement.dataset.ready");
            System.err.printf("%,d cases: first paint %.0f ms, list and filter %.0f ms%n", cases, painted.asDouble(),
                    ready.asDouble());
            assertThat(browser.text("#count")).isEqualTo(String.format(Locale.ROOT, "%,d", cases));
            assertThat(ready.asDouble()).isLessThan(cases > 10_000 ? 20_000 : 1_000);
        }
    }

    @Test
    void nothingIsCutOffOnNarrowScreens() throws Exception {
        for (int width : List.of(390, 1280)) {
            for (var scheme : List.of("light", "dark")) {
                // When
                var browser = browser(width, scheme);
                browser.show(page(width + scheme + ".html", SampleRun.cases()));
                photograph(browser, "list-" + width + "-" + scheme);
                print(browser, "list-" + scheme);
                browser.value("openDetail(rows.find(row => row.id === 'returns a parcel'))");
                photograph(browser, "talk-" + width + "-" + scheme);
                print(browser, "talk-" + scheme);

                // Then
                assertThat(browser.value("document.documentElement.scrollWidth").asInt()).isEqualTo(width);
            }
        }
    }

    private static Path page(String name, List<StoredCase> cases) throws Exception {
        var file = folder.resolve(name);
        try (var out = new BufferedOutputStream(Files.newOutputStream(file))) {
            SampleRun.tell(new HtmlResults(out), cases);
        }
        return file;
    }
}
