package dev.muster.common.message;

import org.jspecify.annotations.Nullable;

/** The number of a case's dispatch: unique, and greater than all earlier ones, also across leaders. */
public record Dispatch(long epoch, long n) implements Comparable<Dispatch> {

    /** Mixes the bits: one worker's numbers lie a whole fleet apart and would fall into few buckets. */
    @Override
    public int hashCode() {
        return Long.hashCode((n ^ epoch) * 0x9E3779B97F4A7C15L);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Dispatch that && epoch == that.epoch && n == that.n;
    }

    @Override
    public int compareTo(Dispatch other) {
        return epoch != other.epoch ? Long.compare(epoch, other.epoch) : Long.compare(n, other.n);
    }
}
