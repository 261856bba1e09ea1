package dev.muster.coordinator.report.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.result.Cause;
import dev.muster.coordinator.report.Golden;
import dev.muster.coordinator.report.Results;
import dev.muster.coordinator.report.SampleRun;
import dev.muster.coordinator.run.StoredCase;
import org.junit.jupiter.api.Test;

class MarkdownResultsTest {

    @Test
    void aPersonReadsTheVerdictThenTheFiguresThenWhatDidNotPass() throws Exception {
        Golden.matches("summary.md", written(SampleRun.cases()));
    }

    @Test
    void itFitsIntoAStepWhateverAgentsSay() throws Exception {
        // Given
        var cases = IntStream.range(0, 20_000)
                .mapToObj(number -> Results.stored(Results.failed("case-" + "*".repeat(300),
                        Cause.AGENT_ERROR, "agent error: " + letters(number) + "<".repeat(600))))
                .toList();

        // When
        var text = written(cases);

        // Then
        assertThat(text.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(1 << 20);
        assertThat(text).contains("more groups, which do not fit here");
    }

    @Test
    void annotationsNameFileAndLineOneOfEachReasonFirst() throws Exception {
        // Given
        var out = new ByteArrayOutputStream();

        // When
        SampleRun.tell(new Annotations(out, "agents/"), SampleRun.cases());

        // Then
        Golden.matches("annotations.txt", out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void atMostTenLinesAreMarked() throws Exception {
        // Given
        var out = new ByteArrayOutputStream();

        // When
        SampleRun.tell(new Annotations(out, ""), SampleRun.many(1, 301));

        // Then
        assertThat(out.toString(StandardCharsets.UTF_8).lines()).hasSize(11)
                .last().isEqualTo("::notice title=Muster::20 more did not pass; the summary of the step has them");
    }

    private static String letters(int number) {
        return number == 0 ? "" : letters(number / 26) + (char) ('a' + number % 26);
    }

    private static String written(List<StoredCase> cases) throws Exception {
        var out = new ByteArrayOutputStream();
        SampleRun.tell(new MarkdownResults(out), cases);
        return out.toString(StandardCharsets.UTF_8);
    }
}
