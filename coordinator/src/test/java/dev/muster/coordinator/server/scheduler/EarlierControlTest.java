package dev.muster.coordinator.server.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.Topic;
import dev.muster.common.message.Codec;
import dev.muster.common.message.ControlMessage;
import dev.muster.common.message.ControlMessage.Fenced;
import dev.muster.common.message.ControlMessage.InboxLease;
import dev.muster.common.message.ControlMessage.Leadership;
import org.junit.jupiter.api.Test;

/** Tests which leases a new leader finds, whatever compaction did to the topic. */
final class EarlierControlTest {

    private static final InboxLease LEASE = new InboxLease("f", 2, "w.1", 7, 40);

    private final EarlierControl control = new EarlierControl(3);
    private long offset;

    @Test
    void aLeaseOfTheEarlierLeaderIsFound() {
        hear(new Leadership("f", 2));
        hear(LEASE);
        hear(new Leadership("f", 3));

        assertThat(control.announced()).isTrue();
        assertThat(control.found().inboxes()).containsOnly(Map.entry("w.1", LEASE));
        assertThat(control.found().keys()).containsExactlyInAnyOrder("2/leadership", LEASE.key());
    }

    @Test
    void aLeaseThatWasTakenBackIsNoneAlsoBeforeCompaction() {
        hear(new Leadership("f", 2));
        hear(LEASE);
        takenBack(LEASE.key());
        hear(new Leadership("f", 3));

        assertThat(control.found().inboxes()).isEmpty();
        assertThat(control.found().keys()).containsExactly("2/leadership");
    }

    @Test
    void whatAnEarlierEpochTookBackLeavesTheNewerLease() {
        var newer = new InboxLease("f", 2, "w.1", 9, 50);
        var older = new InboxLease("f", 1, "w.1", 7, 40);
        hear(new Leadership("f", 1));
        hear(older);
        hear(new Leadership("f", 2));
        hear(newer);
        takenBack(older.key());
        hear(new Leadership("f", 3));

        assertThat(control.found().inboxes()).containsOnly(Map.entry("w.1", newer));
    }

    @Test
    void whoWasFencedHasNoLease() {
        hear(new Leadership("f", 2));
        hear(LEASE);
        hear(new Fenced("f", 2, "w.1"));
        hear(new Leadership("f", 3));

        assertThat(control.found().inboxes()).isEmpty();
    }

    private void hear(ControlMessage message) {
        control.hear(new Entry(Topic.CONTROL, 0, offset++, Instant.EPOCH, message.key(), Codec.CONTROL.seal(message)));
    }

    private void takenBack(String key) {
        control.hear(new Entry(Topic.CONTROL, 0, offset++, Instant.EPOCH, key, null));
    }
}
