package dev.muster.common.script.host;

import module java.base;
import dev.muster.common.process.Frames;
import dev.muster.common.process.ProcessEvent;
import dev.muster.common.script.wire.FromHost;
import dev.muster.common.script.wire.ToHost;
import org.jspecify.annotations.Nullable;

/** One call's connection to its host. */
final class HostConnection implements AutoCloseable {

    /** A call sends one message at a time. */
    private static final int MOST_UNREAD = 8;

    final int id;
    private final HostProcess host;
    private final BlockingQueue<ProcessEvent<FromHost>> events = new LinkedBlockingQueue<>();

    HostConnection(int id, HostProcess host) {
        this.id = id;
        this.host = host;
    }

    void send(ToHost message) throws Frames.TooLarge {
        host.send(message);
    }

    /** Returns the next event; null when none arrives in this time. */
    @Nullable
    ProcessEvent<FromHost> next(long nanos) throws InterruptedException {
        return events.poll(nanos, TimeUnit.NANOSECONDS);
    }

    void receive(ProcessEvent.Received<FromHost> message) throws IOException {
        if (events.size() >= MOST_UNREAD) {
            throw new IOException("more messages of one call than it can have");
        }
        events.add(message);
    }

    void receive(ProcessEvent.Ended<FromHost> end) {
        events.add(end);
    }

    @Override
    public void close() {
        host.close(this);
    }
}
