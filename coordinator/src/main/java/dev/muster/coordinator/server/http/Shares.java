package dev.muster.coordinator.server.http;

import module java.base;

/** Places of which there are only so many, and each caller has a share, so that no token takes those of all others. */
final class Shares {

    private final int most;
    private final int mostOfOne;
    private final Map<String, Integer> taken = new HashMap<>();
    private int all;

    Shares(int most, int mostOfOne) {
        this.most = most;
        this.mostOfOne = mostOfOne;
    }

    /** Takes a place; false when there is none, or the caller has its share. */
    synchronized boolean take(String caller) {
        int own = taken.getOrDefault(caller, 0);
        if (all >= most || own >= mostOfOne) {
            return false;
        }
        all++;
        taken.put(caller, own + 1);
        return true;
    }

    synchronized void giveBack(String caller) {
        all--;
        taken.computeIfPresent(caller, (name, own) -> own == 1 ? null : own - 1);
    }
}
