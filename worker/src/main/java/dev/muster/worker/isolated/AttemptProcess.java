package dev.muster.worker.isolated;

import module java.base;
import dev.muster.common.message.InboxMessage.CaseOrder;
import org.jspecify.annotations.Nullable;

/** The process of an isolated attempt, seen from its worker. Closing it ends it and all that it started. */
final class AttemptProcess implements AutoCloseable {

    /** From its last message to its exit. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final Process process;
    private final DataOutputStream out;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private volatile boolean done;

    private AttemptProcess(Process process) {
        this.process = process;
        this.out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream(), 1 << 16));
    }

    /** What the worker receives from it. */
    sealed interface Event {

        /** It sent a message. */
        record Said(AttemptMessage what) implements Event {}

        /** It ended. */
        record Gone(int exitCode) implements Event {}
    }

    /** Sends a process its order, and listens to it. */
    static AttemptProcess of(Process process, CaseOrder order) {
        var child = new AttemptProcess(process);
        // pipes block, and would pin the carrier of a virtual thread
        Thread.ofPlatform().daemon().name("alone " + order.testCase().identity().id()).start(() -> child.talk(order));
        return child;
    }

    /** Returns the next event; null when none came in this time. */
    @Nullable
    Event hear(Duration atMost) throws InterruptedException {
        return events.poll(Math.max(0, atMost.toNanos()), TimeUnit.NANOSECONDS);
    }

    /** Lets the call that it asked for begin. If it has ended meanwhile, another event says so. */
    void letCall() {
        try {
            out.writeByte(1);
            out.flush();
        } catch (IOException e) {
            return;
        }
    }

    /** Kills it, unless it is done and ends by itself. */
    @Override
    public void close() {
        if (done) {
            var _ = process.onExit().completeOnTimeout(process, GRACE.toMillis(), TimeUnit.MILLISECONDS)
                    .thenRun(this::kill);
        } else {
            kill();
        }
    }

    private void kill() {
        var started = process.descendants().toList();
        process.destroyForcibly();
        started.forEach(ProcessHandle::destroyForcibly);
    }

    private void talk(CaseOrder order) {
        try (var in = new DataInputStream(new BufferedInputStream(process.getInputStream(), 1 << 16))) {
            AttemptFrames.write(out, order);
            while (!done) {
                var said = AttemptFrames.read(in);
                done = said instanceof AttemptMessage.Done;
                events.add(new Event.Said(said));
            }
        } catch (IOException e) {
            // it ended, or sends nonsense, which is as bad
            events.add(new Event.Gone(exitCode()));
        }
    }

    private int exitCode() {
        try {
            if (!process.waitFor(GRACE)) {
                kill();
            }
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }
}
