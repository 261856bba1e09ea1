package dev.muster.coordinator.store;

import module java.base;
import dev.muster.coordinator.run.RunState;

record PortionRun(String run, LocalDate day, long lastSeq, RunState state, int cells) {}
