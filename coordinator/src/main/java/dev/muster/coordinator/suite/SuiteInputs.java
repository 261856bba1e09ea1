package dev.muster.coordinator.suite;

import module java.base;

/**
 * What a run reads.
 *
 * @param named all of {@code -i}
 * @param messages all of {@code --say}: texts that are messages, whatever they look like
 * @param inCi whether a single word that names no file is a fault
 */
public record SuiteInputs(List<String> named, List<String> messages, boolean inCi) {}
