package dev.muster.common.agent;

import module java.base;

/**
 * New ids for conversations and calls: random UUIDs, unique across processes. They are names, not secrets, and a call
 * need not wait for the system's random numbers.
 */
public final class CallIds {

    /** Of one process: 128 bits, so that two processes never count through the same ids. */
    private static final long HIGH = new SecureRandom().nextLong();
    private static final long LOW = new SecureRandom().nextLong();
    private static final AtomicLong COUNT = new AtomicLong();

    private CallIds() {}

    /** Returns a UUID of version 4. */
    public static String next() {
        long n = COUNT.incrementAndGet();
        long high = (mixed(HIGH ^ mixed(n)) & ~0xF000L) | 0x4000L;
        long low = (mixed(LOW + n) & (Long.MAX_VALUE >>> 1)) | Long.MIN_VALUE;
        return new UUID(high, low).toString();
    }

    /** Stafford's variant 13 of a 64-bit mix: one to one, so different numbers stay different. */
    private static long mixed(long number) {
        long n = (number ^ (number >>> 30)) * 0xBF58476D1CE4E5B9L;
        n = (n ^ (n >>> 27)) * 0x94D049BB133111EBL;
        return n ^ (n >>> 31);
    }
}
