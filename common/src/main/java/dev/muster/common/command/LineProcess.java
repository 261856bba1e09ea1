package dev.muster.common.command;

import module java.base;
import dev.muster.common.command.RunningCommand.ProcessTree;

/** A process that answers lines on standard input with lines on standard output. Closing it ends the whole process tree. */
public final class LineProcess implements AutoCloseable {

    private static final int STDERR_KEPT = 64 << 10;
    private static final int WAITING = 1_000;
    /** From the end of its input to its exit. */
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final Duration LAST_OUTPUT = Duration.ofMillis(500);

    private final ProcessTree tree;
    private final Drain errors;
    private final int longest;
    /** Bounded: a program that writes more than is read waits, as at any pipe. */
    private final BlockingQueue<Output> arrived = new LinkedBlockingQueue<>(WAITING);
    /** Bytes of the lines in it: as many as one line may have. */
    private final Semaphore room;
    private final BlockingQueue<Optional<String>> outgoing = new LinkedBlockingQueue<>();

    private LineProcess(ProcessTree tree, int longest) {
        this.tree = tree;
        this.longest = longest;
        this.room = new Semaphore(longest);
        this.errors = Drain.last(tree.process().getErrorStream(), STDERR_KEPT);
    }

    /** What a process does next. */
    public sealed interface Output {

        /** @param bytes how long it was */
        record Line(String text, int bytes) implements Output {}

        /** It wrote more bytes than it may; it is killed. */
        record TooMuch() implements Output {}

        /** It ended. */
        record End(int exitCode) implements Output {}
    }

    /**
     * Starts a process.
     *
     * @param command its {@code mostOutput} bounds a line
     * @throws IOException when there is no such program
     */
    public static LineProcess start(Command command) throws IOException {
        var process = new LineProcess(ProcessTree.start(command), command.mostOutput());
        Thread.ofPlatform().daemon().name("agent output").start(process::read);
        Thread.ofPlatform().daemon().name("agent input").start(process::write);
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
        var next = arrived.poll(atMost.toNanos(), TimeUnit.NANOSECONDS);
        if (next instanceof Output.Line line) {
            room.release(line.bytes());
        }
        return Optional.ofNullable(next);
    }

    /** Returns the last 64 KiB of its standard error: so far, or all when it has ended. */
    public String errors() throws InterruptedException {
        if (!tree.process().isAlive()) {
            errors.awaitEnd(LAST_OUTPUT);
        }
        return errors.text();
    }

    /** Returns the last line of its standard error. */
    public String lastWords() throws InterruptedException {
        return errors().lines().map(String::strip).filter(line -> !line.isEmpty())
                .reduce((_, after) -> after).orElse("");
    }

    /** Closes its input, waits shortly, then kills what is left. */
    @Override
    public void close() {
        sayNoMore();
        var _ = tree.process().onExit().completeOnTimeout(tree.process(), GRACE.toMillis(), TimeUnit.MILLISECONDS)
                .thenRunAsync(tree::kill);
    }

    /** Kills it and all that it started. */
    public void kill() {
        sayNoMore();
        tree.kill();
        arrived.clear(); // its reader may wait for room
    }

    private void read() {
        try (var out = new BufferedInputStream(tree.process().getInputStream(), 1 << 16)) {
            var line = new ByteArrayOutputStream();
            for (int b = out.read(); b >= 0; b = out.read()) {
                if (b == '\n') {
                    put(line);
                    line.reset();
                } else if (line.size() == longest) {
                    arrived.put(new Output.TooMuch());
                    tree.kill();
                    return;
                } else {
                    line.write(b);
                }
            }
            if (line.size() > 0) {
                put(line);
            }
        } catch (IOException e) {
            // it was killed, which its exit code says
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        // where there is no room, what waits says enough
        var _ = arrived.offer(new Output.End(exitCode()));
    }

    private void put(ByteArrayOutputStream line) throws InterruptedException {
        room.acquire(line.size());
        arrived.put(new Output.Line(line.toString(StandardCharsets.UTF_8), line.size()));
    }

    private int exitCode() {
        try {
            // it may close its output and go on: then it is ended, as one that answers no more
            if (!tree.process().waitFor(GRACE)) {
                tree.kill();
            }
            return tree.process().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        }
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
