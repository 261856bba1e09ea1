package dev.muster.coordinator.lead;

import dev.muster.common.channel.Channel;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.Topic;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.Codec;
import dev.muster.common.message.InboxMessage;
import dev.muster.common.message.WorkerMessage;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.worker.Blameless;
import dev.muster.worker.Membership;
import dev.muster.worker.hold.Held;
import dev.muster.worker.hold.Holdings;
import dev.muster.worker.hold.Lease;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A worker's process of a simulated world: the real membership, holdings and lease, with readers instead of threads. */
final class SimWorker extends SimProcess {

    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;

    private final String name;
    private final int slots;
    private final SimBroker broker;
    private final Channel channel;
    private final Calls calls;
    private int lives;
    private @Nullable Life life;
    private boolean draining;

    /** Hears of each call to the agent, and says how it ends. */
    interface Calls {

        Ending called(SimWorker worker, InboxMessage.CaseOrder order);
    }

    /** How long a case takes, and what comes of it. */
    record Ending(long nanos, Status status, Cause cause, boolean again) {}

    SimWorker(SimTime time, String name, int slots, SimBroker broker, Calls calls) {
        super(time);
        this.name = name;
        this.slots = slots;
        this.broker = broker;
        this.channel = broker.channelOf(this);
        this.calls = calls;
        live();
    }

    /** Takes no more orders, lets what is held end, says goodbye. */
    void drain() {
        draining = true;
    }

    String standing() {
        return name + (alive() ? "" : ", dead") + (draining ? ", draining" : "") + (life == null ? ""
                : ", epoch " + life.membership.epoch() + ", lease " + life.membership.lease() + ", held "
                        + (life.holdings == null ? "nothing" : life.holdings.snapshot()) + ", inbox " + life.inbox);
    }

    int held() {
        return life == null || life.holdings == null ? 0 : life.holdings.orders().size();
    }

    private void live() {
        life = new Life(name + "." + ++lives);
    }

    /** One incarnation. */
    private final class Life {

        private final String incarnation;
        private final Membership membership;
        private final SimBroker.Reader control;
        private final long controlEnd;
        private @Nullable Holdings holdings;
        private @Nullable Lease lease;
        private SimBroker.@Nullable Reader inbox;
        private long followed;
        private long helloSaid = Long.MIN_VALUE / 2;
        private long drainUntil;
        private boolean over;

        Life(String incarnation) {
            this.incarnation = incarnation;
            this.membership = new Membership(incarnation);
            this.controlEnd = broker.ends(Topic.CONTROL).getOrDefault(0, 0L);
            this.control = broker.read(SimWorker.this, Topic.CONTROL, 0, 0, this::hear);
            after(20 * MS, this::goOn);
        }

        private void hear(List<Entry> entries) {
            entries.stream().map(Entry::value).filter(Objects::nonNull)
                    .forEach(value -> membership.hear(Codec.CONTROL.open(value)));
            if (!over && control.position() >= controlEnd && !membership.fenced()) {
                follow();
                greet();
            }
        }

        private void goOn() {
            if (over) {
                return;
            }
            if (control.position() >= controlEnd) {
                if (membership.fenced()) {
                    end();
                    live();
                    return;
                }
                if (draining && drained()) {
                    end();
                    say(new WorkerMessage.Bye(SimLeader.FLEET, membership.epoch(), incarnation));
                    after(SECOND, SimWorker.this::die);
                    return;
                }
                follow();
                greet();
            }
            after(250 * MS, this::goOn);
        }

        private boolean drained() {
            if (holdings == null) {
                return true;
            }
            if (drainUntil == 0) {
                holdings.drain();
                drainUntil = time().nanos() + 10 * SECOND;
            }
            return holdings.orders().isEmpty() || time().nanos() > drainUntil;
        }

        private void follow() {
            var leased = membership.lease();
            if (holdings == null && leased != null) {
                holdings = new Holdings(SimLeader.FLEET, incarnation, leased.epoch(), leased.offset(), time());
                lease = new Lease(Lease.Limits.DEFAULT, time());
                inbox = broker.read(SimWorker.this, Topic.CASES, leased.partition(), leased.offset(),
                        entries -> entries.forEach(this::look));
                followed = leased.epoch();
                beat();
            }
            if (holdings != null && followed < membership.epoch()) {
                followed = membership.epoch();
                holdings.follow(followed);
                helloSaid = Long.MIN_VALUE / 2;
            }
        }

        private void greet() {
            if (membership.unknown() && time().nanos() - helloSaid >= SECOND) {
                helloSaid = time().nanos();
                var leased = membership.lease();
                say(new WorkerMessage.Hello(SimLeader.FLEET, membership.epoch(), name, incarnation, 1, slots, Set.of(),
                        Set.of(), leased == null ? null : leased.partition(),
                        holdings == null ? List.of() : holdings.orders()));
            }
        }

        private void look(Entry entry) {
            var held = Objects.requireNonNull(holdings);
            if (over) {
                return;
            }
            switch (Codec.INBOX.open(Objects.requireNonNull(entry.value()))) {
                case InboxMessage.CaseOrder order -> held.take(entry.offset(), order).ifPresent(this::work);
                case InboxMessage.Drop drop -> held.pass(entry.offset());
                case InboxMessage.Check check -> held.pass(entry.offset());
            }
        }

        private void work(Held held) {
            if (over) {
                return;
            }
            if (!Objects.requireNonNull(lease).fresh()) {
                after(SECOND, () -> work(held));
                return;
            }
            var ending = calls.called(SimWorker.this, held.order());
            after(ending.nanos(), () -> report(held, ending));
        }

        private void report(Held held, Ending ending) {
            if (over) {
                return;
            }
            var order = held.order();
            boolean counts = Blameless.is(ending.cause(), Objects.requireNonNull(lease).since(held.takenNanos()));
            var result = counts ? Cases.result(order.testCase(), ending.status(), ending.cause())
                    : Cases.result(order.testCase(), Status.ERROR, Cause.WORKER_LOST);
            var key = result.key();
            var _ = channel
                    .append(Topic.RESULTS, Topic.RESULTS.partitionOf(key), key, Codec.RESULT.seal(new AttemptFinished(
                            SimLeader.FLEET, Objects.requireNonNull(holdings).epoch(), name, incarnation, order.ref(),
                            order.dispatch(), order.attempt(), result, ending.again() && counts)))
                    .whenComplete((offset, failure) -> {
                        if (failure == null) {
                            Objects.requireNonNull(holdings).release(held);
                        } else {
                            after(500 * MS, () -> report(held, ending));
                        }
                    });
        }

        private void beat() {
            if (over) {
                return;
            }
            var known = Objects.requireNonNull(lease);
            long sent = known.send();
            var _ = channel.append(Topic.WORKERS, 0, incarnation,
                    Codec.WORKER.seal(Objects.requireNonNull(holdings).snapshot())).whenComplete((offset, failure) -> {
                        if (failure == null) {
                            known.acked(sent);
                        }
                    });
            after(SECOND, this::beat);
        }

        private void say(WorkerMessage message) {
            var _ = channel.append(Topic.WORKERS, 0, incarnation, Codec.WORKER.seal(message));
        }

        private void end() {
            over = true;
            control.close();
            if (inbox != null) {
                inbox.close();
            }
        }
    }
}
