package dev.muster.common.script.host;

import module java.base;
import dev.muster.common.process.FramedProcess;
import dev.muster.common.process.FramedProcess.Event;
import dev.muster.common.process.Frames;
import dev.muster.common.script.host.ScriptHost.HostedCall.End;
import dev.muster.common.script.host.ScriptHost.Room;
import dev.muster.common.script.wire.FromHost;
import dev.muster.common.script.wire.FromHost.Ask;
import dev.muster.common.script.wire.ToHost;
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
    private final Room room;
    private final Room shortly = new Room(1);
    private final Room longer = new Room(1);
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
        this.room = new Room(most);
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
            return told(tried(call, limit, by), limit);
        } catch (IOException e) {
            return new HostOutcome.Broken("the script host can't be started: " + e.getMessage());
        }
    }

    private End tried(HostCall call, Duration limit, Deadline by) throws IOException, InterruptedException {
        var first = shared(call, limit, by);
        var end = first instanceof End.Lost(var code) && code != FramedProcess.OUT_OF_MEMORY ? shared(call, limit, by)
                : first;
        return end instanceof End.Lost ? alone(call, limit, by) : end;
    }

    private HostOutcome told(End end, Duration limit) {
        return switch (end) {
            case End.Came(var outcome) -> outcome;
            case End.Late(var ran, var own) -> own ? new HostOutcome.OverTime(limit)
                    : new HostOutcome.OutOfTime(ran, limit);
            case End.Lost(var exitCode) when exitCode == FramedProcess.OUT_OF_MEMORY ->
                new HostOutcome.OverMemory(settings.memoryMiB());
            case End.Lost(var exitCode) ->
                new HostOutcome.Broken("the script host ended again, with exit code " + exitCode);
        };
    }

    private End shared(HostCall call, Duration limit, Deadline by) throws IOException, InterruptedException {
        room.enter(by);
        try {
            var host = started(this::host, by);
            return by.passed() ? notRun() : new HostedCall(call, host, settings, room, limit, by).carryOut();
        } finally {
            room.leave();
        }
    }

    private static End notRun() {
        return new End.Late(Duration.ZERO, false);
    }

    private End alone(HostCall call, Duration limit, Deadline by) throws IOException, InterruptedException {
        if (limit.compareTo(SHORT) <= 0) {
            return alone(call, limit, by, shortly);
        }
        var end = alone(call, SHORT, by, shortly);
        return end instanceof End.Late(var _, var own) && own ? alone(call, limit, by, longer) : end;
    }

    private End alone(HostCall call, Duration limit, Deadline by, Room turn) throws IOException, InterruptedException {
        turn.enter(by);
        try {
            return by.passed() ? notRun() : hosted(call, limit, by);
        } finally {
            turn.leave();
        }
    }

    private End hosted(HostCall call, Duration limit, Deadline by) throws IOException, InterruptedException {
        try (var host = started(() -> HostProcess.start(settings), by)) {
            return new HostedCall(call, host, settings, new Room(1), limit, by).carryOut();
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
            if (host == null || host.isGone()) {
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

    /** Slots for concurrent calls, first come, first served. Waiting for one does not count as time of the call. */
    static final class Room {

        private final Semaphore places;

        Room(int most) {
            this.places = new Semaphore(most, true);
        }

        /** @param by the caller's deadline, extended by the time waited */
        void enter(Deadline by) throws InterruptedException {
            long before = System.nanoTime();
            places.acquire();
            by.extend(Duration.ofNanos(System.nanoTime() - before));
        }

        void leave() {
            places.release();
        }

        /** Takes a slot again, for a caller that will leave in any case. */
        void comeBack(Deadline by) {
            long before = System.nanoTime();
            places.acquireUninterruptibly();
            by.extend(Duration.ofNanos(System.nanoTime() - before));
        }
    }

    /** One call in one host process: answers its questions, and stops it when its time is over. */
    static final class HostedCall {

        private final HostCall call;
        private final HostProcess host;
        private final HostSettings settings;
        private final Room room;
        private final Deadline by;
        private final long limit;
        private long left;

        /**
         * @param room holds the call's slot; the slot is released while the script waits for its owner
         * @param limit maximum time that the script itself runs
         */
        HostedCall(HostCall call, HostProcess host, HostSettings settings, Room room, Duration limit, Deadline by) {
            this.call = call;
            this.host = host;
            this.settings = settings;
            this.room = room;
            this.by = by;
            this.limit = limit.toNanos();
            this.left = this.limit;
        }

        /** How a call ends in a host. */
        sealed interface End {

            record Came(HostOutcome outcome) implements End {}

            /** Its time ran out: the script's own, or its caller's. */
            record Late(Duration ran, boolean own) implements End {}

            /** The host ended, but not because of this call's timeout. */
            record Lost(int exitCode) implements End {}
        }

        End carryOut() throws InterruptedException {
            try (var line = host.open()) {
                line.say(new ToHost.Begin(line.id, call.task()));
                try {
                    return listen(line);
                } catch (InterruptedException e) {
                    line.say(new ToHost.Cancel(line.id));
                    throw e;
                }
            } catch (Frames.TooLarge e) {
                return new End.Came(new HostOutcome.Threw("its input is too large: " + e.getMessage(), "", ""));
            }
        }

        private End listen(HostProcess.Line line) throws InterruptedException, Frames.TooLarge {
            while (true) {
                long before = System.nanoTime();
                var event = line.hear(Math.min(left, by.left().toNanos()));
                left -= System.nanoTime() - before;
                switch (event) {
                    case null -> {
                        return stop(line);
                    }
                    case Event.Gone<FromHost>(var exitCode) -> {
                        return new End.Lost(exitCode);
                    }
                    case Event.Said<FromHost>(Ask ask) -> tell(line, told(line, ask));
                    case Event.Said<FromHost>(FromHost.Done(var _, var json, var printed)) -> {
                        return new End.Came(new HostOutcome.Answered(json, printed));
                    }
                    case Event.Said<FromHost>(FromHost.Failed(var _, var error, var place, var printed)) -> {
                        return new End.Came(new HostOutcome.Threw(error, place, printed));
                    }
                    case Event.Said<FromHost>(FromHost.Ready _) -> {
                    }
                }
            }
        }

        private static void tell(HostProcess.Line line, ToHost answer) throws Frames.TooLarge {
            try {
                line.say(answer);
            } catch (Frames.TooLarge e) {
                line.say(new ToHost.Told(line.id, false, "the answer is too large: " + e.getMessage()));
            }
        }

        /** Stops the call; kills the host if the script does not stop. */
        private End stop(HostProcess.Line line) throws InterruptedException, Frames.TooLarge {
            line.say(new ToHost.Cancel(line.id));
            var event = line.hear(settings.stopWithin().toNanos());
            while (event instanceof Event.Said<FromHost>(Ask _)) {
                event = line.hear(settings.stopWithin().toNanos());
            }
            if (event == null) {
                host.kill();
            }
            return event instanceof Event.Gone<FromHost>(var exitCode) && exitCode == FramedProcess.OUT_OF_MEMORY
                    ? new End.Lost(exitCode) : new End.Late(Duration.ofNanos(limit - left), left <= 0);
        }

        private ToHost told(HostProcess.Line line, Ask ask) throws InterruptedException {
            if (Ask.SOURCE.equals(ask.what())) {
                return call.sources().text(ask.text()).map(text -> new ToHost.Told(line.id, true, text))
                        .orElseGet(() -> new ToHost.Told(line.id, false, "file not found"));
            }
            room.leave();
            try {
                return switch (call.questions().answer(ask.what(), ask.text())) {
                    case Questions.Answer.Given(var json) -> new ToHost.Told(line.id, true, json);
                    case Questions.Answer.Refused(var why) -> new ToHost.Told(line.id, false, why);
                };
            } finally {
                room.comeBack(by);
            }
        }
    }
}
