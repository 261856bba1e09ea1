package dev.muster.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;

final class HeapGrowthTest {

    private static final long MB = 1L << 20;

    private long live = 50 * MB;
    private long dead;
    private int collections;
    private final HeapGrowth growth = new HeapGrowth(() -> live + dead, () -> {
        dead = 0;
        collections++;
    });

    @Test
    void aSmallHeapIsLeftAlone() {
        dead = 240 * MB;

        growth.tick();

        assertThat(collections).isZero();
    }

    @Test
    void theDeadAreCollectedBeforeTheHeapGrowsMuch() {
        long most = 0;
        for (int second = 0; second < 100; second++) {
            dead += 30 * MB;
            most = Math.max(most, live + dead);
            growth.tick();
        }

        assertThat(most).isLessThan(350 * MB);
        assertThat(collections).isBetween(5, 30);
    }

    @Test
    void muchThatLivesIsCollectedNoMoreOften() {
        for (int second = 0; second < 1_000; second++) {
            live += 2 * MB;
            growth.tick();
        }

        assertThat(collections).as("each at twice the size").isBetween(2, 6);
    }

    @Test
    void aCollectorThatDoesNothingIsNotAskedEachTime() {
        var deaf = new int[1];
        var asked = new HeapGrowth(() -> 500 * MB, () -> deaf[0]++);

        for (int second = 0; second < 100; second++) {
            asked.tick();
        }

        assertThat(deaf[0]).isEqualTo(1);
    }
}
