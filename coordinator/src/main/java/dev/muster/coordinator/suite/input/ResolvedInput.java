package dev.muster.coordinator.suite.input;

import dev.muster.common.option.Reference;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What an {@code -i} turned out to be. */
public sealed interface ResolvedInput {

    /**
     * A file, a folder or a glob.
     *
     * @param passedOver files that bear no dialect's marks
     */
    record Suites(List<SuiteFile> files, List<Path> passedOver) implements ResolvedInput {
        public Suites {
            files = List.copyOf(files);
            passedOver = List.copyOf(passedOver);
        }
    }

    /** A script whose tests are cases. */
    record Tests(SuiteFile file) implements ResolvedInput {}

    /** An agent or a script that makes cases. */
    record Generator(Reference use, ObjectNode parameters) implements ResolvedInput {}

    /** A suite as {@code .jsonl} on standard input. */
    record StandardInput() implements ResolvedInput {}

    /** Something to say to the target. */
    record Message(String text) implements ResolvedInput {}

    /** Nothing that can be read. */
    record Wrong(String sentence) implements ResolvedInput {}
}
