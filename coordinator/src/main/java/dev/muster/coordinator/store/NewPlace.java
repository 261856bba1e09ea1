package dev.muster.coordinator.store;

import module java.base;

record NewPlace(LocalDate day, long base, int place) {}
