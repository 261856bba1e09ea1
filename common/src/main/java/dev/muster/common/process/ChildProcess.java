package dev.muster.common.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** A process that this one started; its first line says that it is ready. Closing it ends it. */
public final class ChildProcess implements AutoCloseable {

    private static final Duration GRACE = Duration.ofSeconds(5);

    private final Launch launch;
    private final Process process;
    private final CompletableFuture<String> firstLine = new CompletableFuture<>();

    private ChildProcess(Launch launch, Process process) {
        this.launch = launch;
        this.process = process;
    }

    /** Starts it and lets go of what it prints after its first line. */
    public static ChildProcess start(Launch launch) throws IOException {
        return start(launch, _ -> {});
    }

    /**
     * Starts it.
     *
     * @param lines hears what it prints after its first line, on a thread of its own
     */
    public static ChildProcess start(Launch launch, Consumer<String> lines) throws IOException {
        var builder = new ProcessBuilder(launch.command()).redirectError(launch.errors());
        builder.environment().putAll(launch.environment());
        var child = new ChildProcess(launch, builder.start());
        // a read of a pipe holds on to the carrier of a virtual thread: a few children would leave none for anybody else
        Thread.ofPlatform().daemon().name(launch.main().getSimpleName() + " output").start(() -> child.read(lines));
        return child;
    }

    /**
     * Waits for the first line that it prints.
     *
     * @throws IOException when it ends, or the time does, before there is one; the process is killed then
     */
    public String firstLine(Duration atMost) throws IOException, InterruptedException {
        try {
            return firstLine.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new IOException(name() + " ended with exit code " + process.waitFor() + " before it was ready", e);
        } catch (TimeoutException e) {
            kill();
            throw new IOException(name() + " was not ready after " + atMost.toSeconds() + " s", e);
        }
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Ends it at once, as a crash would (SIGKILL), and waits until it is gone. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** Asks it to end (SIGTERM) and waits; kills it when it does not within 5 s. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(GRACE)) {
                kill();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            kill();
        }
    }

    /** Asks all of them to end before it waits for the first. */
    public static void closeAll(List<ChildProcess> all) {
        all.forEach(each -> each.process.destroy());
        all.forEach(ChildProcess::close);
    }

    private void read(Consumer<String> lines) {
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            var first = out.readLine();
            if (first == null) {
                firstLine.completeExceptionally(new IOException("no output"));
            } else {
                firstLine.complete(first);
                out.lines().forEach(lines);
            }
        } catch (IOException | UncheckedIOException e) {
            // The pipe broke because the process was killed; whoever waits for its first line learns it here.
            firstLine.completeExceptionally(e);
        }
    }

    private String name() {
        return launch.main().getSimpleName();
    }
}
