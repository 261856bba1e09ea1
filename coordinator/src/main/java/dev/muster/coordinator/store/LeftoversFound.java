package dev.muster.coordinator.store;

import module java.base;

record LeftoversFound(List<Long> files, int workers, int setAside) {
    long bytes() {
        return files.stream().mapToLong(Long::longValue).sum();
    }
}
