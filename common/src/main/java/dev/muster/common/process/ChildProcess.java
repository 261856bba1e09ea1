package dev.muster.common.process;

import module java.base;

/** A child process whose first line says that it is ready. Closing it ends the process. */
public final class ChildProcess implements AutoCloseable {

    private static final Duration GRACE = Duration.ofSeconds(5);

    private final Launch launch;
    private final Process process;
    private final CompletableFuture<String> firstLine = new CompletableFuture<>();

    private ChildProcess(Launch launch, Process process) {
        this.launch = launch;
        this.process = process;
    }

    /** Starts a process and discards its output after the first line. */
    public static ChildProcess start(Launch launch) throws IOException {
        return start(launch, _ -> {});
    }

    /** Starts a process; {@code lines} receives its output after the first line, on a separate thread. */
    public static ChildProcess start(Launch launch, Consumer<String> lines) throws IOException {
        var builder = new ProcessBuilder(launch.command()).redirectError(launch.errors());
        builder.environment().putAll(launch.environment());
        var child = new ChildProcess(launch, builder.start());
        // reading a pipe pins the carrier of a virtual thread: a few children would leave none for others
        Thread.ofPlatform().daemon().name(launch.main().getSimpleName() + " output").start(() -> child.read(lines));
        return child;
    }

    /** Waits for its first line of output; kills the process when the time ends before that. */
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

    /** Kills the process at once, like a crash (SIGKILL), and waits for its exit. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** Asks the process to end (SIGTERM) and waits; kills it after 5 s. */
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

    /** Asks all of them to end before waiting for the first. */
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
            // The pipe broke because the process was killed; this informs a caller that waits for the first line.
            firstLine.completeExceptionally(e);
        }
    }

    private String name() {
        return launch.main().getSimpleName();
    }
}
