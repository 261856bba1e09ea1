package dev.muster.common.script.host;

import module java.base;
import dev.muster.common.process.FramedProcess;
import dev.muster.common.process.Frames;
import dev.muster.common.process.ProcessEvent;
import dev.muster.common.script.engine.NativeCodeCleanup;
import dev.muster.common.script.wire.FromHost;
import dev.muster.common.script.wire.ToHost;
import org.jspecify.annotations.Nullable;

/** One process of a script host, and the calls in it. */
final class HostProcess implements AutoCloseable {

    private final FramedProcess<ToHost, FromHost> process;
    private final Path own;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, HostConnection> calls = new ConcurrentHashMap<>();
    private volatile ProcessEvent.@Nullable Ended<FromHost> end;

    private HostProcess(HostSettings settings, Path own) throws IOException {
        this.own = own;
        this.process = new FramedProcess<>("script host", HostCommand.of(settings, own).start(), ToHost.FRAMES,
                FromHost.FRAMES);
    }

    static HostProcess start(HostSettings settings) throws IOException, InterruptedException {
        var host = new HostProcess(settings, Files.createTempDirectory("muster-scripts-"));
        try (var first = host.open()) {
            host.process.listen(host::receive);
            awaitReady(first, settings.startWithin());
            return host;
        } catch (IOException | InterruptedException e) {
            host.kill();
            throw e;
        }
    }

    private static void awaitReady(HostConnection first, Duration atMost) throws IOException, InterruptedException {
        switch (first.next(atMost.toNanos())) {
            case ProcessEvent.Received<FromHost> _ -> {
            }
            case ProcessEvent.Ended<FromHost>(var exitCode) ->
                throw new IOException("the script host ended with exit code " + exitCode + " before it was ready");
            case null -> throw new IOException("the script host was not ready within " + atMost.toSeconds() + " s");
        }
    }

    boolean hasEnded() {
        return end != null;
    }

    /** Opens the connection of a new call; the first one has the id of {@link FromHost.Ready}. */
    HostConnection open() {
        var connection = new HostConnection(ids.getAndIncrement(), this);
        calls.put(connection.id, connection);
        var already = end;
        if (already != null) {
            connection.receive(already);
        }
        return connection;
    }

    void close(HostConnection connection) {
        calls.remove(connection.id);
    }

    void send(ToHost message) throws Frames.TooLarge {
        process.send(message);
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

    private boolean receive(ProcessEvent<FromHost> event) throws IOException {
        switch (event) {
            case ProcessEvent.Received<FromHost> message -> {
                var connection = calls.get(message.message().id());
                if (connection != null) {
                    connection.receive(message);
                }
            }
            case ProcessEvent.Ended<FromHost> ended -> {
                end = ended;
                calls.values().forEach(connection -> connection.receive(ended));
                NativeCodeCleanup.remove(own);
            }
        }
        return true;
    }
}
