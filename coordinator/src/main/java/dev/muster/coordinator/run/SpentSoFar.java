package dev.muster.coordinator.run;

import java.math.BigDecimal;
import java.time.Duration;

/**
 * What a run took under an earlier coordinator, of what its limits count.
 *
 * @param costUsd of the results and other attempts that are stored
 * @param elapsed without the time that it was paused
 * @param paused whether it is paused now
 */
public record SpentSoFar(BigDecimal costUsd, int errors, Duration elapsed, boolean paused) {

    public static final SpentSoFar NOTHING = new SpentSoFar(BigDecimal.ZERO, 0, Duration.ZERO, false);
}
