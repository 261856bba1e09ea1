package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.suite.source.Fault;

/**
 * Passes cases to a sink in batches, in order, on a second thread, so that a large suite is read on one core and
 * spooled on another. The reading thread itself passes on a small suite, and any single large case. At most two
 * batches, or one large case, wait between reader and sink.
 */
final class BatchingSink implements SuiteSink, AutoCloseable {

    private static final int MOST_FINDINGS = 1_000;
    private static final long MOST_BYTES = 256 << 10;
    /** Size of a large case. Only the last case of a batch takes it over its limit. */
    private static final long LARGE = 4 * MOST_BYTES;

    private final SuiteSink sink;
    private final BytesRead read;
    private List<Consumer<SuiteSink>> batch = new ArrayList<>();
    private long readBefore;
    private final ExecutorService thread = Executors
            .newSingleThreadExecutor(Thread.ofPlatform().daemon().name("suite-sink").factory());
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
        passing = CompletableFuture.runAsync(() -> pass(full), thread);
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

    /** Waits for the sink. Rethrows its exception once and drops what would have followed. */
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

    /** Returns after everything has been passed on. */
    @Override
    public void close() {
        try (thread) {
            passHere();
        }
    }
}
