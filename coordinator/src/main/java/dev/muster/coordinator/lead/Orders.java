package dev.muster.coordinator.lead;

import dev.muster.common.channel.Channel;
import dev.muster.common.channel.ChannelException;
import dev.muster.common.channel.Topic;
import dev.muster.common.message.Codec;
import dev.muster.common.message.ControlMessage;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.InboxMessage;
import dev.muster.common.message.WorkerMessage;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the lead sends: orders into inboxes, control, its own beat. */
final class Orders {

    private static final Logger LOG = LoggerFactory.getLogger(Orders.class);

    private final Channel channel;
    private final Executor lead;
    private final Executor aside;
    private final String fleet;
    private final long epoch;

    /**
     * @param lead the lead's thread
     * @param aside where questions are asked that may wait
     */
    Orders(Channel channel, Executor lead, Executor aside, String fleet, long epoch) {
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
    private void check(Member member, LongConsumer placed) {
        if (member.state() == Member.State.GONE) {
            return;
        }
        var _ = write(member, "check", new InboxMessage.Check(fleet, epoch, member.incarnation()))
                .whenComplete((offset, failure) -> lead.execute(() -> {
                    if (failure == null) {
                        placed.accept(offset);
                    } else {
                        check(member, placed);
                    }
                }));
    }

    /** Cuts off what a worker holds of a run: these, or everything when none is named. */
    void drop(Member member, String run, List<Dispatch> dispatches) {
        var _ = write(member, run, new InboxMessage.Drop(fleet, epoch, member.incarnation(), run, dispatches))
                .whenComplete((offset, failure) -> {
                    if (failure != null) {
                        LOG.warn("run {} could not be cut off at {}: {}", run, member.hello().worker(),
                                failure.getMessage());
                    }
                });
    }

    /** Says who leads, until that is acknowledged: without it nobody joins. */
    void announce() {
        var message = new ControlMessage.Leadership(fleet, epoch);
        var _ = channel.append(Topic.CONTROL, 0, message.key(), Codec.CONTROL.seal(message))
                .whenComplete((offset, failure) -> {
                    if (failure != null) {
                        LOG.warn("that epoch {} leads is said again: {}", epoch, failure.getMessage());
                        lead.execute(this::announce);
                    }
                });
    }

    void control(ControlMessage message) {
        var _ = channel.append(Topic.CONTROL, 0, message.key(), Codec.CONTROL.seal(message))
                .whenComplete((offset, failure) -> {
                    if (failure != null) {
                        LOG.warn("{} could not be sent: {}", message, failure.getMessage());
                    }
                });
    }

    /** Takes back what earlier leaders wrote, by its keys. */
    void forget(Collection<String> keys) {
        for (var key : keys) {
            var _ = channel.append(Topic.CONTROL, 0, key, null);
        }
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
