package dev.muster.common.assertion.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Measures, and holds the figures to what is wanted (docs/benchmarks.md). */
@Tag("jmh")
class AssertionBenchmarkTest {

    @Test
    void assertionsAreFast() throws RunnerException {
        var options = new OptionsBuilder().include(AssertionBenchmark.class.getSimpleName()).forks(1)
                .warmupIterations(3).warmupTime(TimeValue.seconds(2)).measurementIterations(5)
                .measurementTime(TimeValue.seconds(2)).timeUnit(TimeUnit.MICROSECONDS).shouldFailOnError(true).build();

        var results = new Runner(options).run();

        for (var result : results) {
            double micros = result.getPrimaryResult().getScore();
            double most = result.getPrimaryResult().getLabel().startsWith("overTenTurns") ? 10_000 : 1_000;
            if (result.getPrimaryResult().getLabel().startsWith("over")) {
                assertThat(micros).as(result.getPrimaryResult().getLabel()).isLessThan(most);
            }
        }
    }
}
