package dev.muster.cli.fleet;

import static dev.muster.common.testing.Eventually.eventually;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.Feed;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Topic;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.Codec;
import dev.muster.common.message.ControlMessage.InboxLease;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.InboxMessage;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.ReportBatch;
import dev.muster.common.message.WorkerMessage;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.testing.TestResult;
import org.jspecify.annotations.Nullable;

/** Speaks the fleet's protocol by hand: joins, takes orders, and sends only what a test lets it send. */
final class SilentWorker {

    private final Channel channel;
    private final String fleet;
    private final long epoch;
    private final int slots;
    private final String incarnation = UUID.randomUUID().toString();
    private final List<CaseOrder> orders = new CopyOnWriteArrayList<>();
    private final List<Dispatch> dropped = new CopyOnWriteArrayList<>();
    private @Nullable Feed inbox;
    private int partition;
    /** Inbox offset up to which everything was read. */
    private volatile long passed;

    SilentWorker(Channel channel, String fleet, long epoch, int slots) {
        this.channel = channel;
        this.fleet = fleet;
        this.epoch = epoch;
        this.slots = slots;
    }

    void join() throws Exception {
        try (var control = channel.feed(Topic.CONTROL, new From.Beginning())) {
            eventually("it was leased an inbox", () -> {
                // as a real worker does: the coordinator may not be listening yet
                say(new WorkerMessage.Hello(fleet, epoch, "silent", incarnation, 0, slots, Set.of(), Set.of()));
                lease(control).ifPresent(this::open);
                return inbox != null;
            });
        }
    }

    /** Returns the number of orders so far. */
    int orders() throws InterruptedException {
        Objects.requireNonNull(inbox).poll(Duration.ofMillis(20)).forEach(
                entry -> {
                    hear(Codec.INBOX.open(Objects.requireNonNull(entry.value())));
                    passed = entry.offset() + 1;
                });
        return orders.size();
    }

    /** Returns the number of drop requests so far. */
    int dropped() throws InterruptedException {
        orders();
        return dropped.size();
    }

    private void hear(InboxMessage message) {
        switch (message) {
            case CaseOrder order -> orders.add(order);
            case InboxMessage.Drop drop -> dropped.addAll(drop.dispatches());
            case InboxMessage.Check check -> {
                // it passed
            }
        }
    }

    /** Reports every order that it ever got, whether it still counts or not. */
    void reportAll(Status status) {
        report(status, incarnation, orders, order -> order.terms().ticket());
    }

    /** Reports every order with another ticket. */
    void report(Function<CaseOrder, @Nullable String> ticket) {
        report(Status.FAILED, incarnation, orders, ticket);
    }

    /** Reports another worker's orders as its own, with its own ticket. */
    void reportForeign(SilentWorker other) {
        report(Status.FAILED, incarnation, other.orders, order -> ticket());
    }

    @Nullable
    String ticket() {
        return orders.getFirst().terms().ticket();
    }

    private void report(Status status, String incarnation, List<CaseOrder> reported,
            Function<CaseOrder, @Nullable String> ticket) {
        for (var order : reported) {
            var result = TestResult.of(order.testCase().identity().key(), order.testCase().identity().id())
                    .source(order.testCase().identity().source()).agent("mock").status(status).cause(Cause.ASSERTION)
                    .response("late").assertions(order.testCase().assertions().stream()
                            .map(each -> new AssertionResult(each, status == Status.PASSED, null, null)).toList())
                    .make();
            var report = new AttemptFinished(fleet, epoch, "silent", incarnation, order.ref(), order.dispatch(),
                    order.attempt(), result, false, ticket.apply(order));
            channel.append(Topic.RESULTS, 0, result.identity().key(),
                    Codec.REPORTS.seal(ReportBatch.of(List.of(report)))).join();
        }
    }

    /** Beats like a living worker, past every order, with none of them in flight. */
    AutoCloseable beatHoldingNothing() {
        return beat(seq -> new WorkerMessage.Snapshot(fleet, epoch, incarnation, seq,
                channel.ends(Topic.CASES).getOrDefault(partition, 0L), List.of(), false));
    }

    /** Beats like a living worker whose cases never return, and names them as overdue once the condition holds. */
    AutoCloseable beatHoldingAll(BooleanSupplier overdue) {
        return beat(seq -> {
            long position = passed;
            var held = orders.stream().map(CaseOrder::dispatch).toList();
            return new WorkerMessage.Snapshot(fleet, epoch, incarnation, seq, position, held, false)
                    .overdue(overdue.getAsBoolean() ? held : List.of());
        });
    }

    private AutoCloseable beat(LongFunction<WorkerMessage> snapshot) {
        var over = new CountDownLatch(1);
        var beats = Thread.ofVirtual().start(() -> {
            try {
                for (long seq = 1; !over.await(100, TimeUnit.MILLISECONDS); seq++) {
                    say(snapshot.apply(seq));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return () -> {
            over.countDown();
            beats.join();
        };
    }

    private Optional<InboxLease> lease(Feed control) throws InterruptedException {
        return control.poll(Duration.ofMillis(20)).stream().map(Entry::value).filter(Objects::nonNull)
                .map(Codec.CONTROL::open).filter(InboxLease.class::isInstance)
                .map(InboxLease.class::cast).filter(lease -> lease.incarnation().equals(incarnation)).findFirst();
    }

    private void open(InboxLease lease) {
        partition = lease.partition();
        inbox = channel.feed(Topic.CASES, new From.Offsets(Map.of(partition, lease.offset())));
    }

    private void say(WorkerMessage message) {
        channel.append(Topic.WORKERS, 0, incarnation, Codec.WORKER.seal(message)).join();
    }
}
