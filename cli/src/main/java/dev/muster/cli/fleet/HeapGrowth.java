package dev.muster.cli.fleet;

import module java.base;

/**
 * Has dead objects collected before the heap grows for them. The serial collector grows first: with thousands of calls
 * under way, each of which outlives several young collections, it takes a gigabyte for 150 MB of live objects.
 */
final class HeapGrowth {

    /** Set by the launcher where it chooses the serial collector. */
    private static final String PROPERTY = "muster.heap";

    private static final Duration TICK = Duration.ofMillis(100);
    /** So much that is dead may stay, in bytes: with less, collections would cost more than the calls. */
    static final long GARBAGE = 150L << 20;

    private final LongSupplier used;
    private final Runnable collection;
    private long limit;

    /**
     * @param used bytes of the heap with objects, dead ones included
     * @param collection collects the whole heap
     */
    HeapGrowth(LongSupplier used, Runnable collection) {
        this.used = used;
        this.collection = collection;
        this.limit = 2 * GARBAGE;
    }

    /** Watches the heap of this process until its end, if the launcher asks for it. */
    static void watch() {
        if ("collect-first".equals(System.getProperty(PROPERTY))) {
            OfProcess.THREAD.isAlive();
        }
    }

    /** Collects if there may be as much dead as alive, and more than {@link #GARBAGE}. */
    void tick() {
        if (used.getAsLong() > limit) {
            collection.run();
            long live = used.getAsLong();
            limit = live + Math.max(live, GARBAGE);
        }
    }

    /** One thread, however many workers the process has. */
    private static final class OfProcess {

        private static final Thread THREAD = Thread.ofPlatform().daemon().name("heap growth").start(OfProcess::run);

        private static void run() {
            var runtime = Runtime.getRuntime();
            var growth = new HeapGrowth(() -> runtime.totalMemory() - runtime.freeMemory(), System::gc);
            while (true) {
                LockSupport.parkNanos(TICK.toNanos());
                growth.tick();
            }
        }
    }
}
