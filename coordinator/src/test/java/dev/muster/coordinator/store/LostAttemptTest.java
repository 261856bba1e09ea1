package dev.muster.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Spent;
import dev.muster.common.result.Status;
import dev.muster.common.result.Verdict;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests which lost attempts count against their case. */
final class LostAttemptTest {

    @Test
    void aLossIsChargedUnlessItsSentenceSaysThatItTellsNothing() {
        assertThat(LostAttempt.isCharged(lost(LostAttempt.WORKER.sentence()))).isTrue();
        assertThat(LostAttempt.isCharged(lost(LostAttempt.TOGETHER.sentence()))).isFalse();
        assertThat(LostAttempt.isCharged(lost(LostAttempt.DRAINING.sentence()))).isFalse();
    }

    @Test
    void aLossWithoutASentenceIsCharged() {
        assertThat(LostAttempt.isCharged(lost(null))).isTrue();
    }

    private static Settlement.Attempt lost(@Nullable String sentence) {
        return new Settlement.Attempt(new CaseRef("r", 0, 0, 0), new Dispatch(1, 1), 1,
                Settlement.AttemptKind.WORKER_LOST, "w", "w.1",
                new Verdict(Status.ERROR, Cause.WORKER_LOST, sentence, null), null, null, Spent.UNKNOWN);
    }
}
