package dev.muster.coordinator.suite;

import java.nio.file.Path;
import java.util.List;

/** What an {@code -i} turned out to be. */
sealed interface Input {

    /**
     * A file, a folder or a glob.
     *
     * @param passedOver files that bear no dialect's marks
     */
    record Suites(List<SuiteFile> files, List<Path> passedOver) implements Input {
        public Suites {
            files = List.copyOf(files);
            passedOver = List.copyOf(passedOver);
        }
    }

    /** Something to say to the target. */
    record Message(String text) implements Input {}

    /** Nothing that can be read. */
    record Wrong(String sentence) implements Input {}
}
