package dev.muster.common.command;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands, with limited concurrency. A command's timeout excludes waiting for a free slot.
 *
 * @param room a permit for each process that may run
 * @param sandbox where they run; null for none
 */
public record Commands(Semaphore room, @Nullable Bubblewrap sandbox) {

    /** @param most maximum number of concurrent processes */
    public Commands(int most, @Nullable Bubblewrap sandbox) {
        this(new Semaphore(most), sandbox);
    }

    /** Creates one with enough concurrency to keep this machine busy with commands that wait. */
    public static Commands onThisMachine(@Nullable Bubblewrap sandbox) {
        return new Commands(8 * Math.max(2, Runtime.getRuntime().availableProcessors()), sandbox);
    }

    /** Returns commands with the same room, to which their sandbox shows a folder. */
    public Commands showing(Path folder) {
        return sandbox == null ? this : new Commands(room, sandbox.showing(folder));
    }

    /** Runs a command to its end; an interruption kills it. */
    public CommandEnd run(Command command) throws InterruptedException {
        room.acquire();
        try (var running = RunningCommand.start(sandbox == null ? command : command.in(sandbox))) {
            return running.await();
        } catch (IOException e) {
            return new CommandEnd.Broken("could not be started: " + e.getMessage());
        } finally {
            room.release();
        }
    }
}
