package dev.muster.common.leader;

import module java.base;

/** Thrown when none of a fleet's addresses answered as leader; one may a little later. */
final class NobodyLeads extends IOException {

    private static final long serialVersionUID = 1;

    private final boolean awaited;

    /** @param awaited whether a standby exists that takes over when there is no leader */
    NobodyLeads(String sentence, boolean awaited) {
        super(sentence);
        this.awaited = awaited;
    }

    boolean awaited() {
        return awaited;
    }
}
