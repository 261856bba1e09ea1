package dev.muster.coordinator.store;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * The earlier attempts of a case.
 *
 * @param attempts attempts that ended without becoming its result
 * @param retries how many of them ended for a retryable cause
 * @param losses how many of them were lost, and count against the case
 * @param failures how many of them blamed the agent
 * @param overdue how many of the losses did not come back
 * @param crowded how many of the losses were shared by very many cases
 * @param failed the newest of these; null when there is none
 */
public record EarlierAttempts(int attempts, int retries, int losses, int failures, int overdue, int crowded,
        @Nullable FailedEarlier failed) {

    public static final EarlierAttempts NONE = new EarlierAttempts(0, 0, 0, 0);

    public EarlierAttempts(int attempts, int retries, int losses, int failures) {
        this(attempts, retries, losses, failures, 0, 0, null);
    }

    EarlierAttempts with(FailedEarlier failure) {
        return new EarlierAttempts(attempts, retries, losses, failures, overdue, crowded, failure);
    }
}
