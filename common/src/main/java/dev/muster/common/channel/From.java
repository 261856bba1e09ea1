package dev.muster.common.channel;

import module java.base;

/** Where a feed starts. */
public sealed interface From {

    /** The oldest record kept, in all partitions. */
    record Beginning() implements From {}

    /** After the newest record, in all partitions. */
    record End() implements From {}

    /** These partitions only, each from an offset. */
    record Offsets(Map<Integer, Long> offsets) implements From {}
}
