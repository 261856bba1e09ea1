package dev.muster.coordinator.suite.source;

import module java.base;

/**
 * The ids of a file so far, with their lines. Keeps a 96-bit hash and a line instead of each id (16 bytes, so a million
 * ids take 32 MB); the chance of a collision among a million ids is 1 in 10^17.
 */
public final class SeenIds {

    private long[] hashes = new long[64];
    private int[] moreHash = new int[64];
    private int[] lines = new int[64];
    private int count;

    /** Returns the first line of a known id; empty for a new id, which is then recorded. */
    public OptionalInt firstLine(String id, int line) {
        if (2 * (count + 1) > hashes.length) {
            grow();
        }
        long hash = hash(id);
        int more = id.hashCode();
        int slot = slot(hash, more);
        if (lines[slot] != 0) {
            return OptionalInt.of(lines[slot]);
        }
        put(slot, hash, more, line);
        count++;
        return OptionalInt.empty();
    }

    /** Returns an id, with a number from 2 on when it is taken, and records it. */
    public String free(String id, int line) {
        var free = id;
        for (int n = 2; firstLine(free, line).isPresent(); n++) {
            free = id + "-" + n;
        }
        return free;
    }

    private int slot(long hash, int more) {
        int mask = hashes.length - 1;
        int slot = (int) hash & mask;
        while (lines[slot] != 0 && (hashes[slot] != hash || moreHash[slot] != more)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void put(int slot, long hash, int more, int line) {
        hashes[slot] = hash;
        moreHash[slot] = more;
        lines[slot] = line;
    }

    private void grow() {
        var oldHashes = hashes;
        var oldMore = moreHash;
        var oldLines = lines;
        hashes = new long[2 * oldHashes.length];
        moreHash = new int[hashes.length];
        lines = new int[hashes.length];
        for (int i = 0; i < oldHashes.length; i++) {
            if (oldLines[i] != 0) {
                put(slot(oldHashes[i], oldMore[i]), oldHashes[i], oldMore[i], oldLines[i]);
            }
        }
    }

    /** FNV-1a with a final mix (from MurmurHash3), so that similar ids spread over the table. */
    private static long hash(String id) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < id.length(); i++) {
            hash = (hash ^ id.charAt(i)) * 0x100000001b3L;
        }
        hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
        hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
        return hash ^ hash >>> 33;
    }
}
