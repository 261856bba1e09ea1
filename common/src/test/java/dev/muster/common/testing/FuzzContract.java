package dev.muster.common.testing;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every fuzz test does: a build tries the seeds, and fuzzing begins with them. The test class has {@code seeds()}. */
public abstract class FuzzContract {

    /** Takes any bytes; fails when they break an invariant, or take too long. */
    protected abstract void take(byte[] input) throws Exception;

    @ParameterizedTest
    @MethodSource("seeds")
    void everySeedIsTaken(byte[] input) throws Exception {
        take(input);
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "10s")
    void everyInputIsTaken(byte[] input) throws Exception {
        take(input);
    }
}
