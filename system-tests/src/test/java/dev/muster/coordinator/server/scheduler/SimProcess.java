package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.loop.LoopWatch;

/** A process of a simulated world: it may be frozen, cut off from the broker, or killed. */
class SimProcess {

    private final SimTime time;
    private final SimThreads threads;
    private final LoopWatch watch;
    private boolean dead;
    private long frozenUntil;
    private final List<long[]> freezes = new ArrayList<>();
    private long acknowledged;
    private long cutOffUntil;
    private boolean broken;
    private boolean deafens;

    SimProcess(SimTime time, SplittableRandom random) {
        this.time = time;
        this.threads = new SimThreads(this, random);
        this.watch = new LoopWatch(time, threads, (sentence, cause) -> die(), this::othersCould);
    }

    final SimTime time() {
        return time;
    }

    final SimThreads threads() {
        return threads;
    }

    /** Looks after its loops: an error in one of them is its end. */
    final LoopWatch watch() {
        return watch;
    }

    final boolean alive() {
        return !dead;
    }

    final boolean frozen() {
        return frozenUntil > time.nanos();
    }

    /** Whether another process could do its work. */
    boolean othersCould() {
        return true;
    }

    /** Kills it: its pending work never happens. */
    void die() {
        dead = true;
    }

    /** Freezes it: its pending work happens afterwards. */
    void freeze(long nanos) {
        frozenUntil = Math.max(frozenUntil, time.nanos() + nanos);
        freezes.add(new long[]{time.nanos(), time.nanos() + nanos});
    }

    /** How long at a stretch it was frozen between two moments. */
    final long frozenWithin(long from, long to) {
        return freezes.stream().mapToLong(each -> Math.min(to, each[1]) - Math.max(from, each[0])).max().orElse(0);
    }

    /** Its connections to the broker are silent for that long, and stay open. */
    void cutOff(long nanos) {
        cutOffUntil = Math.max(cutOffUntil, time.nanos() + nanos);
    }

    /** The broker acknowledged something that it sent. */
    final void acknowledged() {
        acknowledged = time.nanos();
    }

    /** Returns how long the broker has acknowledged nothing. */
    final long unacknowledged() {
        return time.nanos() - acknowledged;
    }

    /** The next of its threads that reads gets an error, as when memory runs out. */
    final void breakALoop() {
        broken = true;
    }

    /** The thread that reads its inbox now continues without receiving anything. */
    final void deafen() {
        deafens = true;
    }

    final boolean deafens() {
        boolean now = deafens;
        deafens = false;
        return now;
    }

    final void breakIfItShould() {
        if (broken) {
            broken = false;
            throw new OutOfMemoryError("simulated");
        }
    }

    final long cutOffUntil() {
        return cutOffUntil;
    }

    final void after(long nanos, Runnable what) {
        time.after(nanos, () -> carryOut(what));
    }

    private void carryOut(Runnable what) {
        if (dead) {
            return;
        }
        long left = frozenUntil - time.nanos();
        if (left > 0) {
            after(left, what);
        } else {
            perform(what);
            threads.look();
        }
    }

    void perform(Runnable what) {
        what.run();
    }
}
