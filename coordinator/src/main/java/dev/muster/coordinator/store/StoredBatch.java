package dev.muster.coordinator.store;

import module java.base;

/**
 * Results of one run that were added together.
 *
 * @param after the run's newest sequence number before them
 * @param upTo its newest sequence number now; there may be gaps
 */
record StoredBatch(String run, LocalDate day, long after, long upTo, List<SizedCase> results) {}
