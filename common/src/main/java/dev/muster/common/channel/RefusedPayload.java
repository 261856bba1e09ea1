package dev.muster.common.channel;

/**
 * The content of a record that its carrier does not vouch for, also of one without content: never obeyed.
 *
 * @param reason a sentence that repeats nothing of the record
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RefusedPayload(String reason, byte[] bytes) implements Payload {}
