package dev.muster.coordinator.analysis.figures;

import module java.base;

public record SlowCase(String id, long ms) {}
