package dev.muster.coordinator.server.ledger;

/** The ways in which an attempt is lost. */
public enum Loss {
    /** Its worker fell silent, or lost its connection. */
    WORKER,
    /** Its worker still beats, but the attempt did not come back long after its time limit. */
    OVERDUE,
    /** Its worker fell silent together with others: a rack or a network is to blame, not the case. */
    TOGETHER,
    /** Its worker had announced that it was draining: the case is not to blame. */
    DRAINING
}
