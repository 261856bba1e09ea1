package dev.muster.coordinator.store;

import module java.base;

/**
 * A run that may be deleted.
 *
 * @param epoch its fleet's epoch when the run was read
 */
public record PrunableRun(String run, LocalDate day, String fleet, long epoch, boolean over, long results) {}
