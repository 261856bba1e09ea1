package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.channel.Entry;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Codec;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.UnreadableMessage;
import dev.muster.common.message.WorkerMessage;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** A record of a feed, decoded as far as possible. */
sealed interface ReportedRecord {

    Entry entry();

    record Attempt(Entry entry, AttemptFinished report) implements ReportedRecord {}

    record Said(Entry entry, WorkerMessage message) implements ReportedRecord {}

    /** A report with the ticket of its order, of which only the head can be read. */
    record Broken(Entry entry, ReportHead head, String reason) implements ReportedRecord {}

    /** A record that is not Muster's. */
    record Unreadable(Entry entry, String reason) implements ReportedRecord {}

    /** Returns the reports of a batch; each is refused by itself. */
    static List<ReportedRecord> results(Entry entry, Tickets tickets) {
        if (entry.value() == null) {
            return List.of(new Unreadable(entry, "results without a body"));
        }
        try {
            var batch = Codec.REPORTS.open(entry.value());
            var found = new ArrayList<ReportedRecord>(batch.reports().size());
            for (var report : batch.reports()) {
                found.add(tickets.good(report) ? new Attempt(entry, report)
                        : new Unreadable(entry, "a result without the ticket of its order"));
            }
            for (var unread : batch.unread()) {
                found.add(ReportHead.of(unread.head(), batch).filter(tickets::good)
                        .<ReportedRecord>map(head -> new Broken(entry, head, unread.reason()))
                        .orElseGet(() -> new Unreadable(entry, unread.reason())));
            }
            return found;
        } catch (UnreadableMessage e) {
            return List.of(new Unreadable(entry, String.valueOf(e.getMessage())));
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

    /**
     * Makes and checks tickets: the first 128 bits of HMAC-SHA256 over the place of a case, its dispatch and the incarnation
     * that it goes to, with a secret that only the fleet's leaders know. An order carries one, and its report repeats it, so
     * that nobody can report what it was not given. Belongs to one thread.
     */
    static final class Tickets {

        private static final String ALGORITHM = "HmacSHA256";
        private static final int BYTES = 16;

        private final Mac mac;
        private final ByteBuffer numbers = ByteBuffer.allocate(3 * Integer.BYTES + 2 * Long.BYTES);
        private final ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);

        /** @param secret the same of every leader of the fleet */
        Tickets(byte[] secret) {
            try {
                mac = Mac.getInstance(ALGORITHM);
                mac.init(new SecretKeySpec(secret, ALGORITHM));
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("every JVM has " + ALGORITHM, e);
            }
        }

        String of(CaseRef ref, Dispatch dispatch, String incarnation) {
            add(ref.run());
            mac.update(
                    numbers.clear().putInt(ref.number()).putInt(ref.cell()).putInt(ref.repeat())
                            .putLong(dispatch.epoch())
                            .putLong(dispatch.n()).array());
            add(incarnation);
            return HexFormat.of().formatHex(mac.doFinal(), 0, BYTES);
        }

        /** Whether the report carries the ticket of its order; compared in constant time. */
        boolean good(AttemptFinished report) {
            return good(report.ticket(), of(report.ref(), report.dispatch(), report.incarnation()));
        }

        boolean good(ReportHead head) {
            return good(head.ticket(), of(head.ref(), head.dispatch(), head.incarnation()));
        }

        private static boolean good(@Nullable String ticket, String wanted) {
            return ticket != null && MessageDigest.isEqual(ticket.getBytes(StandardCharsets.UTF_8),
                    wanted.getBytes(StandardCharsets.UTF_8));
        }

        private void add(String text) {
            var bytes = text.getBytes(StandardCharsets.UTF_8);
            mac.update(length.putInt(0, bytes.length).array());
            mac.update(bytes);
        }
    }
}
