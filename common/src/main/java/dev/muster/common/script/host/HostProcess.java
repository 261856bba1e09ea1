package dev.muster.common.script.host;

import module java.base;
import dev.muster.common.process.FramedProcess;
import dev.muster.common.process.FramedProcess.Event;
import dev.muster.common.script.engine.NativeCodeCleanup;
import dev.muster.common.script.wire.FromHost;
import dev.muster.common.script.wire.ToHost;
import org.jspecify.annotations.Nullable;

/** One process of a script host, and the calls in it. */
final class HostProcess implements AutoCloseable {

    private final FramedProcess<ToHost, FromHost> process;
    private final Path own;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, Line> calls = new ConcurrentHashMap<>();
    private volatile @Nullable Event<FromHost> gone;

    private HostProcess(HostSettings settings, Path own) throws IOException {
        this.own = own;
        this.process = new FramedProcess<>(HostCommand.of(settings, own).start(), ToHost.FRAMES, FromHost.FRAMES);
    }

    static HostProcess start(HostSettings settings) throws IOException, InterruptedException {
        var host = new HostProcess(settings, Files.createTempDirectory("muster-scripts-"));
        try (var first = host.open()) {
            host.process.listen("script host", host::hear);
            awaitReady(first, settings.startWithin());
            return host;
        } catch (IOException | InterruptedException e) {
            host.kill();
            throw e;
        }
    }

    private static void awaitReady(Line first, Duration atMost) throws IOException, InterruptedException {
        switch (first.hear(atMost.toNanos())) {
            case Event.Said<FromHost> _ -> {
            }
            case Event.Gone<FromHost>(var exitCode) ->
                throw new IOException("the script host ended with exit code " + exitCode + " before it was ready");
            case null -> throw new IOException("the script host was not ready within " + atMost.toSeconds() + " s");
        }
    }

    boolean isGone() {
        return gone != null;
    }

    /** Opens the connection of a new call; the first one has the id of {@link FromHost.Ready}. */
    Line open() {
        var line = new Line(ids.getAndIncrement());
        calls.put(line.id, line);
        var already = gone;
        if (already != null) {
            line.events.add(already);
        }
        return line;
    }

    final class Line implements AutoCloseable {

        private final int id;
        private final BlockingQueue<Event<FromHost>> events = new LinkedBlockingQueue<>();

        private Line(int id) {
            this.id = id;
        }

        int id() {
            return id;
        }

        void say(ToHost what) {
            process.say(what);
        }

        /** Returns the next event; null when none arrives in this time. */
        @Nullable
        Event<FromHost> hear(long nanos) throws InterruptedException {
            return events.poll(nanos, TimeUnit.NANOSECONDS);
        }

        @Override
        public void close() {
            calls.remove(id);
        }
    }

    void kill() {
        process.kill();
    }

    /** Whether a call is in progress, for tests. */
    boolean isBusy() {
        return !calls.isEmpty();
    }

    /** Lets the host end by itself, which it does when its input is closed. */
    @Override
    public void close() {
        process.end();
    }

    private boolean hear(Event<FromHost> event) {
        switch (event) {
            case Event.Said<FromHost>(var what) -> Optional.ofNullable(calls.get(what.id()))
                    .ifPresent(line -> line.events.add(event));
            case Event.Gone<FromHost> _ -> {
                gone = event;
                calls.values().forEach(line -> line.events.add(event));
                NativeCodeCleanup.remove(own);
            }
        }
        return true;
    }
}
