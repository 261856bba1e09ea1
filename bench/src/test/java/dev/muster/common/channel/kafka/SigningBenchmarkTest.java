package dev.muster.common.channel.kafka;

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
class SigningBenchmarkTest {

    @Test
    void signaturesAreFast() throws RunnerException {
        var options = new OptionsBuilder().include(SigningBenchmark.class.getSimpleName()).forks(1)
                .jvmArgs("-XX:+UseSerialGC") // tests run without the second compiler, which has SHA-256 in hardware
                .warmupIterations(3).warmupTime(TimeValue.seconds(1)).measurementIterations(5)
                .measurementTime(TimeValue.seconds(1)).timeUnit(TimeUnit.MICROSECONDS).shouldFailOnError(true).build();

        for (var result : new Runner(options).run()) {
            if (!result.getParams().getParam("bytes").equals("100000")) {
                assertThat(result.getPrimaryResult().getScore()).as(result.getParams().id()).isLessThan(50);
            }
        }
    }
}
