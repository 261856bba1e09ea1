package dev.muster.worker.isolated;

import module java.base;

import dev.muster.common.channel.Payload;
import dev.muster.common.json.Json;
import dev.muster.common.message.Codec;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.UnreadableMessage;
import dev.muster.common.time.Deadline;
import dev.muster.worker.attempt.Attempts;
import dev.muster.worker.call.CallGate;
import org.jspecify.annotations.Nullable;

/** The inside of a process that was started for one attempt: reads an order, writes its result. */
public final class IsolatedAttempt implements CallGate {

    private static final long BEAT_MS = 500;

    private final DataInputStream in;
    private final DataOutputStream out;
    private final Runnable orphaned;
    private final Semaphore calls = new Semaphore(0);
    private final CountDownLatch over = new CountDownLatch(1);
    /** Null while it waits for permission to call: that time is not charged. */
    private volatile @Nullable Deadline due;

    private IsolatedAttempt(InputStream in, OutputStream out, Runnable orphaned) {
        this.in = new DataInputStream(new BufferedInputStream(in));
        this.out = new DataOutputStream(new BufferedOutputStream(out, 1 << 16));
        this.orphaned = orphaned;
    }

    /**
     * Serves one order.
     *
     * @param in stays open at the worker's end for as long as the worker waits for the attempt
     * @param orphaned run when no worker waits any more
     */
    public static void serve(InputStream in, OutputStream out, Attempts attempts, Runnable orphaned)
            throws IOException, InterruptedException {
        new IsolatedAttempt(in, out, orphaned).serve(attempts);
    }

    private void serve(Attempts attempts) throws IOException, InterruptedException {
        var order = order();
        Thread.ofPlatform().daemon().name("worker, reading").start(this::receive);
        Thread.ofPlatform().daemon().name("worker, beats").start(this::beat);
        try {
            var attempted = attempts.run(order, this);
            over.countDown();
            send(new FromAttempt.Done(Json.MAPPER.writeValueAsString(attempted)));
        } finally {
            over.countDown();
        }
    }

    private CaseOrder order() throws IOException {
        try {
            if (ToAttempt.FRAMES.read(in) instanceof ToAttempt.Order(var json)
                    && Codec.INBOX.open(Payload.of(json.getBytes(StandardCharsets.UTF_8))) instanceof CaseOrder order) {
                return order;
            }
            throw new IOException("another message in the place of an order");
        } catch (UnreadableMessage e) {
            throw new IOException(e);
        }
    }

    /** Asks the worker whether a call may begin. */
    @Override
    public void pass() throws InterruptedException {
        long before = System.nanoTime();
        var by = due;
        due = null;
        try {
            send(new FromAttempt.MayCall());
            calls.acquire();
        } catch (IOException e) {
            orphaned.run();
        }
        if (by != null) {
            by.extend(Duration.ofNanos(System.nanoTime() - before));
            due(by);
        }
    }

    @Override
    public void due(Deadline by) {
        due = by;
        sendDue(by);
    }

    /** Sent at once: the worker must not rely on the previous deadline. */
    private void sendDue(Deadline by) {
        try {
            send(new FromAttempt.Due(by.left().minus(by.past()).toNanos()));
        } catch (IOException e) {
            orphaned.run();
        }
    }

    private void receive() {
        try {
            while (ToAttempt.FRAMES.read(in) instanceof ToAttempt.Call) {
                calls.release();
            }
        } catch (IOException e) {
            // the worker is gone, or does not wait any more
        }
        if (over.getCount() > 0) {
            orphaned.run();
        }
    }

    private void beat() {
        try {
            do {
                var by = due;
                if (by != null) {
                    sendDue(by);
                }
            } while (!over.await(BEAT_MS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void send(FromAttempt message) throws IOException {
        if (over.getCount() > 0 || message instanceof FromAttempt.Done) {
            FromAttempt.FRAMES.write(out, message);
        }
    }
}
