package dev.muster.common.channel.memory;

import module java.base;
import dev.muster.common.channel.Entry;

/** The records of one partition, oldest first. */
final class MemoryPartition {

    private final Deque<Entry> entries = new ArrayDeque<>();
    private long end;

    long end() {
        return end;
    }

    long beginning() {
        var first = entries.peekFirst();
        return first == null ? end : first.offset();
    }

    void append(Entry entry, boolean compacted) {
        if (compacted) {
            entries.removeIf(older -> older.key().equals(entry.key()));
        }
        entries.addLast(entry);
        end++;
    }

    /** Adds records from an offset on; returns the offset to continue from. */
    long read(long from, int atMost, List<Entry> into) {
        if (from >= end || atMost <= 0) {
            return from;
        }
        long next = from;
        int left = atMost;
        for (var entry : entries) {
            if (entry.offset() < from) {
                continue;
            }
            if (left-- == 0) {
                return next;
            }
            into.add(entry);
            next = entry.offset() + 1;
        }
        return end;
    }

    void trim(long before) {
        while (!entries.isEmpty() && entries.getFirst().offset() < before) {
            entries.removeFirst();
        }
    }
}
