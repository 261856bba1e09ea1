package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Topic;
import dev.muster.common.message.Codec;
import dev.muster.common.message.ControlMessage;
import dev.muster.common.message.UnreadableMessage;

/** Reads {@code control}, for a leader: from its beginning to take over, then as long as it leads. */
final class EarlierControl {

    private static final Duration LISTEN = Duration.ofMillis(20);

    private final long epoch;
    private final Map<String, ControlMessage.InboxLease> inboxes = new HashMap<>();
    private final Set<String> keys = new HashSet<>();
    private final List<Entry> above = new ArrayList<>();
    private long newest;
    private boolean announced;

    EarlierControl(long epoch) {
        this.epoch = epoch;
    }

    /** What a leader makes of control. */
    interface Listener {

        /** Control was read to the announcement of this epoch, from which on no earlier lease is accepted. */
        void begun(TakeOver.Earlier earlier);

        /** @return false to be asked again: it is not known yet whether another coordinator was given these epochs */
        boolean above(List<Entry> found);

        /** Somebody else overwrote or removed the announcement. */
        void unsaid();
    }

    /** Reads what earlier leaders leased, and from then on looks for what no leader writes; returns when given up. */
    static void follow(long epoch, Channel channel, BooleanSupplier givenUp, Listener listener)
            throws InterruptedException {
        var read = new EarlierControl(epoch);
        boolean begun = false;
        try (var feed = channel.feed(Topic.CONTROL, new From.Beginning())) {
            while (!givenUp.getAsBoolean()) {
                var entries = feed.poll(LISTEN);
                entries.forEach(read::hear);
                if (begun && entries.stream().anyMatch(read::isUnsaid)) {
                    listener.unsaid();
                }
                if (!begun && read.announced()) {
                    begun = true;
                    listener.begun(read.found());
                }
                if (!read.above.isEmpty() && listener.above(List.copyOf(read.above))) {
                    read.above.clear();
                }
            }
        }
    }

    /** Whether the announcement of this epoch was read: what follows it is not from an earlier leader. */
    boolean announced() {
        return announced;
    }

    TakeOver.Earlier found() {
        return new TakeOver.Earlier(inboxes, keys);
    }

    void hear(Entry entry) {
        if (entry.value() == null) {
            // the result must not depend on whether compaction has already happened
            inboxes.values().removeIf(lease -> lease.key().equals(entry.key()));
            keys.remove(entry.key());
            return;
        }
        message(entry).ifPresent(message -> {
            if (message.epoch() > epoch) {
                above.add(entry);
                return;
            }
            if (message.epoch() < epoch && !announced) {
                keys.add(entry.key());
            }
            hear(message);
        });
    }

    private boolean isUnsaid(Entry entry) {
        var announcement = new ControlMessage.Leadership("", epoch).key();
        return entry.key().equals(announcement) && message(entry).isEmpty();
    }

    private void hear(ControlMessage message) {
        switch (message) {
            case ControlMessage.Leadership leads -> {
                newest = Math.max(newest, leads.epoch());
                announced = newest == epoch;
            }
            case ControlMessage.InboxLease lease -> {
                // no worker accepts a lease from a leader that was replaced before it wrote this
                if (lease.epoch() >= newest && !announced) {
                    inboxes.put(lease.incarnation(), lease);
                }
            }
            case ControlMessage.Fenced fence -> inboxes.remove(fence.incarnation());
            case ControlMessage.Rates _,ControlMessage.Full _ -> {
                // this leader finds out on its own
            }
        }
    }

    /** Returns the message, which must be under its own key: compaction would keep a false one beside the true one. */
    private static Optional<ControlMessage> message(Entry entry) {
        try {
            return Optional.ofNullable(entry.value()).map(Codec.CONTROL::open)
                    .filter(message -> message.key().equals(entry.key()));
        } catch (UnreadableMessage e) {
            return Optional.empty();
        }
    }
}
