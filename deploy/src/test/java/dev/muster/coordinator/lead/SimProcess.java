package dev.muster.coordinator.lead;

/** A process of a simulated world: it may be stopped for a while, and it may die. */
class SimProcess {

    private final SimTime time;
    private boolean dead;
    private long frozenUntil;

    SimProcess(SimTime time) {
        this.time = time;
    }

    final SimTime time() {
        return time;
    }

    final boolean alive() {
        return !dead;
    }

    final boolean frozen() {
        return frozenUntil > time.nanos();
    }

    /** What it would have done from here on does not happen. */
    final void die() {
        dead = true;
    }

    /** What it would do meanwhile, it does afterwards. */
    final void freeze(long nanos) {
        frozenUntil = Math.max(frozenUntil, time.nanos() + nanos);
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
        }
    }

    void perform(Runnable what) {
        what.run();
    }
}
