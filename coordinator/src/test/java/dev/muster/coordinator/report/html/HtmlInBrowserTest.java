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
        assertThat(browser.value("document.querySelectorAll('.groups > li').length").asInt()).isEqualTo(5);
        assertThat(browser.text(".groups")).contains("agent unreachable: connection to 127.0.0.1:8120 refused");
        assertThat(browser.value("document.querySelectorAll('.cases tbody tr').length").asInt()).isEqualTo(9);
        browser.await("document.getElementById('count').innerText === '9 cases, 19 results'");
        browser.value("document.querySelector('#time summary').click()");
        browser.await("document.querySelectorAll('#time svg').length === 7");
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
        browser.await("document.getElementById('count').innerText === '1 case, 2 of 19 results'");
        assertThat(browser.value("location.hash").asString()).endsWith("?q=parcel");

        // When
        browser.press("Escape");
        browser.press("j");
        browser.press("Enter");
        browser.await(
                "document.querySelector('.turn') && document.querySelector('.steps').innerText.includes('1 of 1')");

        // Then
        assertThat(browser.text("main")).contains("returns a parcel", "I want to send back order A-17",
                "find_order", "expected a call of send_label, found none", "order_found");
        assertThat(browser.value("location.hash").asString()).endsWith("/case/7?from=q%3Dparcel");
        browser.press("Escape");
        browser.await("document.getElementById('count')?.innerText === '1 case, 2 of 19 results'");
        browser.press("Escape");
        browser.await("document.getElementById('count').innerText === '9 cases, 19 results'");
    }

    @Test
    void everyFilterIsInTheAddressAndRepliesAreSearched() throws Exception {
        // Given
        var browser = browser(1280, "light");
        browser.show(page("filters.html", SampleRun.cases()));

        for (var filter : Map.of("status=unwell", "5 cases, 9 of 19 results", "status=failed&cell=1",
                "3 cases, 3 of 19 results", "cause=muted", "1 case, 1 of 19 results", "label=team%3Dpayments",
                "1 case, 4 of 19 results", "file=talks%2Freturns.yaml", "5 cases, 9 of 19 results", "q=Found+it.+Why",
                "1 case, 2 of 19 results", "min_ms=100000", "0 cases, 0 of 19 results").entrySet()) {
            // When
            browser.value("location.hash = '#/run/20260131-0915-k3xq7m?" + filter.getKey() + "'");

            // Then
            browser.await("document.getElementById('count').innerText === '" + filter.getValue() + "'");
        }
    }

    @Test
    void casesFollowEachOtherInTheOrderOfTheList() throws Exception {
        // Given
        var browser = browser(1280, "light");
        browser.show(page("order.html", SampleRun.cases()));
        var first = browser.value("document.querySelector('[data-row]').href").asString();

        // When
        browser.value("document.querySelector('[data-row]').click()");
        browser.await("document.querySelector('.steps [rel=next]')");
        browser.press("j");
        browser.await("document.querySelector('.steps [rel=prev]')");

        // Then
        assertThat(browser.text("h1")).isEqualTo("slow");
        browser.press("k");
        browser.await("location.href === '" + first + "'");
    }

    @Test
    void aMutedCaseSaysWhyAndWhatItWouldHaveComeTo() throws Exception {
        // Given
        var browser = browser(390, "dark");
        browser.show(page("muted.html", SampleRun.cases()));

        // When
        assertThat(browser.text("main")).contains("1 muted");
        open(browser, 9);

        // Then
        assertThat(browser.text("main")).contains("muted: it wobbles (quarantined until 2026-03-01, Ann); it would "
                + "have failed (agent error)", "agent error: it lost the thread", "What?");
        photograph(browser, "muted-390-dark");
    }

    @Test
    void whatAgentsSayRunsNothing() throws Exception {
        // Given
        var browser = browser(1280, "light");
        browser.show(page("hostile.html", SampleRun.cases()));

        // When
        open(browser, 2);

        // Then
        assertThat(browser.text("main")).contains("<img src=x onerror=", "\\u202e");
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
            browser.await(
                    String.format(Locale.ROOT, "document.getElementById('count').innerText === '%,d cases'", cases));
            assertThat(ready.asDouble()).isLessThan(cases > 10_000 ? 20_000 : 1_000);
        }
    }

    @Test
    void aHundredThousandLongRepliesAreSixtyMegabytes() throws Exception {
        // Given
        var words = "the your order was sent on and will arrive within days please refund amount customer account number"
                + " policy \"return\" shipping address confirm thank you again for about which item replaced price €20"
                + " invoice attached see below\n however cannot today tomorrow agent check status delivery window between";
        var random = new Random(7);
        var some = List.of(words.split(" "));
        var cases = SampleRun.many(0, 100_000, () -> random.ints(0, some.size()).mapToObj(some::get)
                .limit(330).collect(Collectors.joining(" ")));

        // When
        var file = page("long.html", cases);
        var browser = browser(1280, "light");
        browser.show(file);

        // Then
        System.err.printf("100,000 cases with replies of 2 KB: %,d bytes, list and filter %.0f ms%n", Files.size(file),
                browser.value("+document.documentElement.dataset.ready").asDouble());
        assertThat(Files.size(file)).isLessThan(60L << 20);
    }

    @Test
    void nothingIsCutOffOnNarrowScreens() throws Exception {
        for (int width : List.of(360, 1280)) {
            for (var scheme : List.of("light", "dark")) {
                // When
                var browser = browser(width, scheme);
                browser.show(page(width + scheme + ".html", SampleRun.cases()));
                photograph(browser, "list-" + width + "-" + scheme);
                print(browser, "list-" + scheme);
                assertThat(browser.value("document.documentElement.scrollWidth").asInt()).isEqualTo(width);
                open(browser, 7);
                photograph(browser, "talk-" + width + "-" + scheme);
                print(browser, "talk-" + scheme);

                // Then
                assertThat(browser.value("document.documentElement.scrollWidth").asInt()).isEqualTo(width);
            }
        }
    }

    private static void open(Browser browser, int number) {
        browser.value("location.hash = '#/run/20260131-0915-k3xq7m/case/" + number + "'");
        browser.await("document.querySelector('.steps')");
    }

    private static Path page(String name, List<StoredCase> cases) throws Exception {
        var file = folder.resolve(name);
        try (var out = new BufferedOutputStream(Files.newOutputStream(file))) {
            SampleRun.tell(new HtmlResults(out), cases);
        }
        return file;
    }
}
