package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.time.Deadline;
import okhttp3.Dns;

/**
 * Resolves host names on another thread: the system's lookup can't be interrupted, can take longer than any deadline,
 * and would pin the carrier of a virtual thread meanwhile. The JDK caches its answers.
 */
record TimelyDns(Dns system) implements Dns {

    /** The deadline of the current call of this thread. */
    static final ScopedValue<Deadline> DEADLINE = ScopedValue.newInstance();

    @Override
    public List<InetAddress> lookup(String hostname) throws UnknownHostException {
        var lookup = new FutureTask<>(() -> system.lookup(hostname));
        Thread.ofPlatform().daemon().name("lookup").start(lookup);
        try {
            return lookup.get(DEADLINE.get().left().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnknownHostException("interrupted");
        } catch (TimeoutException e) {
            throw new UnknownHostException("no answer in time");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof UnknownHostException unknown ? unknown : unknown(hostname, e);
        }
    }

    private static UnknownHostException unknown(String hostname, ExecutionException e) {
        var unknown = new UnknownHostException(hostname);
        unknown.initCause(e.getCause());
        return unknown;
    }
}
