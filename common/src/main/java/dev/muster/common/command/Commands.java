package dev.muster.common.command;

import module java.base;

/** Runs commands, with limited concurrency. A command's timeout excludes waiting for a free slot. */
public final class Commands {

    private final Semaphore room;

    /** @param most maximum number of concurrent processes */
    public Commands(int most) {
        this.room = new Semaphore(most);
    }

    /** Creates one with enough concurrency to keep this machine busy with commands that wait. */
    public static Commands onThisMachine() {
        return new Commands(8 * Math.max(2, Runtime.getRuntime().availableProcessors()));
    }

    /** Runs a command to its end; an interruption kills it. */
    public CommandEnd run(Command command) throws InterruptedException {
        room.acquire();
        try (var running = RunningCommand.start(command)) {
            return running.await();
        } catch (IOException e) {
            return new CommandEnd.Broken("could not be started: " + e.getMessage());
        } finally {
            room.release();
        }
    }
}
