package dev.muster.coordinator.store;

import module java.base;

record NeededRun(String run, String other, String why) {}
