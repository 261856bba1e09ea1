package dev.muster.coordinator.store;

import module java.base;
import dev.muster.coordinator.run.StoredCase;

/** @param bytes size of its details as text; 0 until {@link DetailCopy} has written them */
record SizedCase(StoredCase result, int bytes) {}
