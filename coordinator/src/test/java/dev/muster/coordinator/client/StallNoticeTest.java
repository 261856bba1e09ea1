package dev.muster.coordinator.client;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;

/** What the user sees while a run is stalled. */
class StallNoticeTest {

    private static final String NOBODY = "the fleet has no worker";

    private final AtomicLong nanos = new AtomicLong();
    private final StallNotice standstill = new StallNotice(nanos::get);

    @Test
    void theReasonIsToldOnceWhenItHasStoodStillForAWhile() {
        assertThat(standstill.look(NOBODY)).isEmpty();
        pass(4);
        assertThat(standstill.look(NOBODY)).isEmpty();
        pass(1);
        assertThat(standstill.look(NOBODY)).hasValue(NOBODY);
        pass(60);
        assertThat(standstill.look(NOBODY)).isEmpty();
    }

    @Test
    void whatMovedInBetweenOrHasAnotherReasonIsTimedAnew() {
        assertThat(standstill.look(NOBODY)).isEmpty();
        pass(4);
        assertThat(standstill.look(null)).isEmpty();
        assertThat(standstill.look(NOBODY)).isEmpty();
        pass(4);
        assertThat(standstill.look("it is paused")).isEmpty();
        pass(5);
        assertThat(standstill.look("it is paused")).hasValue("it is paused");
    }

    private void pass(long seconds) {
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }
}
