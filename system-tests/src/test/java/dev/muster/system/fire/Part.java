package dev.muster.system.fire;

import module java.base;
import dev.muster.common.process.ChildProcess;
import dev.muster.common.process.Launch;
import org.jspecify.annotations.Nullable;

/** A process of a fleet: it is killed, frozen or asked to end, and started again with the same arguments. */
final class Part implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(90)
            .multipliedBy(Integer.getInteger("muster.fire.patience", 1));

    private final String name;
    private final Launch launch;
    private @Nullable ChildProcess process;

    Part(String name, Launch launch) {
        this.name = name;
        this.launch = launch;
    }

    String name() {
        return name;
    }

    /**
     * Returns at once.
     *
     * @param jvmOptions for this life only, such as a heap size: they override the usual ones
     */
    void start(String... jvmOptions) throws IOException {
        var options = Stream.concat(launch.jvmOptions().stream(), Stream.of(jvmOptions)).toArray(String[]::new);
        process = ChildProcess.start(launch.withJvmOptions(options));
    }

    /** Waits for its first line, and returns it. */
    String ready() throws IOException, InterruptedException {
        return process().firstLine(START);
    }

    long pid() {
        return process().handle().pid();
    }

    boolean isAlive() {
        return process != null && process.handle().isAlive();
    }

    /** SIGKILL: nothing is finished or sent. */
    void kill() {
        process().kill();
    }

    /** SIGSTOP: it stands still, and its connections stay open. */
    void freeze() throws IOException {
        Programs.must("kill", "-STOP", Long.toString(pid()));
    }

    /** SIGCONT: it continues as if no time had passed. */
    void thaw() throws IOException {
        Programs.must("kill", "-CONT", Long.toString(pid()));
    }

    /** SIGTERM. Returns at once. */
    void ask() {
        process().handle().destroy();
    }

    /** Whether it ended within that time. */
    boolean ends(Duration within) throws InterruptedException {
        try {
            process().handle().onExit().get(within.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
    }

    private ChildProcess process() {
        if (process == null) {
            throw new IllegalStateException(name + " was not started");
        }
        return process;
    }
}
