package dev.muster.coordinator.ledger;

import dev.muster.coordinator.ledger.CaseState.Pending;
import java.time.Instant;

/**
 * A case that is first in its line and waits for its agents.
 *
 * @param since when it was first passed over
 */
public record Blocked(Pending pending, Instant since) {}
