package dev.muster.coordinator.suite;

import dev.muster.common.option.Reference;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

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

    /** A script whose tests are cases. */
    record Tests(SuiteFile file) implements Input {}

    /** An agent or a script that makes cases. */
    record Generator(Reference use, ObjectNode parameters) implements Input {}

    /** A suite as {@code .jsonl} on standard input. */
    record StandardInput() implements Input {}

    /** Something to say to the target. */
    record Message(String text) implements Input {}

    /** Nothing that can be read. */
    record Wrong(String sentence) implements Input {}
}
