package dev.muster.worker;

import module java.base;
import dev.muster.common.block.ReportedResult;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.RecordTooLarge;
import dev.muster.common.channel.Topic;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.Codec;
import dev.muster.common.message.ReportBatch;
import dev.muster.common.result.CaseResult;
import dev.muster.common.time.Threads;
import org.jspecify.annotations.Nullable;

/**
 * Sends the reports of an incarnation, several in a record where a record costs something. The first report of a batch
 * waits for others, on the thread of its case, for a moment, or until none can come.
 */
final class ReportQueue {

    private static final Duration LONGEST = Duration.ofMillis(20);
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final int FULL = 256 << 10;

    private final Channel channel;
    private final String incarnation;
    private final Threads threads;
    private final IntSupplier inFlight;
    private @Nullable Batch open;
    private int waiting;

    /** Changes only under the queue's lock, and not once it leaves. */
    private static final class Batch {
        private final Thread leader = Thread.currentThread();
        private final List<AttemptFinished> reports = new ArrayList<>();
        private final CountDownLatch leaves = new CountDownLatch(1);
        private final CountDownLatch over = new CountDownLatch(1);
        private long bytes;
        private volatile @Nullable ExecutionException failure;
    }

    /** @param inFlight returns how many cases this incarnation holds, those whose report waits here among them */
    ReportQueue(Channel channel, String incarnation, Threads threads, IntSupplier inFlight) {
        this.channel = channel;
        this.incarnation = incarnation;
        this.threads = threads;
        this.inFlight = inFlight;
    }

    /** Returns a result as it is sent: written already, so that this takes the time of no other report. */
    ReportedResult prepared(CaseResult result) {
        var reported = ReportedResult.of(result);
        return channel.paysPerRecord() ? reported.encoded() : reported;
    }

    /**
     * Sends a report, and waits until it is acknowledged.
     *
     * @param atOnce whether it must not wait for others
     * @return false when it is too large for a message
     */
    boolean sent(AttemptFinished report, boolean atOnce) throws ExecutionException, InterruptedException {
        if (!channel.paysPerRecord()) {
            return sent(List.of(report));
        }
        var batch = join(report, atOnce);
        try {
            if (batch.leader.equals(Thread.currentThread())) {
                lead(batch);
            }
            while (!threads.await(batch.over, LOOK)) {
                // its leader ends it, whatever happens
            }
        } finally {
            left();
        }
        var failure = batch.failure;
        if (failure == null) {
            return true;
        } else if (failure.getCause() instanceof RecordTooLarge) {
            return batch.reports.size() > 1 && sent(List.of(report));
        }
        throw failure;
    }

    private synchronized Batch join(AttemptFinished report, boolean atOnce) {
        waiting++;
        var batch = open == null ? new Batch() : open;
        batch.reports.add(report);
        batch.bytes += report.result().frame().bytes().length;
        boolean leaves = atOnce || batch.bytes >= FULL || waiting >= inFlight.getAsInt();
        open = leaves ? null : batch;
        if (leaves) {
            batch.leaves.countDown();
        }
        return batch;
    }

    private synchronized void left() {
        waiting--;
    }

    private void lead(Batch batch) throws InterruptedException {
        try {
            threads.await(batch.leaves, LONGEST);
            close(batch);
            append(batch.reports).get();
        } catch (ExecutionException e) {
            batch.failure = e;
        } catch (InterruptedException | RuntimeException | Error e) {
            batch.failure = new ExecutionException(e);
            throw e;
        } finally {
            close(batch);
            batch.over.countDown();
        }
    }

    private synchronized void close(Batch batch) {
        open = open == batch ? null : open;
    }

    private boolean sent(List<AttemptFinished> reports) throws ExecutionException, InterruptedException {
        try {
            append(reports).get();
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RecordTooLarge) {
                return false;
            }
            throw e;
        }
    }

    /** All of them go into one partition: what is in one record has one place. */
    private CompletableFuture<Long> append(List<AttemptFinished> reports) {
        return channel.append(Topic.RESULTS, Topic.RESULTS.partitionOf(incarnation), incarnation,
                Codec.REPORTS.seal(ReportBatch.of(reports)));
    }
}
