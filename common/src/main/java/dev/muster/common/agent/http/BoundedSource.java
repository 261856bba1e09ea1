package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.StreamBounds;
import okio.Buffer;
import okio.BufferedSource;
import okio.ForwardingSource;
import okio.Okio;
import okio.Source;

/**
 * Counts the bytes of an answer while it is read, and stops at its limits, so that memory never holds more than one
 * event's limit. Ends with a blank line: an unfinished event at the end is delivered, not lost.
 */
final class BoundedSource extends ForwardingSource {

    /** How far one read may go beyond the current event: okio reads a segment at a time. */
    private static final int SEGMENT = 8192;

    private static final int SHARE = 256 << 10;

    /** The end that is written behind the body. */
    static final String END = "\n\n";

    private final StreamBounds bounds;
    private final BooleanSupplier cancelled;
    final BufferedSource buffered = Okio.buffer(this);
    private long bytes;
    private long eventStart;
    private boolean ended;
    private boolean broken;

    BoundedSource(Source source, StreamBounds bounds, BooleanSupplier cancelled) {
        super(source);
        this.bounds = bounds;
        this.cancelled = cancelled;
    }

    /** Whether the answer ended; an event delivered from now on was not closed by the server. */
    boolean ended() {
        return ended;
    }

    boolean broken() {
        return broken;
    }

    @Override
    public long read(Buffer sink, long byteCount) throws IOException {
        if (ended) {
            return -1;
        }
        long count = next(sink, byteCount);
        if (count == -1) {
            ended = true;
            sink.writeUtf8(END);
            return END.length();
        }
        count(count);
        return count;
    }

    /** Checks the exact size of an event; call it at the end of each. */
    void eventEnded() throws BoundPassed {
        long consumed = bytes - buffered.getBuffer().size();
        if (consumed - eventStart > bounds.eventBytes()) {
            throw BoundPassed.eventBytes(bounds.eventBytes());
        }
        eventStart = consumed;
    }

    private long next(Buffer sink, long byteCount) throws IOException {
        try {
            return super.read(sink, byteCount);
        } catch (IOException e) {
            if (cancelled.getAsBoolean() || Thread.currentThread().isInterrupted()) {
                throw e;
            }
            broken = true;
            return -1;
        }
    }

    // a virtual thread that yields queues behind the others: nothing preempts it
    @SuppressWarnings("ThreadPriorityCheck")
    private void count(long count) throws BoundPassed {
        if (bytes / SHARE != (bytes + count) / SHARE) {
            Thread.yield(); // what never waits for more would keep its carrier
        }
        bytes += count;
        if (bytes > bounds.bytes()) {
            throw BoundPassed.bytes(bounds.bytes());
        }
        if (bytes - eventStart > bounds.eventBytes() + SEGMENT) {
            throw BoundPassed.eventBytes(bounds.eventBytes());
        }
    }

    /** Thrown when an answer exceeds one of its limits; the message says which. */
    static final class BoundPassed extends IOException {

        private static final long KIB = 1L << 10;
        private static final long MIB = 1L << 20;

        private BoundPassed(String bound) {
            super("the answer exceeded the limit of " + bound);
        }

        static BoundPassed bytes(long bound) {
            return new BoundPassed(size(bound) + " per answer");
        }

        static BoundPassed events(int bound) {
            return new BoundPassed(number(bound) + " events per answer");
        }

        static BoundPassed eventBytes(long bound) {
            return new BoundPassed(size(bound) + " per event");
        }

        private static String size(long bytes) {
            if (bytes >= MIB && bytes % MIB == 0) {
                return bytes / MIB + " MiB";
            }
            if (bytes >= KIB && bytes % KIB == 0) {
                return bytes / KIB + " KiB";
            }
            return number(bytes) + " bytes";
        }

        private static String number(long number) {
            return NumberFormat.getIntegerInstance(Locale.ROOT).format(number);
        }
    }
}
