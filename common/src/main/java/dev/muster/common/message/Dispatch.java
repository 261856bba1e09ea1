package dev.muster.common.message;

/** A hand-out of a case: new for each, greater than all before, also across leaders. */
public record Dispatch(long epoch, long n) implements Comparable<Dispatch> {

    @Override
    public int compareTo(Dispatch other) {
        return epoch != other.epoch ? Long.compare(epoch, other.epoch) : Long.compare(n, other.n);
    }
}
