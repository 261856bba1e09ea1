package dev.muster.worker.isolated;

import module java.base;

/** A process that is really a thread of this one, with a process's pipes. */
final class FakeProcess extends Process {

    /** What it runs; its return value is the exit code. */
    @FunctionalInterface
    interface Program {
        int run(InputStream in, OutputStream out) throws IOException, InterruptedException;
    }

    private static final int KILLED = 137;

    private final PipedInputStream stdin = new PipedInputStream(1 << 16);
    private final PipedOutputStream toStdin = new PipedOutputStream();
    private final PipedInputStream fromStdout = new PipedInputStream(1 << 16);
    private final PipedOutputStream stdout = new PipedOutputStream();
    private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();
    private final Thread thread;

    FakeProcess(Program program) {
        try {
            toStdin.connect(stdin);
            fromStdout.connect(stdout);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        thread = Thread.ofVirtual().start(() -> run(program));
    }

    boolean wasKilled() {
        return exitCode.getNow(0) == KILLED;
    }

    private void run(Program program) {
        int code = 1;
        try {
            code = program.run(stdin, stdout);
        } catch (IOException e) {
            code = 2;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            end(code);
        }
    }

    private void end(int code) {
        exitCode.complete(code);
        try {
            stdout.close();
            stdin.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public OutputStream getOutputStream() {
        return toStdin;
    }

    @Override
    public InputStream getInputStream() {
        return fromStdout;
    }

    @Override
    public InputStream getErrorStream() {
        return InputStream.nullInputStream();
    }

    @Override
    public int waitFor() throws InterruptedException {
        try {
            return exitCode.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public boolean waitFor(long timeout, TimeUnit unit) throws InterruptedException {
        try {
            exitCode.get(timeout, unit);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public CompletableFuture<Process> onExit() {
        return exitCode.thenApply(any -> this);
    }

    @Override
    public int exitValue() {
        return exitCode.join();
    }

    @Override
    public Process destroyForcibly() {
        destroy();
        return this;
    }

    @Override
    public void destroy() {
        if (exitCode.complete(KILLED)) {
            thread.interrupt();
            end(KILLED);
        }
    }

    @Override
    public Stream<ProcessHandle> descendants() {
        return Stream.empty();
    }
}
