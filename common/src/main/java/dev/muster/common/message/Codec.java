package dev.muster.common.message;

import module java.base;
import dev.muster.common.channel.Payload;
import dev.muster.common.channel.RefusedPayload;
import dev.muster.common.json.Json;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;

/** Converts one kind of message to a record's payload and back; inside one process it stays an object. */
public final class Codec<T> {

    public static final Codec<InboxMessage> INBOX = new Codec<>(InboxMessage.class);
    public static final Codec<ReportBatch> REPORTS = new Codec<>(ReportBatch.class, ReportBatch::encode,
            ReportBatch::decode);
    public static final Codec<WorkerMessage> WORKER = new Codec<>(WorkerMessage.class);
    public static final Codec<ControlMessage> CONTROL = new Codec<>(ControlMessage.class);

    private final Class<T> type;
    private final Function<T, byte[]> writer;
    private final Function<byte[], T> reader;

    private Codec(Class<T> type) {
        this(type, Json.MAPPER.writerFor(type)::writeValueAsBytes, read(Json.MAPPER.readerFor(type)));
    }

    private Codec(Class<T> type, Function<T, byte[]> writer, Function<byte[], T> reader) {
        this.type = type;
        this.writer = writer;
        this.reader = reader;
    }

    private static <T> Function<byte[], T> read(ObjectReader reader) {
        return bytes -> {
            try {
                return reader.readValue(bytes);
            } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
                // records check their components in their constructors: a missing one is a NullPointerException
                throw new UnreadableMessage(e);
            }
        };
    }

    public Payload seal(T message) {
        return new Sealed<>(this, message);
    }

    /** @throws UnreadableMessage when the payload is not such a message */
    public T open(Payload payload) {
        if (payload instanceof RefusedPayload refused) {
            throw new UnreadableMessage(refused.reason());
        }
        return payload instanceof Sealed<?>(var _, var message) && type.isInstance(message) ? type.cast(message)
                : reader.apply(payload.bytes());
    }

    /** A message in transit: messages are immutable, so receivers in this process get the same object. */
    private record Sealed<T>(Codec<T> codec, T message) implements Payload {

        @Override
        public byte[] bytes() {
            return codec.writer.apply(message);
        }

        @Override
        public int size() {
            return 0;
        }
    }
}
