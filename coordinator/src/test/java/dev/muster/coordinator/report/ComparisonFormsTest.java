package dev.muster.coordinator.report;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.coordinator.report.console.ComparisonLines;
import dev.muster.coordinator.report.console.ConsoleStyle;
import dev.muster.coordinator.report.html.ComparisonHtml;
import dev.muster.coordinator.report.markdown.ComparisonMarkdown;
import org.junit.jupiter.api.Test;

class ComparisonFormsTest {

    @Test
    void namesOfCasesAndSidesAreNeverMarkup() throws Exception {
        // Given
        var comparison = SampleComparison.ofThree();
        var page = new StringWriter();
        var text = new StringWriter();

        // When
        ComparisonHtml.write(comparison, SampleComparison.changes(comparison), new PrintWriter(page));
        ComparisonMarkdown.write(comparison, SampleComparison.changes(comparison), new PrintWriter(text));

        // Then
        assertThat(page.toString()).contains("default-src 'none'", "&lt;img src=x").doesNotContain("<img", "<script",
                "{{", "href=");
        assertThat(text.toString()).contains("&#60;img src=x").doesNotContain("<img", "<script");
    }

    @Test
    void everyFormHasTheSameTable() throws Exception {
        // Given
        var comparison = SampleComparison.worse(14);
        var page = new StringWriter();
        var text = new StringWriter();

        // When
        ComparisonHtml.write(comparison, SampleComparison.changes(comparison), new PrintWriter(page));
        ComparisonMarkdown.write(comparison, SampleComparison.changes(comparison), new PrintWriter(text));
        var lines = ComparisonLines.of(comparison, SampleComparison.changes(comparison),
                ConsoleStyle.plain(ConsoleStyle.Detail.NORMAL));

        // Then
        assertThat(page.toString()).contains("<td>-14.0</td><td>-22.0 to -6.0</td><td>p = 0.001 *</td>",
                "102 of 104 common cases", "<h1>shop.new is worse on 14 cases and better on 1",
                "not corrected");
        assertThat(text.toString()).contains("| Pass rate | 102 | 97.0 % | 83.0 % | -14.0 | -22.0 to -6.0 | p = 0.001 "
                + "&#42; |", "102 of 104 common cases", "not corrected");
        assertThat(String.join(" ", lines)).contains("-14.0 (-22.0 to -6.0)", "p = 0.001 *",
                "102 of 104 common cases", "Newly failing: 14", "Gate: shop.new is worse",
                "Each interval is for");
    }

    @Test
    void whatIsNotNamedIsCounted() throws Exception {
        // Given
        var comparison = SampleComparison.worse(12_345);
        var page = new StringWriter();

        // When
        ComparisonHtml.write(comparison, SampleComparison.changes(comparison), new PrintWriter(page));

        // Then
        assertThat(page.toString()).contains("Newly failing: 12,345", "and 2,345 more", "newly_failing-9999")
                .doesNotContain("newly_failing-10000");
    }
}
