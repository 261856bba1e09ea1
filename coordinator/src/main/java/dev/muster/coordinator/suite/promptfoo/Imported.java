package dev.muster.coordinator.suite.promptfoo;

import module java.base;
import dev.muster.coordinator.suite.source.Fault;

/**
 * A project made of a promptfoo configuration.
 *
 * @param files content by path in the folder
 * @param programs the files that have to be executable
 * @param assertions by promptfoo's type
 */
public record Imported(Map<String, byte[]> files, Set<String> programs, List<Fault> losses,
        Map<String, Share> assertions, int cases) {

    /** How many assertions of a type there are, and how many were carried over. */
    public record Share(int written, int carried) {

        public Share and(Share other) {
            return new Share(written + other.written, carried + other.carried);
        }
    }

    /** Returns the shares of all types together. */
    public Share all() {
        return assertions.values().stream().reduce(new Share(0, 0), Share::and);
    }
}
