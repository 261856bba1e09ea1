package dev.muster.coordinator.server.scheduler;

import dev.muster.common.channel.Channel;
import dev.muster.common.channel.ChannelException;
import dev.muster.common.channel.Payload;
import dev.muster.common.channel.Topic;
import dev.muster.common.message.Codec;
import dev.muster.common.message.ControlMessage;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.InboxMessage;
import dev.muster.common.message.WorkerMessage;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the lead sends: orders into inboxes, control, its own beat. */
final class Orders {

    private static final Logger LOG = LoggerFactory.getLogger(Orders.class);
    /** What is sent again waits that long, then longer each time. */
    private static final Duration SOON = Duration.ofMillis(100);
    private static final Duration LATE = Duration.ofSeconds(5);
    private static final Duration FENCE_KEPT = Duration.ofMinutes(5);

    private final Channel channel;
    private final Executor lead;
    private final Executor aside;
    private final Later later;
    private final String fleet;
    private final long epoch;
    private final DropRequests drops = new DropRequests();
    private final Map<String, Said> newest = new HashMap<>();
    private final Set<String> fences = new HashSet<>();

    /** Does something on the lead's thread, after a while. */
    @FunctionalInterface
    interface Later {
        void run(Duration after, Runnable what);
    }

    /**
     * @param lead the lead's thread
     * @param aside where questions are asked that may wait
     */
    Orders(Channel channel, Executor lead, Executor aside, Later later, String fleet, long epoch) {
        this.later = later;
        this.channel = channel;
        this.lead = lead;
        this.aside = aside;
        this.fleet = fleet;
        this.epoch = epoch;
    }

    /**
     * Sends an order.
     *
     * @param placed told, on the lead's thread, an inbox offset at or before which the order lies, if it lies anywhere
     */
    void order(Member member, InboxMessage.CaseOrder order, LongConsumer placed) {
        var sent = write(member, order.dispatch().toString(), order);
        if (sent.isDone() && !sent.isCompletedExceptionally()) {
            placed.accept(sent.join());
            return;
        }
        var _ = sent.whenComplete((offset, failure) -> lead.execute(() -> {
            if (failure == null) {
                placed.accept(offset);
            } else {
                LOG.warn("an order for {} may be lost: {}", member.hello().worker(), failure.getMessage());
                check(member, placed);
            }
        }));
    }

    /** Never sends an order blindly twice: a record behind it lets a snapshot tell what became of it. */
    void check(Member member, LongConsumer placed) {
        check(member, placed, SOON);
    }

    private void check(Member member, LongConsumer placed, Duration pause) {
        if (member.state() == Member.State.GONE) {
            return;
        }
        var _ = write(member, "check", new InboxMessage.Check(fleet, epoch, member.incarnation()))
                .whenComplete((offset, failure) -> lead.execute(() -> {
                    if (failure == null) {
                        placed.accept(offset);
                    } else {
                        later.run(pause, () -> check(member, placed, longer(pause)));
                    }
                }));
    }

    /**
     * Cuts off what a worker holds of a run: these, or everything when none is named. It is told again until a snapshot
     * shows that nothing of it is held.
     */
    void drop(Member member, String run, List<Dispatch> dispatches) {
        var drop = new InboxMessage.Drop(fleet, epoch, member.incarnation(), run, dispatches);
        drops.told(member, drop);
        send(member, drop);
    }

    /** What a member holds now. */
    void heard(Member member, Set<Dispatch> held) {
        drops.unheard(member, held).forEach(each -> send(member, each));
    }

    private void send(Member member, InboxMessage.Drop drop) {
        var _ = write(member, drop.run(), drop).whenComplete((offset, failure) -> {
            if (failure != null) {
                LOG.warn("run {} is cut off at {} again: {}", drop.run(), member.hello().worker(),
                        failure.getMessage());
            }
        });
    }

    /** A member is gone: nobody needs what control says of it. A fence stays long enough to be heard. */
    void gone(Member member) {
        var incarnation = member.incarnation();
        drops.forget(member);
        forget(List.of(new ControlMessage.InboxLease(fleet, epoch, incarnation, 0, 0).key(),
                new ControlMessage.Full(fleet, epoch, incarnation, 0).key()));
    }

    /** Tells an incarnation that it was given up. Each of its beats asks again. */
    void fence(String incarnation) {
        var fence = new ControlMessage.Fenced(fleet, epoch, incarnation);
        control(fence);
        if (fences.add(incarnation)) {
            later.run(FENCE_KEPT, () -> {
                fences.remove(incarnation);
                forget(List.of(fence.key()));
            });
        }
    }

    /** Says who leads: without it nobody joins. */
    void announce() {
        control(new ControlMessage.Leadership(fleet, epoch));
    }

    /** Says something to all, again until the broker has it, or something newer was said of the same. */
    void control(ControlMessage message) {
        say(new Said(message.key(), Codec.CONTROL.seal(message)), SOON);
    }

    /** Takes back what was said, by its keys. */
    void forget(Collection<String> keys) {
        keys.forEach(key -> say(new Said(key, null), SOON));
    }

    /** @param value null takes it back */
    private record Said(String key, @Nullable Payload value) {}

    private void say(Said said, Duration pause) {
        newest.put(said.key(), said);
        var _ = channel.append(Topic.CONTROL, 0, said.key(), said.value())
                .whenComplete((offset, failure) -> lead.execute(() -> {
                    if (failure == null) {
                        newest.remove(said.key(), said);
                    } else {
                        LOG.warn("{} is said again: {}", said.key(), failure.getMessage());
                        later.run(pause, () -> sayAgain(said, longer(pause)));
                    }
                }));
    }

    private void sayAgain(Said said, Duration pause) {
        if (said.equals(newest.get(said.key()))) {
            say(said, pause);
        }
    }

    private static Duration longer(Duration pause) {
        var twice = pause.multipliedBy(2);
        return twice.compareTo(LATE) > 0 ? LATE : twice;
    }

    /**
     * Moves the fleet's clock while no worker speaks.
     *
     * @param acknowledged told, on any thread, when the broker has it
     */
    void beat(Runnable acknowledged) {
        var _ = channel.append(Topic.WORKERS, 0, "coordinator",
                Codec.WORKER.seal(new WorkerMessage.Beat(fleet, epoch))).thenRun(acknowledged);
    }

    /** Offset after the newest record of an inbox, told on the lead's thread; nothing is told when it can't be had. */
    void inboxEnd(int inbox, LongConsumer told) {
        aside.execute(() -> {
            try {
                long end = channel.end(Topic.CASES, inbox);
                lead.execute(() -> told.accept(end));
            } catch (ChannelException e) {
                LOG.warn("the end of inbox {} is not known: {}", inbox, e.getMessage());
            }
        });
    }

    private CompletableFuture<Long> write(Member member, String key, InboxMessage message) {
        return channel.append(Topic.CASES, member.inbox(), key, Codec.INBOX.seal(message));
    }
}
