package dev.muster.common.script.host;

import module java.base;
import dev.muster.common.script.engine.NativeCodeCleanup;
import dev.muster.common.script.wire.Frames;
import dev.muster.common.script.wire.FromHost;
import dev.muster.common.script.wire.ToHost;
import org.jspecify.annotations.Nullable;

/**
 * One process of a script host. Separate threads read and write its pipes: both may block, and would pin the carrier of a
 * virtual thread.
 */
final class HostProcess implements AutoCloseable {

    /** The exit code of a JVM that is out of memory. */
    static final int OUT_OF_MEMORY = 3;

    private static final Duration GRACE = Duration.ofSeconds(2);

    private final Process process;
    private final Path own;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, BlockingQueue<Event>> calls = new ConcurrentHashMap<>();
    private final BlockingQueue<ToHost> outgoing = new LinkedBlockingQueue<>();
    private final BlockingQueue<Event> ready = new LinkedBlockingQueue<>();
    private volatile @Nullable Event gone;

    private HostProcess(Process process, Path own) {
        this.process = process;
        this.own = own;
    }

    /** An event of a call. */
    sealed interface Event {

        /** The host sent a message. */
        record Said(FromHost what) implements Event {}

        /** The host ended. */
        record Gone(int exitCode) implements Event {}
    }

    /** Starts a host and waits until it accepts calls. */
    static HostProcess start(HostSettings settings) throws IOException, InterruptedException {
        var own = Files.createTempDirectory("muster-scripts-");
        var host = new HostProcess(HostCommand.of(settings, own).start(), own);
        Thread.ofPlatform().daemon().name("script host, reading").start(host::read);
        Thread.ofPlatform().daemon().name("script host, writing").start(host::write);
        try {
            host.awaitReady(settings.startWithin());
            return host;
        } catch (IOException | InterruptedException e) {
            host.kill();
            throw e;
        }
    }

    private void awaitReady(Duration atMost) throws IOException, InterruptedException {
        switch (ready.poll(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
            case Event.Said _ -> {
            }
            case Event.Gone(var exitCode) ->
                throw new IOException("the script host ended with exit code " + exitCode + " before it was ready");
            case null -> throw new IOException("the script host was not ready within " + atMost.toSeconds() + " s");
        }
    }

    boolean isGone() {
        return gone != null;
    }

    /** Opens the connection of a new call. */
    Line open() {
        var line = new Line(ids.incrementAndGet(), new LinkedBlockingQueue<>());
        calls.put(line.id(), line.events());
        var already = gone;
        if (already != null) {
            line.events().add(already);
        }
        return line;
    }

    /** One call's connection to the host. */
    final class Line implements AutoCloseable {

        private final int id;
        private final BlockingQueue<Event> events;

        private Line(int id, BlockingQueue<Event> events) {
            this.id = id;
            this.events = events;
        }

        int id() {
            return id;
        }

        private BlockingQueue<Event> events() {
            return events;
        }

        void say(ToHost what) {
            outgoing.add(what);
        }

        /** Returns the next event; null when none arrives in this time. */
        @Nullable
        Event hear(long nanos) throws InterruptedException {
            return events.poll(nanos, TimeUnit.NANOSECONDS);
        }

        @Override
        public void close() {
            calls.remove(id);
        }
    }

    void kill() {
        process.destroyForcibly();
    }

    /** Whether a call is in progress, for tests. */
    boolean isBusy() {
        return !calls.isEmpty();
    }

    /** Lets the host end by itself, which it does when its input is closed. */
    @Override
    public void close() {
        outgoing.add(new ToHost.Cancel(0));
        try {
            process.getOutputStream().close();
            if (!process.waitFor(GRACE)) {
                kill();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            kill();
        } catch (IOException e) {
            kill();
        }
    }

    private void read() {
        try (var in = new DataInputStream(new BufferedInputStream(process.getInputStream(), 1 << 16))) {
            while (true) {
                hand(Frames.readFromHost(in));
            }
        } catch (IOException e) {
            // it ended, or sends garbage, which is equivalent
            end();
        }
    }

    private void hand(FromHost said) {
        var to = said instanceof FromHost.Ready ? ready : calls.get(said.id());
        if (to != null) {
            to.add(new Event.Said(said));
        }
    }

    /**
     * Ends the process. A JVM out of memory writes a message in place of frames and exits: killing it at once would hide
     * the reason.
     */
    private void end() {
        var end = new Event.Gone(exitCode());
        gone = end;
        ready.add(end);
        calls.values().forEach(events -> events.add(end));
        outgoing.add(new ToHost.Cancel(0));
        NativeCodeCleanup.remove(own);
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

    private void write() {
        try (var out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream(), 1 << 16))) {
            while (gone == null) {
                Frames.write(out, outgoing.take());
            }
        } catch (IOException e) {
            // the reader notices the same
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
