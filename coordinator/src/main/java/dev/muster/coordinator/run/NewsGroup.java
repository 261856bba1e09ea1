package dev.muster.coordinator.run;

import module java.base;

/** @param named the first of its cases, in the order of the suite */
public record NewsGroup(NewsKind kind, long cases, List<NewsCase> named) {

    public NewsGroup {
        named = List.copyOf(named);
    }
}
