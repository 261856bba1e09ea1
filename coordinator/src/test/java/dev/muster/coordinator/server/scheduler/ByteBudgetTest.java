package dev.muster.coordinator.server.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.time.Threads;
import dev.muster.coordinator.server.scheduler.Pump.ByteBudget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ByteBudgetTest {

    private final ByteBudget budget = new ByteBudget(100, Threads.system());

    @Test
    void whatHasNoRoomWaits() throws InterruptedException {
        assertThat(budget.tryTake(60, Duration.ZERO)).isTrue();
        assertThat(budget.tryTake(41, Duration.ZERO)).isFalse();
        assertThat(budget.tryTake(40, Duration.ZERO)).isTrue();
        assertThat(budget.isSpent()).isTrue();
        budget.giveBack(60);
        assertThat(budget.isSpent()).isFalse();
    }

    @Test
    void whatIsLargerThanAllOfItPassesAlone() throws InterruptedException {
        assertThat(budget.tryTake(1_000, Duration.ZERO)).isTrue();
        assertThat(budget.tryTake(1, Duration.ZERO)).isFalse();
        budget.giveBack(1_000);
        assertThat(budget.tryTake(1, Duration.ZERO)).isTrue();
    }

    @Test
    void whoWaitsIsWokenWhenThereIsRoom() throws Exception {
        assertThat(budget.tryTake(100, Duration.ZERO)).isTrue();
        var waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return budget.tryTake(50, Duration.ofSeconds(15));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        budget.giveBack(100);
        assertThat(waiting.get()).isTrue();
    }
}
