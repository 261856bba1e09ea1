package dev.muster.coordinator.ledger;

/**
 * What happened to a case before.
 *
 * @param attempts that ended without becoming its result
 * @param retries those of them that ended for a cause that goes round again
 * @param losses those of them whose worker was lost
 * @param failures those of them that failed
 */
public record Past(int attempts, int retries, int losses, int failures) {

    public static final Past NONE = new Past(0, 0, 0, 0);
}
