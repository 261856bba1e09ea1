package dev.muster.common.process;

import module java.base;

/**
 * A child process that exchanges framed messages with this one. Separate threads read and write its pipes: both may block,
 * and would pin the carrier of a virtual thread.
 *
 * @param <I> messages to the process
 * @param <O> messages from it
 */
public final class FramedProcess<I, O> {

    /** The exit code of a JVM that is out of memory. */
    public static final int OUT_OF_MEMORY = 3;
    /** From the end of its messages to its exit. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final Process process;
    private final Frames<I> input;
    private final Frames<O> output;
    private final BlockingQueue<Optional<List<byte[]>>> outgoing = new LinkedBlockingQueue<>();

    public FramedProcess(Process process, Frames<I> input, Frames<O> output) {
        this.process = process;
        this.input = input;
        this.output = output;
    }

    /** What a process does. */
    public sealed interface Event<O> {

        record Said<O>(O what) implements Event<O> {}

        /** The process ended, or sent anything but a message; it is dead by now. */
        record Gone<O>(int exitCode) implements Event<O> {}
    }

    /** Receives the events of a process, on the thread that reads. */
    @FunctionalInterface
    public interface Listener<O> {

        /** Takes an event, and returns whether it wants more; throws when this message is none. */
        boolean hear(Event<O> event) throws IOException;
    }

    /** Begins to read and write. */
    public void listen(String name, Listener<O> listener) {
        Thread.ofPlatform().daemon().name(name + ", reading").start(() -> read(listener));
        Thread.ofPlatform().daemon().name(name + ", writing").start(this::write);
    }

    /**
     * Sends a message. If the process has ended meanwhile, an event says so.
     *
     * @throws Frames.TooLarge when it is larger than a frame may be; nothing was sent
     */
    public void say(I what) throws Frames.TooLarge {
        outgoing.add(Optional.of(input.pieces(what)));
    }

    /** Kills the process at once, and all that it started. */
    public void kill() {
        var started = process.descendants().toList();
        process.destroyForcibly();
        started.forEach(ProcessHandle::destroyForcibly);
    }

    /** Kills the process unless it ends by itself within the grace period; does not wait for that. */
    public void killAfterGrace() {
        var _ = process.onExit().completeOnTimeout(process, GRACE.toMillis(), TimeUnit.MILLISECONDS)
                .thenRun(this::kill);
    }

    /** Closes the input of the process, at which it should end by itself, and waits until it has; then kills it. */
    public void end() {
        outgoing.add(Optional.empty());
        var _ = exitCode();
    }

    private void read(Listener<O> listener) {
        try (var in = new DataInputStream(new BufferedInputStream(process.getInputStream(), 1 << 16))) {
            while (listener.hear(new Event.Said<>(output.read(in)))) {}
        } catch (IOException | RuntimeException e) {
            // it ended, or sends garbage, which is equivalent
            gone(listener);
        }
        outgoing.add(Optional.empty());
    }

    private void gone(Listener<O> listener) {
        try {
            var _ = listener.hear(new Event.Gone<>(exitCode()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A JVM out of memory writes a message in place of frames and exits: killing it at once would hide the reason. */
    private int exitCode() {
        try {
            if (!process.waitFor(GRACE)) {
                kill();
            }
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            kill();
            return -1;
        }
    }

    private void write() {
        try (var out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream(), 1 << 16))) {
            for (var next = outgoing.take(); next.isPresent(); next = outgoing.take()) {
                Frames.write(out, next.get());
            }
        } catch (IOException e) {
            // the reader notices the same
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
