package dev.muster.common.channel;

import java.util.Map;

/** Where a feed starts. */
public sealed interface From {

    /** The oldest record kept, in all partitions. */
    record Beginning() implements From {}

    /** After the newest record, in all partitions. */
    record End() implements From {}

    /** What a feed of this name committed last, in all partitions; the beginning where it never did. */
    record Committed(String group) implements From {}

    /** These partitions only, each from an offset. */
    record Offsets(Map<Integer, Long> offsets) implements From {
        public Offsets {
            offsets = Map.copyOf(offsets);
        }
    }
}
