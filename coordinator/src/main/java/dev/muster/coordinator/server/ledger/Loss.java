package dev.muster.coordinator.server.ledger;

/** How an attempt was lost. */
public enum Loss {
    /** Its worker fell silent, or lost touch. */
    WORKER,
    /** Its worker beats, and the attempt did not come back long after its time was over. */
    OVERDUE,
    /** Its worker fell silent together with others: a rack or a network, and no case, is to blame. */
    TOGETHER,
    /** Its worker was ending anyway, and had said so: nothing to blame the case for. */
    DRAINING
}
