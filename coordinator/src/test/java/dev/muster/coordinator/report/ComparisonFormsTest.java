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
        var page = new ByteArrayOutputStream();
        var text = new StringWriter();

        // When
        ComparisonHtml.write(comparison, SampleComparison.changes(comparison), SampleComparison::cases, page);
        ComparisonMarkdown.write(comparison, SampleComparison.changes(comparison), new PrintWriter(text));

        // Then
        assertThat(page.toString(StandardCharsets.UTF_8))
                .contains("default-src 'none'", "&lt;img src=x", "script-src 'sha256-")
                .doesNotContain("<img src=x", "<script>window.hit")
                .doesNotContainPattern("\\{\\{\\w+}}");
        assertThat(text.toString()).contains("&#60;img src=x").doesNotContain("<img", "<script");
    }

    @Test
    void everyFormHasTheSameTable() throws Exception {
        // Given
        var comparison = SampleComparison.worse(14);
        var page = new ByteArrayOutputStream();
        var text = new StringWriter();

        // When
        ComparisonHtml.write(comparison, SampleComparison.changes(comparison), SampleComparison::cases, page);
        ComparisonMarkdown.write(comparison, SampleComparison.changes(comparison), new PrintWriter(text));
        var lines = ComparisonLines.of(comparison, SampleComparison.changes(comparison),
                ConsoleStyle.plain(ConsoleStyle.Detail.NORMAL));

        // Then
        assertThat(page.toString(StandardCharsets.UTF_8)).contains("<p>shop.new is worse on 14 cases and better on 1",
                "\"difference_95\":{\"low\":-0.22,\"high\":-0.06}", "\"p_corrected\":0.001,\"significant\":true",
                "\"common_cases\":104,\"judged_cases\":102", "not corrected");
        assertThat(text.toString()).contains("| Pass rate | 102 | 97.0 % | 83.0 % | -14.0 | -22.0 to -6.0 | p = 0.001 "
                + "&#42; |", "102 of 104 common cases", "not corrected");
        assertThat(String.join(" ", lines)).contains("-14.0 (-22.0 to -6.0)", "p = 0.001 *",
                "102 of 104 common cases", "Newly failing: 14", "Gate failed: shop.new is worse",
                "Each interval is for");
    }

    @Test
    void aPageHasAsManyRepliesAsFit() throws Exception {
        // Given
        var comparison = SampleComparison.worse(1_000);
        var random = new Random(7);
        var page = new ByteArrayOutputStream();

        // When
        ComparisonHtml.write(comparison, SampleComparison.changes(comparison), (side, number) -> {
            var reply = new byte[20_000];
            random.nextBytes(reply);
            var json = SampleComparison.cases(side, number);
            json.withArray("results").addObject().put("response", Base64.getEncoder().encodeToString(reply));
            return json;
        }, page);

        // Then
        assertThat(page.size()).isBetween(14_000_000, 20_000_000);
        assertThat(page.toString(StandardCharsets.UTF_8)).containsPattern("\"with_replies\":[23]\\d\\d,");
    }
}
