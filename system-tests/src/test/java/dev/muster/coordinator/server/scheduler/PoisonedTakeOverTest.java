package dev.muster.coordinator.server.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import org.junit.jupiter.api.Test;

/** Tests a case that kills its worker and its coordinator each time it is called. */
final class PoisonedTakeOverTest {

    private static final long SECOND = 1_000_000_000;
    private static final int CASES = 12;
    private static final int POISON = 5;

    private final SimTime time = new SimTime();
    private final SplittableRandom random = new SplittableRandom(7);
    private final SimBroker broker = new SimBroker(time, random.split(), 0);
    private final SimStore store = new SimStore(time, null);
    private SimLeader leader = new SimLeader(time, broker, store, random.split());
    private int hired;
    private int calls;

    @Test
    void itEndsAsLostAfterFiveLosses() {
        hire();
        hire();
        var settings = Cases.settings(0, 2);
        store.create("run", CASES, settings);
        leader.open("run", CASES, settings);
        var run = store.runs().iterator().next();

        while (!run.over() && time.elapsed().toHours() < 1) {
            time.step();
        }

        assertThat(run.over()).isTrue();
        assertThat(run.finished()).isEqualTo(CASES);
        assertThat(run.losses(POISON)).isEqualTo(5);
        assertThat(calls).isEqualTo(5);
        assertThat(store.violations()).isEmpty();
    }

    private void hire() {
        var _ = new SimWorker(time, random.split(), "w" + ++hired, 2, broker, this::call);
    }

    private SimWorker.Ending call(SimWorker worker, CaseOrder order) {
        if (order.ref().number() == POISON) {
            calls++;
            worker.die();
            leader.die();
            time.after(SECOND, () -> leader = new SimLeader(time, broker, store, random.split()));
            time.after(2 * SECOND, this::hire);
        }
        return new SimWorker.Ending(SECOND, Status.PASSED, Cause.NONE, false);
    }
}
