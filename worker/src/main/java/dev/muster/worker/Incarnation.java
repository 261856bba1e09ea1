package dev.muster.worker;

import dev.muster.common.channel.Channel;
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
import dev.muster.worker.attempt.Attempts;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One life of a worker in the fleet: it reads control to its end, says hello until it is leased an inbox, then works
 * until it is fenced, another coordinator leads, or it is asked to drain. Runs on the thread that calls {@link #live}.
 */
final class Incarnation implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Incarnation.class);
    /** Also how long a request to drain may go unheard: at the end of a short run somebody waits for it. */
    private static final Duration LISTEN = Duration.ofMillis(20);

    private final String id;
    private final WorkerSettings settings;
    private final Channel channel;
    private final Attempts attempts;
    private final Ticker ticker;
    private final CountDownLatch drainAsked;
    private final Feed control;
    private long epoch;
    private boolean fenced;
    private boolean newLeader;
    private @Nullable Shift shift;
    private long helloSaid;

    Incarnation(String id, WorkerSettings settings, Channel channel, Attempts attempts, Ticker ticker,
            CountDownLatch drainAsked) {
        this.id = id;
        this.settings = settings;
        this.channel = channel;
        this.attempts = attempts;
        this.ticker = ticker;
        this.drainAsked = drainAsked;
        this.control = channel.feed(Topic.CONTROL, new From.Beginning());
        this.helloSaid = ticker.nanos() - settings.beat().toNanos();
    }

    /** Lives to the end; says why it ended. */
    String live() throws InterruptedException {
        readControlToItsEnd();
        while (true) {
            if (fenced) {
                return "was given up by the fleet, joins again";
            }
            if (newLeader) {
                return "another coordinator leads, joins again";
            }
            if (drainAsked.await(0, TimeUnit.SECONDS)) {
                return drain();
            }
            greet();
            hear(LISTEN);
        }
    }

    @Override
    public void close() {
        if (shift != null) {
            shift.close();
        }
        control.close();
    }

    private void readControlToItsEnd() throws InterruptedException {
        var end = channel.ends(Topic.CONTROL);
        while (!reached(end)) {
            hear(LISTEN);
        }
        newLeader = false;
    }

    private boolean reached(Map<Integer, Long> end) {
        var positions = control.positions();
        return end.entrySet().stream()
                .allMatch(each -> positions.getOrDefault(each.getKey(), 0L) >= each.getValue());
    }

    private void greet() {
        if (shift == null && epoch > 0 && ticker.nanos() - helloSaid >= settings.beat().toNanos()) {
            helloSaid = ticker.nanos();
            var _ = say(new Hello(settings.fleet(), epoch, settings.name(), id, ProcessHandle.current().pid(),
                    settings.slots(), settings.env(), settings.switches()));
        }
    }

    private void hear(Duration atMost) throws InterruptedException {
        for (var entry : control.poll(atMost)) {
            hear(entry);
        }
    }

    private void hear(Entry entry) {
        if (entry.value() == null) {
            return;
        }
        try {
            hear(Codec.CONTROL.open(entry.value()));
        } catch (UnreadableMessage e) {
            LOG.warn("worker {}: control record {} was skipped: {}", settings.name(), entry.offset(),
                    e.getMessage());
        }
    }

    private void hear(ControlMessage message) {
        switch (message) {
            case ControlMessage.Leadership leads -> {
                newLeader |= epoch > 0 && leads.epoch() > epoch;
                epoch = Math.max(epoch, leads.epoch());
            }
            case ControlMessage.InboxLease lease -> {
                if (lease.incarnation().equals(id) && lease.epoch() == epoch && shift == null) {
                    shift = new Shift(id, lease, settings, channel, attempts, ticker);
                }
            }
            case ControlMessage.Fenced fence -> fenced |= fence.incarnation().equals(id);
        }
    }

    private String drain() throws InterruptedException {
        if (shift != null) {
            shift.drain();
            shift.close();
        }
        sayBye();
        return "drained";
    }

    /** Best effort: without it the fleet finds out by the lease. */
    private void sayBye() throws InterruptedException {
        try {
            say(new WorkerMessage.Bye(settings.fleet(), epoch, id)).get(5, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("worker {}: could not say goodbye: {}", settings.name(), e.getMessage());
        }
    }

    private CompletableFuture<Long> say(WorkerMessage message) {
        return channel.append(Topic.WORKERS, 0, id, Codec.WORKER.seal(message));
    }
}
