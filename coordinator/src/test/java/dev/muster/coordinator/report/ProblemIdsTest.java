package dev.muster.coordinator.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.figures.Count;
import org.junit.jupiter.api.Test;

class ProblemIdsTest {

    @Test
    void casesAreNamedOnceHoweverOftenTheyWereRepeated() {
        var ids = new ProblemIds();
        for (int repeat = 0; repeat < 20; repeat++) {
            for (int number = 0; number < 4; number++) {
                ids.add(new Count(Status.FAILED, Cause.ASSERTION, 1));
                ids.tell(Cause.ASSERTION, "w" + number, 1);
            }
        }

        assertThat(ids.lines(80)).containsExactly("  Not passed:",
                "    assertion (80): w0 (20 times), w1 (20 times), w2 (20 times), w3 (20 times)");
    }

    @Test
    void whatIsNotNamedIsCounted() {
        var ids = new ProblemIds();
        ids.add(new Count(Status.FAILED, Cause.ASSERTION, 1_000));
        for (int number = 0; number < ProblemIds.MOST + 5; number++) {
            ids.tell(Cause.ASSERTION, "w" + number, 2);
        }

        assertThat(String.join(" ", ids.lines(2_000))).contains("w29 (2 times), and 940 more").doesNotContain("w30");
    }

    @Test
    void aFlakyCaseIsCalledThat() {
        var ids = new ProblemIds();
        ids.add(new Count(Status.FLAKY, Cause.NONE, 1));
        ids.tell(Cause.NONE, "f", 1);

        assertThat(ids.lines(80)).contains("    flaky (1): f");
    }
}
