package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.time.Deadline;
import okhttp3.Call;
import okio.AsyncTimeout;

/** Cancels a call whose time is up, from okio's single watchdog thread, wherever the call blocks. */
final class Watchdog extends AsyncTimeout {

    private final Call call;
    private final Deadline deadline;
    private volatile boolean barked;
    private boolean shortened;

    Watchdog(Call call, Deadline deadline) {
        this.call = call;
        this.deadline = deadline;
    }

    void watch() {
        enter(deadline.left());
    }

    /** Limits the rest of the answer to this duration, or to the deadline if that is sooner. */
    void allowOnly(Duration length) {
        if (shortened) {
            return;
        }
        shortened = true;
        if (!exit()) {
            Duration left = deadline.left();
            enter(length.compareTo(left) < 0 ? length : left);
        }
    }

    void release() {
        exit();
    }

    boolean barked() {
        return barked;
    }

    boolean shortened() {
        return shortened;
    }

    @Override
    protected void timedOut() {
        barked = true;
        call.cancel();
    }

    private void enter(Duration left) {
        timeout(Math.max(1, left.toNanos()), TimeUnit.NANOSECONDS);
        enter();
    }
}
