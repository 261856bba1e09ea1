package dev.muster.worker;

import module java.base;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.Feed;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Topic;
import dev.muster.common.message.Codec;
import dev.muster.common.message.ControlMessage;
import dev.muster.common.message.UnreadableMessage;
import dev.muster.common.message.WorkerMessage;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.common.time.Ticker;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One life of a worker in the fleet: it reads control to its end, says hello until it gets an inbox lease, then works
 * until it is fenced or drained, whichever coordinator leads. Runs on the thread that calls {@link #live}.
 */
final class Incarnation implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Incarnation.class);
    /** Also the longest delay before a drain request is noticed: at the end of a short run a user waits for it. */
    private static final Duration LISTEN = Duration.ofMillis(20);
    private static final Duration WORTH_LOGGING = Duration.ofSeconds(10);
    private static final Duration GOODBYE = Duration.ofSeconds(5);

    private final String id;
    private final WorkerContext with;
    private final WorkerSettings settings;
    private final Ticker ticker;
    private final CountDownLatch drainRequested;
    private final Runnable turned;
    private final Feed control;
    private final MembershipView membership;
    private volatile @Nullable Shift shift;
    private long followed;
    private long helloSentAt;
    private final long born;
    private boolean waitLogged;

    /** @param turned run on every turn of the loop, several times a second, as a sign of life */
    Incarnation(String id, WorkerContext with, CountDownLatch drainRequested, Runnable turned) {
        this.id = id;
        this.with = with;
        this.settings = with.settings();
        this.ticker = with.ticker();
        this.drainRequested = drainRequested;
        this.turned = turned;
        this.control = with.channel().feed(Topic.CONTROL, new From.Beginning());
        this.membership = new MembershipView(id);
        this.born = ticker.nanos();
        this.helloSentAt = born - settings.beat().toNanos();
    }

    WorkerStatus status() {
        var working = shift;
        return working == null ? WorkerStatus.notLeased(settings.slots()) : working.status();
    }

    /** Lives to the end; returns why it ended. */
    String live() throws InterruptedException {
        readControlToItsEnd();
        while (true) {
            if (membership.fenced()) {
                return "was removed from the fleet; joining again";
            }
            if (drainRequested.getCount() == 0) {
                return drain();
            }
            follow();
            greet();
            logThatItWaits();
            poll(LISTEN);
        }
    }

    @Override
    public void close() {
        var working = shift;
        if (working != null) {
            working.close();
        }
        control.close();
    }

    private void readControlToItsEnd() throws InterruptedException {
        var end = with.channel().ends(Topic.CONTROL);
        while (!reached(end)) {
            poll(LISTEN);
        }
    }

    private boolean reached(Map<Integer, Long> end) {
        var positions = control.positions();
        return end.entrySet().stream().allMatch(each -> positions.getOrDefault(each.getKey(), 0L) >= each.getValue());
    }

    /** Starts working with the first lease, and continues when another coordinator leads. */
    private void follow() {
        var lease = membership.lease();
        if (shift == null && lease != null) {
            shift = new Shift(id, lease, with);
            followed = lease.epoch();
        }
        if (shift != null && followed != membership.epoch()) {
            followed = membership.epoch();
            shift.follow(followed);
            helloSentAt = ticker.nanos() - settings.beat().toNanos();
            LOG.info("worker {}: another coordinator leads; running cases continue", settings.name());
        }
    }

    private void greet() {
        if (membership.unknown() && ticker.nanos() - helloSentAt >= settings.beat().toNanos()) {
            helloSentAt = ticker.nanos();
            var _ = send(hello());
        }
    }

    private Hello hello() {
        var lease = membership.lease();
        return new Hello(settings.fleet(), membership.epoch(), settings.name(), id, ProcessHandle.current().pid(),
                settings.slots(), settings.env(), settings.switches(), lease == null ? null : lease.partition(),
                shift == null ? List.of() : shift.orders());
    }

    /** A worker that gets no lease looks like one that works: logs this, once. */
    private void logThatItWaits() {
        if (!waitLogged && shift == null && ticker.nanos() - born > WORTH_LOGGING.toNanos()) {
            waitLogged = true;
            LOG.warn(membership.epoch() == 0
                    ? "worker {}: no coordinator leads fleet '{}' on this broker; is its coordinator up, and is that "
                            + "its --fleet?"
                    : "worker {}: the coordinator of fleet '{}' does not answer; it joins when one does",
                    settings.name(), settings.fleet());
        }
    }

    private void poll(Duration atMost) throws InterruptedException {
        turned.run();
        for (var entry : control.poll(atMost)) {
            apply(entry);
        }
    }

    private void apply(Entry entry) {
        if (entry.value() == null) {
            membership.forget(entry.key());
            return;
        }
        try {
            var message = Codec.CONTROL.open(entry.value());
            if (message.key().equals(entry.key())) {
                apply(message);
            }
        } catch (UnreadableMessage e) {
            LOG.warn("worker {}: control record {} was skipped: {}", settings.name(), entry.offset(), e.getMessage());
        }
    }

    private void apply(ControlMessage message) {
        membership.apply(message);
        if (message instanceof ControlMessage.Rates rates && rates.epoch() == membership.epoch()) {
            with.rateLimits().apply(rates, id);
        }
        if (message instanceof ControlMessage.Full full && full.incarnation().equals(id)) {
            waitLogged = true;
            LOG.warn("worker {}: all {} inboxes of fleet '{}' are taken; it joins when a worker leaves, or when the "
                    + "coordinator is started again with more --inboxes", settings.name(), full.inboxes(),
                    settings.fleet());
        }
    }

    private String drain() throws InterruptedException {
        var working = shift;
        if (working != null) {
            working.drain(turned);
            working.close();
        }
        sendBye();
        return "drained";
    }

    /** Best effort: without it the fleet finds out when the lease expires. */
    private void sendBye() throws InterruptedException {
        var sent = new CountDownLatch(1);
        var _ = send(new WorkerMessage.Bye(settings.fleet(), membership.epoch(), id)).thenRun(sent::countDown);
        if (!with.watch().threads().await(sent, GOODBYE)) {
            LOG.warn("worker {}: the broker did not accept its goodbye", settings.name());
        }
    }

    private CompletableFuture<Long> send(WorkerMessage message) {
        return with.channel().append(Topic.WORKERS, 0, id, Codec.WORKER.seal(message));
    }
}
