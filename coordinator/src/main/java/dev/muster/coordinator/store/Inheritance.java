package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.message.CaseRef;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.run.Stop;
import org.jspecify.annotations.Nullable;

/**
 * The state that a new leader finds in PostgreSQL.
 *
 * @param runs runs that are not over
 * @param read offsets of {@code results} before which everything was processed, by partition; empty for a new fleet
 * @param heard offset of {@code workers} up to which everything was heard; null for a new fleet
 * @param fenced incarnations that were given up
 * @param names names of all other workers by incarnation
 */
public record Inheritance(List<OpenRun> runs, Map<Integer, Long> read, @Nullable Long heard, Set<String> fenced,
        Set<String> left, Map<String, String> names) {

    public static final Inheritance NOTHING = new Inheritance(List.of(), Map.of(), null, Set.of(), Set.of(), Map.of());

    /** Returns a worker's name, or its incarnation if the name is unknown. */
    public String nameOf(String incarnation) {
        return names.getOrDefault(incarnation, incarnation);
    }

    /**
     * A run that is not over.
     *
     * @param finished number of cases that have their result
     * @param past what happened to those that have none, if anything
     * @param soFar what counts against its limits
     */
    public record OpenRun(String id, int total, RunSettings settings, int finished, Map<CaseRef, EarlierAttempts> past,
            SpentSoFar soFar, @Nullable Stop stop) {

        /** Returns the same run, whose limits count from now on. */
        public OpenRun anew() {
            return new OpenRun(id, total, settings, finished, past, SpentSoFar.NOTHING, null);
        }
    }

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
            @Nullable FailedBefore failed) {

        public static final EarlierAttempts NONE = new EarlierAttempts(0, 0, 0, 0);

        public EarlierAttempts(int attempts, int retries, int losses, int failures) {
            this(attempts, retries, losses, failures, 0, 0, null);
        }

        EarlierAttempts with(FailedBefore failure) {
            return new EarlierAttempts(attempts, retries, losses, failures, overdue, crowded, failure);
        }
    }

    /** The newest attempt in which the agent failed, as far as it is stored. */
    public record FailedBefore(Settlement.Attempt attempt, TestCase testCase) {}

    /**
     * The spending of a run under an earlier coordinator, as far as its limits count it.
     *
     * @param costUsd cost of the stored results and other attempts
     * @param elapsed without the time that it was paused
     */
    public record SpentSoFar(BigDecimal costUsd, int errors, Duration elapsed, boolean paused) {

        public static final SpentSoFar NOTHING = new SpentSoFar(BigDecimal.ZERO, 0, Duration.ZERO, false);
    }
}
