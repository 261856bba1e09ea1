package dev.muster.coordinator.suite;

import dev.muster.common.model.TestCase;
import dev.muster.coordinator.suite.source.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes what is read on to a sink in batches, in order, on one other thread, so that a large suite is read on one core
 * and kept on another. A small suite, and a case that is large by itself, are passed on by the thread that reads: there
 * are never more than two batches, or one large case, between reader and sink.
 */
final class BatchingSink implements SuiteSink, AutoCloseable {

    private static final int MOST_FINDINGS = 1_000;
    private static final long MOST_BYTES = 256 << 10;
    /** A batch outgrows its bytes by its last case alone. */
    private static final long LARGE = 4 * MOST_BYTES;

    private final SuiteSink sink;
    private final BytesRead read;
    private List<Consumer<SuiteSink>> batch = new ArrayList<>();
    private long readBefore;
    private @Nullable ExecutorService thread;
    private CompletableFuture<Void> passing = CompletableFuture.allOf();

    BatchingSink(SuiteSink sink, BytesRead read) {
        this.sink = sink;
        this.read = read;
    }

    @Override
    public void accept(TestCase testCase) {
        add(to -> to.accept(testCase));
    }

    @Override
    public void fault(Fault fault) {
        add(to -> to.fault(fault));
    }

    @Override
    public void warning(Fault warning) {
        add(to -> to.warning(warning));
    }

    private void add(Consumer<SuiteSink> finding) {
        batch.add(finding);
        long bytes = read.total() - readBefore;
        if (bytes >= LARGE) {
            passHere();
        } else if (bytes >= MOST_BYTES || batch.size() >= MOST_FINDINGS) {
            passThere();
        }
    }

    private void passHere() {
        awaitPassed();
        pass(nextBatch());
    }

    private void passThere() {
        awaitPassed();
        var full = nextBatch();
        passing = CompletableFuture.runAsync(() -> pass(full), thread());
    }

    private ExecutorService thread() {
        var running = thread;
        if (running == null) {
            running = Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("suite-sink").factory());
            thread = running;
        }
        return running;
    }

    private List<Consumer<SuiteSink>> nextBatch() {
        var full = batch;
        batch = new ArrayList<>();
        readBefore = read.total();
        return full;
    }

    private void pass(List<Consumer<SuiteSink>> findings) {
        findings.forEach(finding -> finding.accept(sink));
    }

    /** What the sink threw is thrown here, once; what was to follow is forgotten. */
    private void awaitPassed() {
        try {
            passing.join();
        } catch (CompletionException e) {
            passing = CompletableFuture.allOf();
            batch.clear();
            switch (e.getCause()) {
                case RuntimeException trouble -> throw trouble;
                case Error trouble -> throw trouble;
                case null, default -> throw e;
            }
        }
    }

    /** Everything was passed on when this comes back. */
    @Override
    public void close() {
        try {
            passHere();
        } finally {
            if (thread != null) {
                thread.close();
            }
        }
    }
}
