package dev.muster.coordinator.server.ledger;

import dev.muster.coordinator.server.ledger.CaseState.Pending;
import java.time.Instant;

/**
 * The first case of its lane, waiting for its agents.
 *
 * @param since when it was first passed over
 */
public record BlockedCase(Pending pending, Instant since) {}
