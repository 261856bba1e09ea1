package dev.muster.worker.isolated;

import module java.base;
import dev.muster.common.channel.Payload;
import dev.muster.common.json.Json;
import dev.muster.common.message.Codec;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.UnreadableMessage;
import dev.muster.worker.attempt.Attempts.Attempted;
import tools.jackson.core.JacksonException;

/**
 * The pipe format of an isolated attempt. In: the order, then a byte for each call that may begin. Out: frames of one
 * byte for the kind, then its fields. JSON is preceded by its length.
 */
final class AttemptFrames {

    /** Bytes; anything longer is no frame but a JVM's last words. */
    private static final int LONGEST = 512 << 20;

    private static final int MAY_CALL = 1;
    private static final int DUE = 2;
    private static final int DONE = 3;

    private AttemptFrames() {}

    static void write(DataOutputStream out, CaseOrder order) throws IOException {
        json(out, Codec.INBOX.seal(order).bytes());
    }

    static CaseOrder readOrder(DataInputStream in) throws IOException {
        try {
            if (Codec.INBOX.open(Payload.of(json(in))) instanceof CaseOrder order) {
                return order;
            }
            throw new IOException("another message in the place of an order");
        } catch (UnreadableMessage e) {
            throw new IOException(e);
        }
    }

    static void write(DataOutputStream out, AttemptMessage said) throws IOException {
        switch (said) {
            case AttemptMessage.MayCall() -> out.writeByte(MAY_CALL);
            case AttemptMessage.Due(var in) -> {
                out.writeByte(DUE);
                out.writeLong(in.toNanos());
            }
            case AttemptMessage.Done(var attempted) -> {
                out.writeByte(DONE);
                json(out, Json.MAPPER.writeValueAsBytes(attempted));
            }
        }
        out.flush();
    }

    static AttemptMessage read(DataInputStream in) throws IOException {
        int kind = in.readByte();
        return switch (kind) {
            case MAY_CALL -> new AttemptMessage.MayCall();
            case DUE -> new AttemptMessage.Due(Duration.ofNanos(in.readLong()));
            case DONE -> new AttemptMessage.Done(attempted(json(in)));
            default -> throw new IOException("no frame of kind " + kind);
        };
    }

    private static Attempted attempted(byte[] json) throws IOException {
        try {
            return Json.MAPPER.readValue(json, Attempted.class);
        } catch (JacksonException e) {
            throw new IOException(e);
        }
    }

    private static void json(DataOutputStream out, byte[] json) throws IOException {
        out.writeInt(json.length);
        out.write(json);
        out.flush();
    }

    private static byte[] json(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > LONGEST) {
            throw new IOException("a frame of " + length + " bytes");
        }
        return in.readNBytes(length);
    }
}
