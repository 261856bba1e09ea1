package dev.muster.common.command;

import module java.base;
import org.jspecify.annotations.Nullable;

/** A process that answers lines on standard input with lines on standard output. Closing it ends the whole process tree. */
public final class LineProcess implements AutoCloseable {

    private static final int STDERR_KEPT = 64 << 10;
    private static final int WAITING = 16;
    private static final int CHUNK = 1 << 16;
    /** From the end of its input to its exit. */
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final Duration LAST_OUTPUT = Duration.ofMillis(500);

    private final RunningCommand.ProcessTree tree;
    private final Drain errors;
    private final Thread reader;
    private final int longest;
    private final AtomicBoolean killed = new AtomicBoolean();
    /** What arrived in a chunk. Bounded: a program that writes more than is read waits, as at any pipe. */
    private final BlockingQueue<List<Output>> arrived = new LinkedBlockingQueue<>(WAITING);
    /** Taken from the queue and not read yet: one handover for each line would take seconds on a busy machine. */
    private final Deque<Output> taken = new ArrayDeque<>();
    /** Bytes of the lines in both: as many as one line and a chunk may have. */
    private final Semaphore room;
    private final BlockingQueue<Optional<String>> outgoing = new LinkedBlockingQueue<>();

    private LineProcess(RunningCommand.ProcessTree tree, int longest) {
        this.tree = tree;
        this.longest = longest;
        this.reader = Thread.ofPlatform().daemon().name("agent output").unstarted(this::read);
        this.room = new Semaphore(longest + CHUNK);
        this.errors = Drain.last(tree.process().getErrorStream(), STDERR_KEPT);
    }

    /** What a process does next. */
    public sealed interface Output {

        /** @param bytes how long it was */
        record Line(String text, int bytes) implements Output {}

        /** It wrote more bytes than it may; it is killed. */
        record TooMuch() implements Output {}

        /**
         * It ended.
         *
         * @param exitCode null when it closed its output, did not end, and was killed
         */
        record End(@Nullable Integer exitCode) implements Output {}
    }

    /**
     * Starts a process.
     *
     * @param command its {@code mostOutput} bounds a line
     * @throws IOException when there is no such program
     */
    public static LineProcess start(Command command) throws IOException {
        var process = new LineProcess(RunningCommand.ProcessTree.start(command), command.mostOutput());
        process.reader.start();
        Thread.ofPlatform().daemon().name("agent input").start(process::write);
        // what it started and left may hold its output open
        var _ = process.tree.process().onExit().thenRunAsync(process::killRest,
                CompletableFuture.delayedExecutor(LAST_OUTPUT.toMillis(), TimeUnit.MILLISECONDS));
        return process;
    }

    public void say(String line) {
        outgoing.add(Optional.of(line));
    }

    /** Closes the input of the process. */
    public void sayNoMore() {
        outgoing.add(Optional.empty());
    }

    /** Waits for its next output; empty when there was none in time. */
    public Optional<Output> next(Duration atMost) throws InterruptedException {
        if (taken.isEmpty()) {
            var chunk = arrived.poll(atMost.toNanos(), TimeUnit.NANOSECONDS);
            taken.addAll(chunk == null ? List.of() : chunk);
        }
        var next = taken.poll();
        if (next instanceof Output.Line line) {
            room.release(line.bytes());
        }
        return Optional.ofNullable(next);
    }

    /** Returns the last 64 KiB of its standard error: so far, or all when it has ended. */
    public String errors() throws InterruptedException {
        if (killed.get() || !tree.process().isAlive()) {
            errors.awaitEnd(LAST_OUTPUT);
        }
        return errors.text();
    }

    /** Returns the last line of its standard error. */
    public String lastWords() throws InterruptedException {
        return LastWords.of(errors());
    }

    /** Closes its input, waits shortly, then kills what is left: when this returns, nothing of it runs. */
    @Override
    public void close() {
        sayNoMore();
        try {
            tree.process().waitFor(GRACE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            kill();
        }
    }

    /** Kills it and all that it started. */
    public void kill() {
        sayNoMore();
        killRest();
        reader.interrupt(); // it may wait for room
    }

    private void killRest() {
        if (killed.compareAndSet(false, true)) {
            tree.kill();
        }
    }

    private void read() {
        try (var out = tree.process().getInputStream()) {
            var chunk = new byte[CHUNK];
            var line = new ByteArrayOutputStream();
            for (int length = out.read(chunk); length >= 0; length = out.read(chunk)) {
                var lines = split(chunk, length, line);
                put(lines);
                if (!lines.isEmpty() && lines.getLast() instanceof Output.TooMuch) {
                    killRest();
                    return;
                }
            }
            put(line.size() == 0 ? List.of() : List.of(line(line)));
            put(List.of(new Output.End(exitCode())));
        } catch (IOException e) {
            // it was killed by us: nobody waits for its output
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Returns the lines that end in a chunk; the last is {@link Output.TooMuch} when one is longer than it may be.
     *
     * @param line the beginning of the line that the chunk continues; then that of the line that it leaves open
     */
    private List<Output> split(byte[] chunk, int length, ByteArrayOutputStream line) {
        var lines = new ArrayList<Output>();
        int begin = 0;
        for (int at = 0; at <= length; at++) {
            boolean ends = at < length && chunk[at] == '\n';
            if (ends || at == length) {
                if (line.size() + at - begin > longest) {
                    lines.add(new Output.TooMuch());
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

    private static Output line(ByteArrayOutputStream line) {
        return new Output.Line(line.toString(StandardCharsets.UTF_8), line.size());
    }

    private void put(List<Output> lines) throws InterruptedException {
        if (!lines.isEmpty()) {
            room.acquire(lines.stream().mapToInt(each -> each instanceof Output.Line line ? line.bytes() : 0).sum());
            arrived.put(lines);
        }
    }

    private @Nullable Integer exitCode() throws InterruptedException {
        if (tree.process().waitFor(GRACE)) {
            return tree.process().exitValue();
        }
        killRest();
        return null;
    }

    private void write() {
        try (var in = tree.process().getOutputStream()) {
            for (var next = outgoing.take(); next.isPresent(); next = outgoing.take()) {
                in.write((next.get() + "\n").getBytes(StandardCharsets.UTF_8));
                in.flush();
            }
        } catch (IOException e) {
            // it reads no more, which its output or its end shows
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
