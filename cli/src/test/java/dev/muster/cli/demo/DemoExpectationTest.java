package dev.muster.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.model.Source;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Status;
import dev.muster.common.testing.TestResult;
import org.junit.jupiter.api.Test;

class DemoExpectationTest {

    private final DemoSuite.Expectation expectation = new DemoSuite.Expectation(
            Map.of("s.jsonl#good", Status.PASSED, "s.jsonl#bad", Status.FAILED));

    @Test
    void aFailureThatWasExpectedIsNoSurprise() {
        assertThat(expectation.surprises(List.of(result("s.jsonl#bad", Status.FAILED),
                result("s.jsonl#good", Status.PASSED)))).isEmpty();
    }

    @Test
    void aPassThatWasNotExpectedIsOneAndSoIsAMissingOrAnUnknownCase() {
        assertThat(expectation.surprises(List.of(result("s.jsonl#bad", Status.PASSED),
                result("s.jsonl#other", Status.PASSED)))).containsExactly(
                        "s.jsonl#bad is passed; it should be failed",
                        "s.jsonl#good has no result; it should be passed",
                        "s.jsonl#other is not a case of the demo");
    }

    private static CaseResult result(String key, Status status) {
        return TestResult.of(key, key).source(new Source("s.jsonl", 1)).agent("demo").status(status).response("")
                .make();
    }
}
