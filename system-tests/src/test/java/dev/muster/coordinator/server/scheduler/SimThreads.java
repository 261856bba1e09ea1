package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.time.Threads;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one simulated process: the product's own blocking code, on virtual threads that take turns on the
 * simulation's one thread. A waiting thread is suspended and continues as an event of its process, so it stands still
 * while the process is frozen, and for good once it died. Each turn comes after a moment that the seed decides: threads
 * overtake each other like real ones.
 */
final class SimThreads implements Threads {

    private static final Constructor<?> BUILDER = builder();
    private static final long LONGEST_TURN = 200_000;

    private final SimProcess process;
    private final Thread.Builder.OfVirtual builder;
    private final List<Waiter> waiters = new ArrayList<>();

    /** A thread that continues once a condition holds, or its time is over. */
    private static final class Waiter {

        private final Thread thread;
        private final BooleanSupplier ready;
        private boolean woken;

        Waiter(Thread thread, BooleanSupplier ready) {
            this.thread = thread;
            this.ready = ready;
        }
    }

    SimThreads(SimProcess process, SplittableRandom random) {
        this.process = process;
        this.builder = onOneThread(turn -> process.after(random.nextLong(1, LONGEST_TURN), turn));
    }

    @Override
    public Thread daemon(String name, Runnable body) {
        return builder.name(name).unstarted(body);
    }

    @Override
    public Thread virtual(String name, Runnable body) {
        return daemon(name, body);
    }

    @Override
    public boolean await(CountDownLatch latch, Duration atMost) throws InterruptedException {
        return until(() -> latch.getCount() == 0, atMost);
    }

    @Override
    public <T> @Nullable T poll(BlockingQueue<T> queue, Duration atMost) throws InterruptedException {
        until(() -> !queue.isEmpty(), atMost);
        return queue.poll();
    }

    @Override
    public boolean acquire(Semaphore permits, Duration atMost) throws InterruptedException {
        until(() -> permits.availablePermits() > 0, atMost);
        return permits.tryAcquire();
    }

    @Override
    public void pause(Duration length) throws InterruptedException {
        until(() -> false, length);
    }

    /** Suspends the calling thread. */
    boolean until(BooleanSupplier ready, Duration atMost) throws InterruptedException {
        long end = process.time().nanos() + atMost.toNanos();
        if (!ready.getAsBoolean() && atMost.isPositive()) {
            var waiter = new Waiter(Thread.currentThread(), ready);
            waiters.add(waiter);
            process.after(atMost.toNanos(), () -> wake(waiter));
            while (!ready.getAsBoolean() && process.time().nanos() < end && !Thread.currentThread().isInterrupted()) {
                LockSupport.park();
            }
            waiter.woken = true;
            waiters.remove(waiter);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException("the simulated thread was interrupted");
        }
        return ready.getAsBoolean();
    }

    /** Wakes waiting threads after something happened in the process. */
    void look() {
        for (int n = 0; n < waiters.size(); n++) {
            var waiter = waiters.get(n);
            if (!waiter.woken && waiter.ready.getAsBoolean()) {
                wake(waiter);
            }
        }
    }

    private static void wake(Waiter waiter) {
        if (!waiter.woken) {
            LockSupport.unpark(waiter.thread);
        }
    }

    /** The JDK lets only its own tests choose a virtual thread's scheduler. */
    private static Thread.Builder.OfVirtual onOneThread(Executor scheduler) {
        try {
            return (Thread.Builder.OfVirtual) BUILDER.newInstance(scheduler);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Constructor<?> builder() {
        try {
            var constructor = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
                    .getDeclaredConstructor(Executor.class);
            constructor.setAccessible(true);
            return constructor;
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new IllegalStateException(
                    "the simulation needs a JVM with --add-opens java.base/java.lang=ALL-UNNAMED", e);
        }
    }
}
