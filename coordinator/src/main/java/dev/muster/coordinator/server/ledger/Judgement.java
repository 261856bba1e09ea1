package dev.muster.coordinator.server.ledger;

import dev.muster.coordinator.server.ledger.CaseState.Assigned;
import dev.muster.coordinator.server.ledger.CaseState.Pending;

/** What a report means for its case. */
public sealed interface Judgement {

    /** The case's one result. */
    record Verdict(Assigned was) implements Judgement {}

    /** An attempt without a verdict: kept, and the case goes round again. */
    record GoesAgain(Assigned was, Pending next) implements Judgement {}

    /** Of a dispatch that is not the assigned one: kept as an attempt, counts for nothing. */
    record Superseded() implements Judgement {}
}
