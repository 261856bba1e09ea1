package dev.muster.coordinator.analysis.figures;

import module java.base;

/** Results of cases with a label. */
public record LabelCount(String name, String value, Count count) {}
