package dev.muster.common.process;

import module java.base;
import dev.muster.common.time.Durations;
import org.jspecify.annotations.Nullable;

/** Runs commands, with limited concurrency. A command's timeout excludes waiting for a free slot. */
public final class Commands {

    private static final int STDERR_KEPT = 8 << 10;
    /** Time to wait for output that a leftover process keeps open. */
    private static final Duration LAST_OUTPUT = Duration.ofMillis(500);

    private final Semaphore slots;
    private final @Nullable Bubblewrap sandbox;

    /**
     * @param most maximum number of concurrent processes
     * @param sandbox where they run; null for none
     */
    public Commands(int most, @Nullable Bubblewrap sandbox) {
        this(new Semaphore(most), sandbox);
    }

    private Commands(Semaphore slots, @Nullable Bubblewrap sandbox) {
        this.slots = slots;
        this.sandbox = sandbox;
    }

    /** Creates one with enough concurrency to keep this machine busy with commands that wait. */
    public static Commands onThisMachine(@Nullable Bubblewrap sandbox) {
        return new Commands(8 * Math.max(2, Runtime.getRuntime().availableProcessors()), sandbox);
    }

    public @Nullable Bubblewrap sandbox() {
        return sandbox;
    }

    /** Returns commands with the same slots, to which their sandbox shows a folder. */
    public Commands showing(Path folder) {
        return sandbox == null ? this : new Commands(slots, sandbox.showing(folder));
    }

    /** Runs a command to its end; an interruption kills it. */
    public CommandEnd run(Command command) throws InterruptedException {
        slots.acquire();
        try {
            return await(command, Child.start(sandbox == null ? command : command.in(sandbox), "command input"));
        } catch (IOException e) {
            return new CommandEnd.Broken("could not be started: " + e.getMessage());
        } finally {
            slots.release();
        }
    }

    /**
     * Kills a command that did not end, with its descendants; intended background processes of an ended one continue.
     */
    private static CommandEnd await(Command command, Child child) throws InterruptedException {
        var output = Drain.first(child.process().getInputStream(), command.mostOutput(), child::kill);
        var errors = Drain.last(child.process().getErrorStream(), STDERR_KEPT);
        child.send(List.of(command.input().getBytes(StandardCharsets.UTF_8)));
        child.closeInput();
        try {
            if (!child.process().waitFor(command.timeout())) {
                return new CommandEnd.Broken("was killed after " + Durations.text(command.timeout()));
            }
            output.awaitEnd(LAST_OUTPUT);
            errors.awaitEnd(LAST_OUTPUT);
            if (output.tooMuch()) {
                return new CommandEnd.Broken("printed more than " + size(command.mostOutput()) + " and was killed");
            }
            int code = child.process().exitValue();
            return code == 0 ? new CommandEnd.Printed(output.text())
                    : new CommandEnd.Broken("ended with exit code " + code + lastLine(errors.text()));
        } finally {
            if (child.process().isAlive()) {
                child.kill();
            }
        }
    }

    private static String lastLine(String errors) {
        var last = errors.lines().map(String::strip).filter(line -> !line.isEmpty())
                .reduce((before, after) -> after);
        return last.map(line -> ": " + (line.length() <= 300 ? line : line.substring(0, 299) + "…"))
                .orElse(" and wrote nothing to standard error");
    }

    private static String size(int bytes) {
        return bytes >= 1 << 20 ? (bytes >> 20) + " MiB" : bytes + " bytes";
    }
}
