package dev.muster.coordinator.report;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.config.Gate;
import dev.muster.common.result.Cause;
import dev.muster.common.testing.TestResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ExitCodeTest {

    private static final TestResult PASSED = Results.passed("p");
    private static final TestResult FAILED = Results.failed("f", Cause.AGENT_TIMEOUT, "timeout after 30s");
    private static final TestResult ERROR = Results.errors("e", "agent unreachable: refused");
    private static final TestResult SKIPPED = Results.skipped("s", "not yet");
    private static final TestResult CANCELLED = Results.cancelled("c");

    static Stream<Arguments> runs() {
        return Stream.of(Arguments.of(List.of(PASSED, PASSED), 0), Arguments.of(List.of(PASSED, SKIPPED), 0),
                Arguments.of(List.of(PASSED, FAILED), 1), Arguments.of(List.of(FAILED), 1),
                Arguments.of(List.of(PASSED, ERROR), 1), Arguments.of(List.of(PASSED, CANCELLED), 1),
                Arguments.of(List.of(FAILED, CANCELLED, ERROR, SKIPPED), 1), Arguments.of(List.of(), 2),
                Arguments.of(List.of(SKIPPED), 2), Arguments.of(List.of(ERROR, SKIPPED), 2),
                Arguments.of(List.of(CANCELLED), 2));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void theResultsDecide(List<TestResult> results, int code) {
        // Given
        var summary = new Summary();
        results.forEach(result -> summary.add(Results.stored(result).result()));

        // Then
        assertThat(ExitCode.of(summary, Gate.NONE).code()).isEqualTo(code);
    }
}
