package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.ChannelException;
import dev.muster.common.channel.Payload;
import dev.muster.common.channel.Topic;
import dev.muster.common.message.Codec;
import dev.muster.common.message.ControlMessage;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.InboxMessage;
import dev.muster.common.message.InboxMessage.Drop;
import dev.muster.common.message.WorkerMessage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/** Sends what the leader sends: orders to inboxes, control messages, its own beat. */
final class Orders {

    private static final Logger LOG = LoggerFactory.getLogger(Orders.class);
    /** First delay before a resend; each further one is longer. */
    private static final Duration SOON = Duration.ofMillis(100);
    private static final Duration LATE = Duration.ofSeconds(5);
    private static final Duration FENCE_KEPT = Duration.ofMinutes(5);

    private final Channel channel;
    private final Executor schedulerThread;
    private final Consumer<Runnable> acknowledged;
    private final Executor aside;
    private final Later later;
    private final String fleet;
    private final long epoch;
    private final DropRequests drops = new DropRequests();
    private final Map<String, Said> newest = new HashMap<>();
    private final Set<String> fences = new HashSet<>();

    @FunctionalInterface
    interface Later {
        void run(Duration after, Runnable what);
    }

    /**
     * @param acknowledged runs what it is given on the scheduler's thread, with its next pass
     * @param aside runs queries that may block
     */
    Orders(Channel channel, Executor schedulerThread, Consumer<Runnable> acknowledged, Executor aside, Later later,
            String fleet, long epoch) {
        this.later = later;
        this.channel = channel;
        this.schedulerThread = schedulerThread;
        this.acknowledged = acknowledged;
        this.aside = aside;
        this.fleet = fleet;
        this.epoch = epoch;
    }

    /**
     * Sends an order.
     *
     * @param placed receives, on the scheduler's thread, an inbox offset at or after the order's, if the order was
     * written at all
     */
    void order(Member member, InboxMessage.CaseOrder order, LongConsumer placed) {
        var sent = write(member, order.dispatch().toString(), order);
        if (sent.isDone() && !sent.isCompletedExceptionally()) {
            placed.accept(sent.join());
            return;
        }
        var _ = sent.whenComplete((offset, failure) -> {
            if (failure == null) {
                acknowledged.accept(() -> placed.accept(offset));
            } else {
                LOG.warn("an order for {} may be lost: {}", member.hello.worker(), failure.getMessage());
                schedulerThread.execute(() -> check(member, placed));
            }
        });
    }

    /** Sends a check, not the order again: with a record behind it, a snapshot shows whether the order arrived. */
    void check(Member member, LongConsumer placed) {
        check(member, placed, SOON);
    }

    private void check(Member member, LongConsumer placed, Duration pause) {
        if (member.state() == Member.State.GONE) {
            return;
        }
        var _ = write(member, "check", new InboxMessage.Check(fleet, epoch, member.incarnation()))
                .whenComplete((offset, failure) -> schedulerThread.execute(() -> {
                    if (failure == null) {
                        placed.accept(offset);
                    } else {
                        later.run(pause, () -> check(member, placed, longer(pause)));
                    }
                }));
    }

    /**
     * Cuts off what a worker holds of a run: these dispatches, or all when none is named. The request is repeated until
     * a snapshot shows that none of them is held.
     */
    void drop(Member member, String run, List<Dispatch> dispatches) {
        var drop = new InboxMessage.Drop(fleet, epoch, member.incarnation(), run, dispatches);
        drops.told(member, drop);
        send(member, drop);
    }

    void heard(Member member, Set<Dispatch> held) {
        drops.unheard(member, held).forEach(each -> send(member, each));
    }

    private void send(Member member, InboxMessage.Drop drop) {
        var _ = write(member, drop.run(), drop).whenComplete((offset, failure) -> {
            if (failure != null) {
                LOG.warn("the abort of run {} is sent to {} again: {}", drop.run(), member.hello.worker(),
                        failure.getMessage());
            }
        });
    }

