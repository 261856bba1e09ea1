package dev.muster.coordinator.run;

import module java.base;

/** Stores contents by their SHA-256 where every worker can fetch them. */
public interface Blobs {

    boolean has(String sha256) throws IOException;

    /**
     * Stores a content; it is read once, to its end, and need not fit in memory.
     *
     * @throws RefusedRun when it is too large, or does not match its hash
     */
    void put(String sha256, InputStream content) throws IOException, RefusedRun;
}
