package dev.muster.worker.inflight;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.time.Deadline;
import dev.muster.worker.isolated.Orders;
import org.junit.jupiter.api.Test;

/** Tests when an attempt that did not return is overdue. */
class OverdueTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private long now;
    private final Held held = new Held(Orders.order(false), 0);

    @Test
    void itIsOverdueOnceItsPatienceIsOver() {
        begin(Duration.ofSeconds(10));

        now = Duration.ofSeconds(40).toNanos();
        assertThat(held.overdue(PATIENCE)).isFalse();

        now++;
        assertThat(held.overdue(PATIENCE)).isTrue();
    }

    @Test
    void oneThatIsDoneIsNot() {
        begin(Duration.ofSeconds(10));
        now = Duration.ofSeconds(100).toNanos();

        var _ = held.workDone();

        assertThat(held.overdue(PATIENCE)).isFalse();
    }

    @Test
    void whatItWaitsIsGivenBackToIt() {
        begin(Duration.ofSeconds(10));
        held.waits();
        now = Duration.ofSeconds(100).toNanos();
        assertThat(held.overdue(PATIENCE)).isFalse();

        held.goesOn(Duration.ofSeconds(100));

        assertThat(held.overdue(PATIENCE)).isFalse();
        now = Duration.ofSeconds(141).toNanos();
        assertThat(held.overdue(PATIENCE)).isTrue();
    }

    private void begin(Duration limit) {
        held.workedOnBy(Thread.currentThread());
        held.due(Deadline.in(limit, () -> now));
    }
}
