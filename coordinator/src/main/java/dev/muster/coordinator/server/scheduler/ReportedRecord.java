package dev.muster.coordinator.server.scheduler;

import dev.muster.common.channel.Entry;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.Codec;
import dev.muster.common.message.UnreadableMessage;
import dev.muster.common.message.WorkerMessage;

/** A record of a feed, decoded as far as possible. */
sealed interface ReportedRecord {

    Entry entry();

    record Attempt(Entry entry, AttemptFinished report) implements ReportedRecord {}

    record Said(Entry entry, WorkerMessage message) implements ReportedRecord {}

    /** A record that is not Muster's. */
    record Unreadable(Entry entry, String reason) implements ReportedRecord {}

    static ReportedRecord result(Entry entry, Tickets tickets) {
        try {
            if (entry.value() == null) {
                return new Unreadable(entry, "a result without a body");
            }
            var report = Codec.RESULT.open(entry.value());
            return tickets.good(report) ? new Attempt(entry, report)
                    : new Unreadable(entry, "a result without the ticket of its order");
        } catch (UnreadableMessage e) {
            return new Unreadable(entry, String.valueOf(e.getMessage()));
        }
    }

    static ReportedRecord said(Entry entry) {
        try {
            return entry.value() == null ? new Unreadable(entry, "a message without a body")
                    : new Said(entry, Codec.WORKER.open(entry.value()));
        } catch (UnreadableMessage e) {
            return new Unreadable(entry, String.valueOf(e.getMessage()));
        }
    }
}
