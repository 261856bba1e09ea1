package dev.muster.common.channel;

import module java.base;

/** Where a feed starts. */
public sealed interface From {

    /** The oldest record kept, in all partitions. */
    record Beginning() implements From {}

    /** After the newest record, in all partitions. */
    record End() implements From {}

    /** The last commit of a feed with this name, in all partitions; the beginning where there is none. */
    record Committed(String group) implements From {}

    /** These partitions only, each from an offset. */
    record Offsets(Map<Integer, Long> offsets) implements From {}
}
