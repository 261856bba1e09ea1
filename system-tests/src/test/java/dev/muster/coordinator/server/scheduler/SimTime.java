package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.time.SteadyClock;
import dev.muster.common.time.Ticker;

/** The time of a simulated world, and its future events. */
final class SimTime implements InstantSource, Ticker {

    private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long now;
    private long set;
    private long count;

    private record Event(long at, long order, Runnable what) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
        }
    }

    void after(long nanos, Runnable what) {
        events.add(new Event(now + nanos, count++, what));
    }

    /** Runs the next event; returns false when there is none. */
    boolean step() {
        var next = events.poll();
        if (next == null) {
            return false;
        }
        now = Math.max(now, next.at);
        next.what.run();
        return true;
    }

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public Instant instant() {
        return BEGINNING.plusNanos(now);
    }

    /** Sets the clocks of all machines but the broker's, back or ahead. */
    void set(long nanos) {
        set += nanos;
    }

    /** Returns what a process takes for waits, from its start on. */
    InstantSource steady() {
        return new SteadyClock(BEGINNING.plusNanos(now + set), this);
    }

    Duration elapsed() {
        return Duration.ofNanos(now);
    }

    long events() {
        return count;
    }
}
