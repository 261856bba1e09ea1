package dev.muster.coordinator.server.ledger;

import module java.base;
import dev.muster.coordinator.server.ledger.CaseState.Pending;

/**
 * The first case of its lane, waiting for its agents.
 *
 * @param since when it was first passed over
 */
public record BlockedCase(Pending pending, Instant since) {}
