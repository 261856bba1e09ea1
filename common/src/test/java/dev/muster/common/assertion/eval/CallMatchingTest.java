package dev.muster.common.assertion.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallMatchingTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void noOtherWayServesMore(long seed) {
        var random = new Random(seed);
        for (int n = 0; n < 400; n++) {
            var fits = someFits(random);

            var matching = CallMatching.of(fits, fits[0].length);

            int served = fits.length - matching.unserved().length;
            assertThat(served).isEqualTo(most(fits, 0, new HashSet<>()));
            assertThat(fits[0].length - matching.unused().length).isEqualTo(served);
        }
    }

    /** Up to seven of each; sparse and dense. */
    private static boolean[][] someFits(Random random) {
        double density = random.nextDouble();
        var fits = new boolean[1 + random.nextInt(7)][random.nextInt(8)];
        for (var row : fits) {
            for (int i = 0; i < row.length; i++) {
                row[i] = random.nextDouble() < density;
            }
        }
        return fits;
    }

    /** Tries every matching. */
    private static int most(boolean[][] fits, int wanted, Set<Integer> used) {
        if (wanted == fits.length) {
            return 0;
        }
        int most = most(fits, wanted + 1, used);
        for (int there = 0; there < fits[wanted].length; there++) {
            if (fits[wanted][there] && used.add(there)) {
                most = Math.max(most, 1 + most(fits, wanted + 1, used));
                used.remove(there);
            }
        }
        return most;
    }

    @Test
    void aLongChainOfMovesEndsWithinTheBound() {
        // Given: each fits its own and the next, the last only the first one
        int size = 700;
        var fits = new boolean[size][size];
        for (int i = 0; i < size - 1; i++) {
            fits[i][i] = true;
            fits[i][i + 1] = true;
        }
        fits[size - 1][0] = true;

        // Then
        assertThat(CallMatching.of(fits, size).unserved()).isEmpty();
    }

    @Test
    void pastTheBoundItSaysSo() {
        var fits = new boolean[4_000][4_000];

        assertThatThrownBy(() -> CallMatching.of(fits, 4_000)).isInstanceOf(LimitExceeded.class)
                .hasMessage("but comparing so many calls takes more than 2000000 steps, which is "
                        + "the limit");
    }
}
