package dev.muster.coordinator.server.ledger;

import dev.muster.coordinator.server.ledger.CaseState.Assigned;
import dev.muster.coordinator.server.ledger.CaseState.Pending;

/** The meaning of a report for its case. */
public sealed interface Judgement {

    /** The case's one result. */
    record Verdict(Assigned was) implements Judgement {}

    /** An attempt without a verdict: recorded, and the case is retried. */
    record GoesAgain(Assigned was, Pending next) implements Judgement {}

    /** A report of a dispatch that is not the assigned one: recorded as an attempt, without effect. */
    record Superseded() implements Judgement {}
}
