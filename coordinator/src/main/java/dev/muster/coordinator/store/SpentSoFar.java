package dev.muster.coordinator.store;

import module java.base;

/**
 * The spending of a run under an earlier coordinator, as far as its limits count it.
 *
 * @param costUsd cost of the stored results and other attempts
 * @param elapsed without the time that it was paused
 */
public record SpentSoFar(BigDecimal costUsd, int errors, Duration elapsed, boolean paused) {

    public static final SpentSoFar NOTHING = new SpentSoFar(BigDecimal.ZERO, 0, Duration.ZERO, false);
}
