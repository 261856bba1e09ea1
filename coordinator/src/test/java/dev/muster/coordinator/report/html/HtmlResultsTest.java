package dev.muster.coordinator.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.coordinator.report.SampleRun;
import dev.muster.coordinator.run.StoredCase;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class HtmlResultsTest {

    @Test
    void whatAgentsSayIsNeverMarkup() throws Exception {
        // When
        var page = page(SampleRun.cases());

        // Then
        assertThat(page.split("</script>", -1)).hasSize(6);
        var data = page.replace(between(page, "<script>", "</script>"), "").replace(
                "<link rel=\"icon\" href=\"data:,\">",
                "");
        assertThat(data).contains("script-src 'sha256-").doesNotContain("<img", "src=\"", "href=", "connect-src");
    }

    @Test
    void everyResultIsInAPackedBlock() throws Exception {
        // Given
        var cases = SampleRun.many(0, 1001);

        // When
        var page = page(cases);

        // Then
        var run = Json.MAPPER.readTree(between(page, "id=\"packed\">", "</script>"));
        assertThat(run.path("blocks").size()).isEqualTo(6);
        assertThat(unpacked(page, "index-0").path("number").size()).isEqualTo(1001);
        assertThat(unpacked(page, "block-5").path(0).path("id").asString()).isEqualTo("case-1000");
        assertThat(run.path("groups").path(0).path("reason").asString()).contains("\"I can't find order 3\"");
        assertThat(page).contains("<h1>100 failed; 901 of 1001 passed</h1>");
    }

    private static JsonNode unpacked(String page, String id) throws Exception {
        var packed = Base64.getDecoder().decode(between(page, "id=\"" + id + "\">", "</script>"));
        try (var stream = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return Json.MAPPER.readTree(stream.readAllBytes());
        }
    }

    private static String between(String text, String begin, String end) {
        int from = text.indexOf(begin) + begin.length();
        return text.substring(from, text.indexOf(end, from));
    }

    private static String page(List<StoredCase> cases) throws Exception {
        var out = new ByteArrayOutputStream();
        SampleRun.tell(new HtmlResults(out), cases);
        return out.toString(StandardCharsets.UTF_8);
    }
}