    /** Removes what control says of a member that is gone. A fence stays long enough to be heard. */
    void gone(Member member) {
        var incarnation = member.incarnation();
        drops.forget(member);
        forget(List.of(new ControlMessage.InboxLease(fleet, epoch, incarnation, 0, 0).key(),
                new ControlMessage.Full(fleet, epoch, incarnation, 0).key()));
    }

    /** Tells an incarnation that it was given up. Each of its beats triggers it again. */
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

    /** Announces the leader: without that no worker joins. */
    void announce() {
        control(new ControlMessage.Leadership(fleet, epoch));
    }

    /** Sends a message to all, again until the broker has it, or until a newer one replaces it. */
    void control(ControlMessage message) {
        say(new Said(message.key(), Codec.CONTROL.seal(message)), SOON);
    }

    void forget(Collection<String> keys) {
        keys.forEach(key -> say(new Said(key, null), SOON));
    }

    /** @param value null removes it */
    private record Said(String key, @Nullable Payload value) {}

    private void say(Said said, Duration pause) {
        newest.put(said.key(), said);
        var _ = channel.append(Topic.CONTROL, 0, said.key(), said.value())
                .whenComplete((offset, failure) -> schedulerThread.execute(() -> {
                    if (failure == null) {
                        newest.remove(said.key(), said);
                    } else {
                        LOG.warn("{} is sent again: {}", said.key(), failure.getMessage());
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

    /** Keeps the fleet's clock moving while no worker sends anything; tells, on any thread, that the broker has it. */
    void beat(Runnable acknowledged) {
        var _ = channel.append(Topic.WORKERS, 0, "coordinator",
                Codec.WORKER.seal(new WorkerMessage.Beat(fleet, epoch))).thenRun(acknowledged);
    }

    /** Passes the offset after an inbox's newest record, on the scheduler's thread; nothing if unavailable. */
    void inboxEnd(int inbox, LongConsumer told) {
        aside.execute(() -> {
            try {
                long end = channel.end(Topic.CASES, inbox);
                schedulerThread.execute(() -> told.accept(end));
            } catch (ChannelException e) {
                LOG.warn("the end of inbox {} is unknown: {}", inbox, e.getMessage());
            }
        });
    }

    private CompletableFuture<Long> write(Member member, String key, InboxMessage message) {
        try {
            return channel.append(Topic.CASES, member.inbox, key, Codec.INBOX.seal(message));
        } catch (JacksonException e) { // it can't be written as JSON: as if the broker had refused it
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Drop requests that members may not have received. Used by the scheduler's thread only. */
    private static final class DropRequests {

        /** Number of snapshots between repeats of a request. */
        private static final int PATIENCE = 2;

        private final Map<String, List<Told>> told = new HashMap<>();

        private static final class Told {

            private final Drop drop;
            private final Set<Dispatch> meant;
            private int snapshots;

            Told(Drop drop, Set<Dispatch> meant) {
                this.drop = drop;
                this.meant = meant;
            }
        }

        void told(Member member, Drop drop) {
            var meant = new HashSet<>(drop.dispatches());
            if (meant.isEmpty()) {
                member.assigned().forEach((dispatch, ref) -> {
                    if (ref.run().equals(drop.run())) {
                        meant.add(dispatch);
                    }
                });
            }
            told.computeIfAbsent(member.incarnation(), each -> new ArrayList<>()).add(new Told(drop, meant));
        }

        /** Returns the requests to repeat: some of their dispatches are held, or on their way to the member. */
        List<Drop> unheard(Member member, Set<Dispatch> held) {
            var open = told.getOrDefault(member.incarnation(), List.of());
            if (open.isEmpty()) {
                return List.of();
            }
            open.removeIf(each -> each.meant.stream()
                    .noneMatch(dispatch -> held.contains(dispatch) || member.assigned().containsKey(dispatch)));
            return open.stream().filter(each -> ++each.snapshots % PATIENCE == 0).map(each -> each.drop).toList();
        }

        void forget(Member member) {
            told.remove(member.incarnation());
        }
    }
}
