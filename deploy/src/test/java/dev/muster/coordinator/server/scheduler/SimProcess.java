package dev.muster.coordinator.server.scheduler;

import dev.muster.common.loop.LoopWatch;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A process of a simulated world: it may be stopped for a while, cut off from the broker, and it may die. */
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

    /** What it would have done from here on does not happen. */
    void die() {
        dead = true;
    }

    /** What it would do meanwhile, it does afterwards. */
    void freeze(long nanos) {
        frozenUntil = Math.max(frozenUntil, time.nanos() + nanos);
        freezes.add(new long[]{time.nanos(), time.nanos() + nanos});
    }

    /** How long at a stretch it was frozen between two moments. */
    final long frozenWithin(long from, long to) {
        return freezes.stream().mapToLong(each -> Math.min(to, each[1]) - Math.max(from, each[0])).max().orElse(0);
    }

    /** Its connections to the broker are silent for that long, and nobody closes them. */
    void cutOff(long nanos) {
        cutOffUntil = Math.max(cutOffUntil, time.nanos() + nanos);
    }

    /** The broker's answer to something that it sent arrived. */
    final void acknowledged() {
        acknowledged = time.nanos();
    }

    /** How long the broker has answered nothing that it sent. */
    final long unacknowledged() {
        return time.nanos() - acknowledged;
    }

    /** The next of its threads that reads meets an error, as when memory is out. */
    final void breakALoop() {
        broken = true;
    }

    /** The thread that reads its inbox now goes on without hearing anything. */
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
