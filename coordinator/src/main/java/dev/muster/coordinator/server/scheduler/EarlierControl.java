package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Topic;
import dev.muster.common.message.Codec;
import dev.muster.common.message.ControlMessage;
import dev.muster.common.message.UnreadableMessage;

/** Reads {@code control} from its beginning, for a leader that takes over. */
public final class EarlierControl {

    private static final Duration LISTEN = Duration.ofMillis(20);

    private final long epoch;
    private final Map<String, ControlMessage.InboxLease> inboxes = new HashMap<>();
    private final Set<String> keys = new HashSet<>();
    private long newest;
    private boolean announced;

    EarlierControl(long epoch) {
        this.epoch = epoch;
    }

    /** Returns what earlier leaders leased up to the announcement of this epoch; empty when given up before it. */
    static Optional<TakeOver.Earlier> before(long epoch, Channel channel, BooleanSupplier givenUp)
            throws InterruptedException {
        var read = new EarlierControl(epoch);
        try (var feed = channel.feed(Topic.CONTROL, new From.Beginning())) {
            while (!read.announced()) {
                if (givenUp.getAsBoolean()) {
                    return Optional.empty();
                }
                for (var entry : feed.poll(LISTEN)) {
                    read.hear(entry);
                }
            }
        }
        return Optional.of(read.found());
    }

    /** Returns the newest epoch in a fleet's control topic; 0 when there is none. */
    public static long newestEpoch(Channel channel) throws InterruptedException {
        var ends = channel.ends(Topic.CONTROL);
        long newest = 0;
        try (var feed = channel.feed(Topic.CONTROL, new From.Beginning())) {
            while (ends.entrySet().stream()
                    .anyMatch(end -> feed.positions().getOrDefault(end.getKey(), 0L) < end.getValue())) {
                for (var entry : feed.poll(LISTEN)) {
                    newest = Math.max(newest, message(entry).map(ControlMessage::epoch).orElse(0L));
                }
            }
        }
        return newest;
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
        message(entry).filter(message -> message.epoch() <= epoch).ifPresent(message -> {
            if (message.epoch() < epoch && !announced) {
                keys.add(entry.key());
            }
            hear(message);
        });
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

    private static Optional<ControlMessage> message(Entry entry) {
        try {
            return entry.value() == null ? Optional.empty() : Optional.of(Codec.CONTROL.open(entry.value()));
        } catch (UnreadableMessage e) {
            return Optional.empty();
        }
    }
}
