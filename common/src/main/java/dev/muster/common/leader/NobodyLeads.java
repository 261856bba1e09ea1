package dev.muster.common.leader;

import java.io.IOException;

/** None of a fleet's addresses answered as its leader; some moments later one may. */
final class NobodyLeads extends IOException {

    private static final long serialVersionUID = 1;

    private final boolean awaited;

    /** @param awaited whether one of them stands by: it takes over when nobody leads */
    NobodyLeads(String sentence, boolean awaited) {
        super(sentence);
        this.awaited = awaited;
    }

    boolean awaited() {
        return awaited;
    }
}
