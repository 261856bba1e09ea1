package dev.muster.common.testing;

import module java.base;
import java.lang.management.ManagementFactory;

/** The limit for handling one external text: 5 s of processor time, whatever the text. */
public final class Cost {

    private static final Duration MOST = Duration.ofSeconds(5);

    private Cost() {}

    /** Makes a call that must stay within the limit. */
    public static <T> T bounded(Callable<T> call) throws Exception {
        var threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        T result = call.call();
        var spent = Duration.ofNanos(threads.getCurrentThreadCpuTime() - before);
        if (spent.compareTo(MOST) > 0) {
            throw new AssertionError("it took " + spent.toMillis() + " ms of processor time");
        }
        return result;
    }
}
