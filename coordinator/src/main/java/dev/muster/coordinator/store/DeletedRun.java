package dev.muster.coordinator.store;

import module java.base;

record DeletedRun(String run, LocalDate day) {}
