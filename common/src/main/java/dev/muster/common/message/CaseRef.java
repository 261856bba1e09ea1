package dev.muster.common.message;

import module java.base;

/**
 * Identifies one repeat of one case in one cell of a run's matrix.
 *
 * @param number the case's index in the run, from 0
 * @param cell index of the (agent, connector) pair, from 0
 * @param repeat from 0
 */
public record CaseRef(String run, int number, int cell, int repeat) implements Comparable<CaseRef> {

    private static final Comparator<CaseRef> ORDER = Comparator.comparing(CaseRef::run)
            .thenComparingInt(CaseRef::number).thenComparingInt(CaseRef::cell).thenComparingInt(CaseRef::repeat);

    @Override
    public int compareTo(CaseRef other) {
        return ORDER.compare(this, other);
    }
}
