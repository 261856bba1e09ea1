package dev.muster.common.process;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * A process that answers lines on standard input with lines on standard output. Closing it ends the whole process tree.
 */
public final class LineProcess implements AutoCloseable {

    private static final int STDERR_KEPT = 64 << 10;
    private static final int WAITING = 16;
    private static final int CHUNK = 1 << 16;
    /** From the end of its input to its exit. */
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final Duration LAST_OUTPUT = Duration.ofMillis(500);

    private final Child child;
    private final Drain errors;
    private final Thread reader;
    private final int longest;
    private final AtomicBoolean killed = new AtomicBoolean();
    /** What arrived in a chunk. Bounded: a program that writes more than is read waits, as at any pipe. */
    private final BlockingQueue<List<ProcessOutput>> arrived = new LinkedBlockingQueue<>(WAITING);
    /** Taken from the queue and not read yet: one handover for each line would take seconds on a busy machine. */
    private final Deque<ProcessOutput> taken = new ArrayDeque<>();
    /** Bytes of the lines in both: as many as one line and a chunk may have. */
    private final Semaphore room;

    private LineProcess(Child child, int longest) {
        this.child = child;
        this.longest = longest;
        this.reader = Thread.ofPlatform().daemon().name("agent output").unstarted(this::read);
        this.room = new Semaphore(longest + CHUNK);
        this.errors = Drain.last(child.process().getErrorStream(), STDERR_KEPT);
    }

    /**
     * Starts a process.
     *
     * @param command its {@code mostOutput} bounds a line
     * @throws IOException when there is no such program
     */
    public static LineProcess start(Command command) throws IOException {
        var process = new LineProcess(Child.start(command, "agent input"), command.mostOutput());
        process.reader.start();
        // what it started and left may hold its output open
        var _ = process.child.process().onExit().thenRunAsync(process::killRest,
                CompletableFuture.delayedExecutor(LAST_OUTPUT.toMillis(), TimeUnit.MILLISECONDS));
        return process;
    }

    public void send(String line) {
        child.send(List.of((line + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    /** Closes the input of the process. */
    public void closeInput() {
        child.closeInput();
    }

    /** Waits for its next output; empty when there was none in time. */
    public Optional<ProcessOutput> next(Duration atMost) throws InterruptedException {
        if (taken.isEmpty()) {
            var chunk = arrived.poll(atMost.toNanos(), TimeUnit.NANOSECONDS);
            taken.addAll(chunk == null ? List.of() : chunk);
        }
        var next = taken.poll();
        if (next instanceof ProcessOutput.Line line) {
            room.release(line.bytes());
        }
        return Optional.ofNullable(next);
    }

    /** Returns the last 64 KiB of its standard error: so far, or all when it has ended. */
    public String errors() throws InterruptedException {
        if (killed.get() || !child.process().isAlive()) {
            errors.awaitEnd(LAST_OUTPUT);
        }
        return errors.text();
    }

    /** Returns the last line of its standard error. */
    public String lastWords() throws InterruptedException {
        return ExitReason.of(errors());
    }

    /** Closes its input, waits shortly, then kills what is left: when this returns, nothing of it runs. */
    @Override
    public void close() {
        closeInput();
        try {
            child.process().waitFor(GRACE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            kill();
        }
    }

    /** Kills it and all that it started. */
    public void kill() {
        closeInput();
        killRest();
        reader.interrupt(); // it may wait for room
    }

    private void killRest() {
        if (killed.compareAndSet(false, true)) {
            child.kill();
        }
    }

    private void read() {
        try (var out = child.process().getInputStream()) {
            var chunk = new byte[CHUNK];
            var line = new ByteArrayOutputStream();
            for (int length = out.read(chunk); length >= 0; length = out.read(chunk)) {
                var lines = split(chunk, length, line);
                put(lines);
                if (!lines.isEmpty() && lines.getLast() instanceof ProcessOutput.TooMuch) {
                    killRest();
                    return;
                }
            }
            put(line.size() == 0 ? List.of() : List.of(line(line)));
            put(List.of(new ProcessOutput.End(exitCode())));
        } catch (IOException e) {
            // it was killed, and no caller waits for its output
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Returns the lines that end in a chunk; the last is {@link ProcessOutput.TooMuch} when one is longer than it may
     * be.
     *
     * @param line the beginning of the line that the chunk continues; then that of the line that it leaves open
     */
    private List<ProcessOutput> split(byte[] chunk, int length, ByteArrayOutputStream line) {
        var lines = new ArrayList<ProcessOutput>();
        int begin = 0;
        for (int at = 0; at <= length; at++) {
            boolean ends = at < length && chunk[at] == '\n';
            if (ends || at == length) {
                if (line.size() + at - begin > longest) {
                    lines.add(new ProcessOutput.TooMuch());
                    return lines;
                }
                line.write(chunk, begin, at - begin);
                begin = at + 1;
            }
            if (ends) {
                lines.add(line(line));
                line.reset();
            }
        }
        return lines;
    }

    private static ProcessOutput line(ByteArrayOutputStream line) {
        return new ProcessOutput.Line(line.toString(StandardCharsets.UTF_8), line.size());
    }

    private void put(List<ProcessOutput> lines) throws InterruptedException {
        if (!lines.isEmpty()) {
            room.acquire(
                    lines.stream().mapToInt(each -> each instanceof ProcessOutput.Line line ? line.bytes() : 0).sum());
            arrived.put(lines);
        }
    }

    private @Nullable Integer exitCode() throws InterruptedException {
        if (child.process().waitFor(GRACE)) {
            return child.process().exitValue();
        }
        killRest();
        return null;
    }
}
