package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.cli.testing.Command;
import dev.muster.system.figures.WrittenRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares runs of the same agent by the command: the rate of false alarms that {@code SameAgentTest} measures reaches the
 * reader. Seeds are fixed.
 */
@Tag("slow")
final class ComparisonsOfOneAgentIT {

    private static final int COMPARISONS = 100;
    private static final int CASES = 50;
    private static final int FLAKY = 6;
    private static final int REPEATS = 3;
    /** Of 100 comparisons at 5 %, more have an alarm in one of 90 samples. */
    private static final int MOST_ALARMS = 10;
    private static final String ALARM = "that is significant";

    @TempDir
    private Path folder;

    private final SplittableRandom random = new SplittableRandom(1979);

    @Test
    void seldomRaiseAnAlarm() throws Exception {
        try (var local = LocalDatabase.open(new Home(folder.resolve("home")), 2)) {
            int alarms = 0;
            for (int i = 0; i < COMPARISONS; i++) {
                write(local, "a" + i, 0);
                write(local, "b" + i, 0);
                alarms += compare("a" + i, "b" + i).contains(ALARM) ? 1 : 0;
            }
            write(local, "broken", CASES / 2);

            assertThat(alarms).isLessThanOrEqualTo(MOST_ALARMS);
            assertThat(compare("a0", "broken")).contains(ALARM);
        }
    }

    private String compare(String first, String second) {
        var told = Command.typeHere(folder.resolve("home"), Map.of(), "compare", first, second);
        assertThat(told.code()).as(told.output()).isZero();
        return told.output();
    }

    /** Six cases pass in 20 to 80 % of their repeats; of the others, the last ones fail. */
    private void write(LocalDatabase local, String id, int broken) {
        var run = new WrittenRun(local.database(), id);
        for (int number = 0; number < CASES; number++) {
            double ease = number < FLAKY ? 0.2 + 0.6 * number / (FLAKY - 1.0) : number < CASES - broken ? 1 : 0;
            for (int repeat = 0; repeat < REPEATS; repeat++) {
                boolean passed = random.nextDouble() < ease;
                run.result(number, 0, repeat, passed ? "passed" : "failed", passed ? "none" : "assertion");
            }
        }
        run.over();
    }
}
