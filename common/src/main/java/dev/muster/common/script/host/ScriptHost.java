package dev.muster.common.script.host;

import module java.base;
import dev.muster.common.process.FramedProcess;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts in a separate process, started at the first call. A script that crashes the process fails; the others in
 * it are run once more. If memory ran out, the culprit is unknown: then each is run alone, for a short time first, so
 * that looping scripts do not delay the others.
 */
public final class ScriptHost implements AutoCloseable {

    /** The time limit of a call's first try alone. */
    private static final Duration SHORT = Duration.ofSeconds(5);
    private static final Duration NEVER = Duration.ofDays(365);

    private final HostSettings settings;
    private final CallSlots slots;
    private final CallSlots shortly = new CallSlots(1);
    private final CallSlots longer = new CallSlots(1);
    private final ReentrantLock starting = new ReentrantLock();
    private final AtomicLong starts = new AtomicLong();
    private @Nullable HostProcess current;
    private boolean closed;

    public ScriptHost(HostSettings settings) {
        this(settings, Math.max(4, 2 * Runtime.getRuntime().availableProcessors()));
    }

    /** @param most maximum number of concurrent scripts, not counting those that wait for an agent */
    public ScriptHost(HostSettings settings, int most) {
        this.settings = settings;
        this.slots = new CallSlots(most);
    }

    public HostOutcome call(HostCall call, Duration limit) throws InterruptedException {
        return call(call, limit, Deadline.in(NEVER, Ticker.system()));
    }

    /**
     * Calls a script on the calling thread; waiting for a slot and for a host counts neither as its time nor as its
     * caller's.
     *
     * @param limit maximum time that the script itself runs, for each try
     * @param by the deadline for all tries
     * @throws InterruptedException when the calling thread was interrupted; the script is stopped then
     */
    public HostOutcome call(HostCall call, Duration limit, Deadline by) throws InterruptedException {
        try {
            var outcome = retried(call, limit, by);
            return outcome instanceof HostOutcome.Lost(var exitCode) && exitCode == FramedProcess.OUT_OF_MEMORY
                    ? new HostOutcome.OverMemory(settings.memoryMiB()) : outcome;
        } catch (IOException e) {
            return new HostOutcome.Broken("the script host can't be started: " + e.getMessage());
        }
    }

    private HostOutcome retried(HostCall call, Duration limit, Deadline by) throws IOException, InterruptedException {
        var first = shared(call, limit, by);
        var outcome = first instanceof HostOutcome.Lost(var code) && code != FramedProcess.OUT_OF_MEMORY
                ? shared(call, limit, by) : first;
        return outcome instanceof HostOutcome.Lost ? alone(call, limit, by) : outcome;
    }

    private HostOutcome shared(HostCall call, Duration limit, Deadline by) throws IOException, InterruptedException {
        slots.take(by);
        try {
            var host = started(this::host, by);
            return by.passed() ? notRun(limit) : new HostedCall(call, host, settings, slots, limit, by).run();
        } finally {
            slots.release();
        }
    }

    private static HostOutcome notRun(Duration limit) {
        return new HostOutcome.OutOfTime(Duration.ZERO, limit);
    }

    private HostOutcome alone(HostCall call, Duration limit, Deadline by) throws IOException, InterruptedException {
        if (limit.compareTo(SHORT) <= 0) {
            return alone(call, limit, by, shortly);
        }
        var outcome = alone(call, SHORT, by, shortly);
        return switch (outcome) {
            case HostOutcome.OverTime _ -> alone(call, limit, by, longer);
            case HostOutcome.OutOfTime(var ran, var _) -> new HostOutcome.OutOfTime(ran, limit);
            default -> outcome;
        };
    }

    private HostOutcome alone(HostCall call, Duration limit, Deadline by, CallSlots turn)
            throws IOException, InterruptedException {
        turn.take(by);
        try {
            return by.passed() ? notRun(limit) : hosted(call, limit, by);
        } finally {
            turn.release();
        }
    }

    private HostOutcome hosted(HostCall call, Duration limit, Deadline by) throws IOException, InterruptedException {
        try (var host = started(() -> HostProcess.start(settings), by)) {
            return new HostedCall(call, host, settings, new CallSlots(1), limit, by).run();
        }
    }

    private interface Start {
        HostProcess start() throws IOException, InterruptedException;
    }

    /** Waits for a host; a missing host is not the script's fault. */
    private static HostProcess started(Start start, Deadline by) throws IOException, InterruptedException {
        long before = System.nanoTime();
        try {
            return start.start();
        } finally {
            by.extend(Duration.ofNanos(System.nanoTime() - before));
        }
    }

    private HostProcess host() throws IOException, InterruptedException {
        starting.lockInterruptibly();
        try {
            var host = current;
            if (closed) {
                throw new IOException("it was closed");
            }
            if (host == null || host.hasEnded()) {
                host = HostProcess.start(settings);
                starts.incrementAndGet();
                current = host;
            }
            return host;
        } finally {
            starting.unlock();
        }
    }

    /** Returns how often the shared process had to be restarted. */
    public long restarts() {
        return Math.max(0, starts.get() - 1);
    }

    /** Returns the process of this host, for tests that kill it. */
    @Nullable
    HostProcess process() {
        return current;
    }

    @Override
    public void close() {
        starting.lock();
        try {
            closed = true;
            if (current != null) {
                current.close();
            }
        } finally {
            starting.unlock();
        }
    }
}
