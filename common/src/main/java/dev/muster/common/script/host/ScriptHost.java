package dev.muster.common.script.host;

import dev.muster.common.script.host.HostedCall.End;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts in a process of their own, started at the first call. A script that takes the process down is told so;
 * the others that were in it are run once more. Which of them took all the memory nobody knows: then each is run alone.
 */
public final class ScriptHost implements AutoCloseable {

    private final HostSettings settings;
    private final Semaphore room;
    private final ReentrantLock starting = new ReentrantLock();
    private final ReentrantLock alone = new ReentrantLock();
    private @Nullable HostProcess current;
    private boolean closed;

    public ScriptHost(HostSettings settings) {
        this(settings, Math.max(4, 2 * Runtime.getRuntime().availableProcessors()));
    }

    /** @param most scripts that run at once; those that wait for an agent do not count */
    public ScriptHost(HostSettings settings, int most) {
        this.settings = settings;
        this.room = new Semaphore(most);
    }

    /**
     * Calls a script on the calling thread; waiting for room is not in its time.
     *
     * @param limit of the time that the script itself runs
     * @throws InterruptedException when the calling thread was interrupted; the script is stopped then
     */
    public HostOutcome call(HostCall call, Duration limit) throws InterruptedException {
        try {
            return told(shared(call, limit), call, limit);
        } catch (IOException e) {
            return new HostOutcome.Broken("the script host can't be started: " + e.getMessage());
        }
    }

    private HostOutcome told(End end, HostCall call, Duration limit) throws IOException, InterruptedException {
        return switch (end) {
            case End.Came(var outcome) -> outcome;
            case End.Late() -> new HostOutcome.OverTime(limit);
            case End.Lost(var exitCode) when exitCode == HostProcess.OUT_OF_MEMORY -> last(alone(call, limit), limit);
            case End.Lost(var _) -> last(shared(call, limit), limit);
        };
    }

    private HostOutcome last(End end, Duration limit) {
        return switch (end) {
            case End.Came(var outcome) -> outcome;
            case End.Late() -> new HostOutcome.OverTime(limit);
            case End.Lost(var exitCode) when exitCode == HostProcess.OUT_OF_MEMORY ->
                new HostOutcome.OverMemory(settings.memoryMiB());
            case End.Lost(var exitCode) ->
                new HostOutcome.Broken("the script host ended twice, with exit code " + exitCode);
        };
    }

    private End shared(HostCall call, Duration limit) throws IOException, InterruptedException {
        room.acquire();
        try {
            return new HostedCall(call, host(), settings, room, limit).carryOut();
        } finally {
            room.release();
        }
    }

    private End alone(HostCall call, Duration limit) throws IOException, InterruptedException {
        alone.lockInterruptibly();
        try (var host = HostProcess.start(settings)) {
            return new HostedCall(call, host, settings, new Semaphore(0), limit).carryOut();
        } finally {
            alone.unlock();
        }
    }

    private HostProcess host() throws IOException, InterruptedException {
        starting.lockInterruptibly();
        try {
            var host = current;
            if (closed) {
                throw new IOException("it was closed");
            }
            if (host == null || host.isGone()) {
                host = HostProcess.start(settings);
                current = host;
            }
            return host;
        } finally {
            starting.unlock();
        }
    }

    /** The process of this host; for tests that kill it. */
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
