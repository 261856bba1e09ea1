package dev.muster.common.channel;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A record as read.
 *
 * @param time when the carrier took it
 * @param value null for a tombstone
 */
@SuppressWarnings("ArrayRecordComponent") // the bytes are decoded at once and never compared
public record Entry(Topic topic, int partition, long offset, Instant time, String key, byte @Nullable [] value) {}
