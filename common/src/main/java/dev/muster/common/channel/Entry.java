package dev.muster.common.channel;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * A record read from a topic.
 *
 * @param time when the carrier accepted it
 * @param value null for a tombstone
 */
public record Entry(Topic topic, int partition, long offset, Instant time, String key, @Nullable Payload value) {}
