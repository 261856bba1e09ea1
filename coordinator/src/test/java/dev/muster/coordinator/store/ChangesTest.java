package dev.muster.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ChangesTest {

    private static final Duration LONG = Duration.ofMinutes(5);

    private final Changes changes = new Changes();

    @Test
    void afterTheFirstNewsAFollowerGathersMore() throws Exception {
        var seen = changes.seen();
        changes.happened();
        long before = System.nanoTime();

        changes.awaitAfter(seen, LONG, Duration.ofMillis(30));

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(Duration.ofMillis(30));
    }

    @Test
    void nothingIsGatheredWithoutNews() throws Exception {
        changes.awaitAfter(changes.seen(), Duration.ofMillis(1), LONG);
    }

    @Test
    void theEndOfARunIsToldAtOnce() throws Exception {
        var seen = changes.seen();
        try (var store = Executors.newVirtualThreadPerTaskExecutor()) {
            store.execute(() -> {
                changes.happened();
                changes.over("r1");
                changes.happened();
            });

            changes.awaitAfter(seen, LONG, LONG);
        }
    }

    @Test
    void anEndBeforeTheFollowerWaitsIsToldAtOnceToo() throws Exception {
        var seen = changes.seen();
        changes.over("r1");
        changes.happened();

        changes.awaitAfter(seen, LONG, LONG);
    }
}
