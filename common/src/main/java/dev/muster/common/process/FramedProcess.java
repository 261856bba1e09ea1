package dev.muster.common.process;

import module java.base;

/**
 * A child process that exchanges framed messages with this one. Separate threads read and write its pipes: both may
 * block, and would pin the carrier of a virtual thread.
 *
 * @param <I> messages to the process
 * @param <O> messages from it
 */
public final class FramedProcess<I, O> {

    /** The exit code of a JVM that is out of memory. */
    public static final int OUT_OF_MEMORY = 3;
    /** From the end of its messages to its exit. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final String name;
    private final Child child;
    private final Process process;
    private final Frames<I> input;
    private final Frames<O> output;

    /** @param name for its threads */
    public FramedProcess(String name, Process process, Frames<I> input, Frames<O> output) {
        this.name = name;
        this.child = Child.of(process, name + ", writing");
        this.process = process;
        this.input = input;
        this.output = output;
    }

    /** Receives the events of a process, on the thread that reads. */
    @FunctionalInterface
    public interface Listener<O> {

        /** Returns whether to read on; throws when the message is invalid. */
        boolean receive(ProcessEvent<O> event) throws IOException;
    }

    /** Begins to read. */
    public void listen(Listener<O> listener) {
        Thread.ofPlatform().daemon().name(name + ", reading").start(() -> read(listener));
    }

    /**
     * Sends a message. If the process has ended meanwhile, an event says so.
     *
     * @throws Frames.TooLarge when it is larger than a frame may be; nothing was sent
     */
    public void send(I message) throws Frames.TooLarge {
        child.send(input.pieces(message));
    }

    /** Kills the process at once, and all that it started. */
    public void kill() {
        child.kill();
    }

    /** Kills the process unless it ends by itself within the grace period; does not wait for that. */
    public void killAfterGrace() {
        var _ = process.onExit().completeOnTimeout(process, GRACE.toMillis(), TimeUnit.MILLISECONDS)
                .thenRun(this::kill);
    }

    /** Closes the input of the process, at which it should end by itself, and waits until it has; then kills it. */
    public void end() {
        child.closeInput();
        var _ = exitCode();
    }

    private void read(Listener<O> listener) {
        try (var in = new DataInputStream(new BufferedInputStream(process.getInputStream(), 1 << 16))) {
            while (listener.receive(new ProcessEvent.Received<>(output.read(in)))) {}
        } catch (IOException | RuntimeException e) {
            // it ended, or sends garbage, which is equivalent
            ended(listener);
        }
        child.closeInput();
    }

    private void ended(Listener<O> listener) {
        try {
            var _ = listener.receive(new ProcessEvent.Ended<>(exitCode()));
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
}
