package dev.muster.coordinator.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.coordinator.report.Results;
import org.junit.jupiter.api.Test;

class ReportDocumentTest {

    private static final Duration TOOK = Duration.ofMillis(1500);

    private final ReportDocument document = new ReportDocument();

    @Test
    void aReporterIsToldTheFiguresAndWhatDidNotPass() {
        document.add(List.of(Results.stored(Results.passed("a")), Results.stored(Results.failed("b"))));
        document.add(List.of(Results.stored(Results.errors("c", "agent unreachable: refused")),
                Results.stored(Results.skipped("d", "later"))));

        var told = document.of("run-1", "shop", List.of("a.jsonl", "agents:g"), TOOK);

        assertThat(told.path("test_mode").asString()).isEqualTo("reporter");
        assertThat(told.path("test_id").asString()).isEqualTo("run-1");
        assertThat(told.path("target_agent").asString()).isEqualTo("shop");
        assertThat(told.path("inputs").toString()).isEqualTo("[\"a.jsonl\",\"agents:g\"]");
        assertThat(told.path("summary").toString()).isEqualTo("{\"total\":4,\"passed\":1,\"failed\":1,\"error\":1,"
                + "\"skipped\":1,\"cancelled\":0,\"flaky\":0,\"causes\":{\"assertion\":1,\"infrastructure\":1,"
                + "\"skipped\":1},\"tokens\":{\"input\":480,\"output\":180},\"duration_ms\":1500}");
        assertThat(told.path("results").findValuesAsString("id")).containsExactly("b", "c", "d");
        assertThat(told.path("results").get(1).path("error").asString()).isEqualTo("agent unreachable: refused");
        assertThat(told.path("results_left_out").asInt()).isZero();
    }

    @Test
    void noMoreThanTwoHundredResultsAreTold() {
        document.add(IntStream.range(0, 250).mapToObj(n -> Results.stored(Results.failed("f" + n))).toList());

        var told = document.of("run-1", "shop", List.of("a.jsonl"), TOOK);

        assertThat(told.path("results").size()).isEqualTo(200);
        assertThat(told.path("results_left_out").asInt()).isEqualTo(50);
        assertThat(told.path("summary").path("failed").asInt()).isEqualTo(250);
    }

    @Test
    void hugeResultsAreLeftOut() {
        var huge = "x".repeat(3 << 20);
        document.add(List.of(Results.stored(Results.failed("a").response(huge)),
                Results.stored(Results.failed("b").response(huge)),
                Results.stored(Results.failed("c"))));

        var told = document.of("run-1", "shop", List.of("a.jsonl"), TOOK);

        assertThat(told.path("results").findValuesAsString("id")).containsExactly("a");
        assertThat(told.path("results_left_out").asInt()).isEqualTo(2);
    }
}
