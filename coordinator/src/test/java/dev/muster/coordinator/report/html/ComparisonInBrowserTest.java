package dev.muster.coordinator.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.coordinator.analysis.comparison.Comparison;
import dev.muster.coordinator.report.SampleComparison;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page of a comparison in one file. */
@Tag("full")
class ComparisonInBrowserTest extends InBrowser {

    @Test
    void aChangedCaseIsOpenedByKeyboardAndShowsBothReplies() throws Exception {
        // Given
        var browser = browser(1280, "light");
        show(browser, comparison("compared.html", SampleComparison.worse(60)));

        // When
        browser.press("j");
        browser.press("Enter");
        browser.await("document.querySelectorAll('.replies pre').length === 2");

        // Then
        assertThat(browser.text("h1")).isEqualTo("shop.new against shop.old");
        assertThat(browser.text(".newly_failing summary")).isEqualTo(
                "newly_failing-0 3/3 → 0/3 agent timeout · suites/customers/orders-and-returns.jsonl");
        assertThat(browser.text(".replies del")).isEqualTo("30");
        assertThat(browser.text(".replies ins")).isEqualTo("14");
        assertThat(browser.text(".verdict")).contains("shop.new is worse on 60 cases and better on 1, and that is not "
                + "chance (p = 0.001).", "148 of 150 common cases judged on both sides");
        assertThat(browser.text("[aria-label=Measures]").replaceAll("\\s+", " ")).contains(
                "-14.0 -22.0 to -6.0 p = 0.001 *", "-$0.000090 -$0.00040 to +$0.00020");
        assertThat(browser.text(".method")).contains("not corrected");
        assertThat(browser.text(".stopped")).startsWith("Gate failed: shop.new is worse");
    }

    @Test
    void theFilterOfChangesIsInTheAddress() throws Exception {
        // Given
        var browser = browser(390, "dark");
        show(browser, comparison("filtered.html", SampleComparison.ofThree()));

        // When
        browser.value("document.querySelectorAll('.chips a')[2].click()");
        browser.await("document.querySelectorAll('.changed').length === 1");

        // Then
        assertThat(browser.value("location.hash").asString()).isEqualTo("#/?changed=newly_passing");
        assertThat(browser.text(".changed h3")).isEqualTo("Newly passing: 1");
        assertThat(browser.value("document.querySelectorAll('.plots svg').length").asInt()).isEqualTo(2);
    }

    @Test
    void whatAgentsSayRunsNothing() throws Exception {
        // Given
        var browser = browser(1280, "dark");
        show(browser, comparison("hostile.html", SampleComparison.ofThree()));

        // When
        browser.value("document.querySelectorAll('[aria-label=Comparisons] a')[1].click()");
        browser.await("document.querySelectorAll('.newly_failing summary').length === 3");
        browser.value("document.querySelectorAll('.newly_failing summary').forEach(each => each.click())");
        browser.await("document.querySelectorAll('.newly_failing .replies pre').length === 6");

        // Then
        assertThat(browser.text(".newly_failing")).contains("expected 30 days </script><script>window.hit=1</script>");
        assertThat(browser.value("String(window.hit) + document.querySelectorAll('main img, main script').length")
                .asString()).isEqualTo("undefined0");
    }

    @Test
    void comparisonsFitAnyScreenAndPaper() throws Exception {
        for (int width : List.of(360, 1280)) {
            for (var scheme : List.of("light", "dark")) {
                // When
                var browser = browser(width, scheme);
                show(browser, comparison("c" + width + scheme + ".html", SampleComparison.worse(10)));
                browser.value("document.querySelector('.changes summary').click()");
                browser.await("document.querySelector('.replies pre')");
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
    void tenThousandChangedCasesShowInASecondAndWhatIsNotNamedIsCounted() throws Exception {
        // When
        var browser = browser(1280, "light");
        var file = comparison("changed.html", SampleComparison.worse(12_345));
        show(browser, file);
        var shown = browser.value("performance.now()");
        var all = browser.value("""
                new Promise(done => {
                  const begin = performance.now();
                  const more = () => {
                    const button = [...document.querySelectorAll('.newly_failing > button, .newly_failing p > button')].at(-1);
                    if (button) button.click(); else if (/and 2,345 more/.test(document.querySelector('.newly_failing').innerText)) return done(performance.now() - begin);
                    setTimeout(more, 5);
                  };
                  more();
                })""");

        // Then
        System.err.printf("12,345 changed cases: %.1f MB, shown after %.0f ms, all named %.0f ms later%n",
                Files.size(file) / 1e6, shown.asDouble(), all.asDouble());
        assertThat(browser.value("document.querySelectorAll('.newly_failing li').length").asInt()).isEqualTo(10_000);
        assertThat(browser.text(".missing")).contains("Missing: 12,345");
        assertThat(browser.text("main")).contains("This file has the replies of 1,001 of the 12,346 changed cases.");
        assertThat(shown.asDouble()).isLessThan(1_000);
        assertThat(Files.size(file)).isLessThan(2_000_000);
    }

    private static void show(Browser browser, Path comparison) {
        browser.show(comparison, "document.querySelector('.changes li')");
    }

    private static Path comparison(String name, Comparison comparison) throws Exception {
        var file = folder.resolve(name);
        try (var out = Files.newOutputStream(file)) {
            ComparisonHtml.write(comparison, SampleComparison.changes(comparison), SampleComparison::cases, out);
        }
        return file;
    }
}
