package dev.muster.common.message;

import dev.muster.common.json.Json;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;

/** Turns one kind of message into bytes and back. */
public final class Codec<T> {

    public static final Codec<InboxMessage> INBOX = new Codec<>(InboxMessage.class);
    public static final Codec<AttemptFinished> RESULT = new Codec<>(AttemptFinished.class);
    public static final Codec<WorkerMessage> WORKER = new Codec<>(WorkerMessage.class);
    public static final Codec<ControlMessage> CONTROL = new Codec<>(ControlMessage.class);

    private final ObjectReader reader;
    private final ObjectWriter writer;

    private Codec(Class<T> type) {
        reader = Json.MAPPER.readerFor(type);
        writer = Json.MAPPER.writerFor(type);
    }

    public byte[] encode(T message) {
        return writer.writeValueAsBytes(message);
    }

    /** @throws UnreadableMessage when the bytes are no such message */
    public T decode(byte[] bytes) {
        try {
            return reader.readValue(bytes);
        } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
            // records check their components in their constructors: a missing one is a NullPointerException
            throw new UnreadableMessage(e);
        }
    }
}
