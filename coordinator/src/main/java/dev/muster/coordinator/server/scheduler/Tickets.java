package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes and checks tickets: the first 128 bits of HMAC-SHA256 over the place of a case, its dispatch and the incarnation
 * that it goes to, with a secret that only the fleet's leaders know. An order carries one, and its report repeats it, so
 * that nobody can report what it was not given. Belongs to one thread.
 */
final class Tickets {

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
                numbers.clear().putInt(ref.number()).putInt(ref.cell()).putInt(ref.repeat()).putLong(dispatch.epoch())
                        .putLong(dispatch.n()).array());
        add(incarnation);
        return HexFormat.of().formatHex(mac.doFinal(), 0, BYTES);
    }

    /** Whether the report carries the ticket of its order; compared in constant time. */
    boolean good(AttemptFinished report) {
        var ticket = report.ticket();
        return ticket != null && MessageDigest.isEqual(ticket.getBytes(StandardCharsets.UTF_8),
                of(report.ref(), report.dispatch(), report.incarnation()).getBytes(StandardCharsets.UTF_8));
    }

    private void add(String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        mac.update(length.putInt(0, bytes.length).array());
        mac.update(bytes);
    }
}
