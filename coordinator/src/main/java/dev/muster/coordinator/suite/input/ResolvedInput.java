package dev.muster.coordinator.suite.input;

import module java.base;
import dev.muster.common.option.Reference;
import tools.jackson.databind.node.ObjectNode;

/** What an {@code -i} resolves to. */
public sealed interface ResolvedInput {

    /**
     * A file, a folder or a glob.
     *
     * @param passedOver files that have an ending of suites and match no dialect
     */
    record Suites(List<SuiteFile> files, List<SuiteFile> passedOver) implements ResolvedInput {}

    /** A script whose tests are cases. */
    record Tests(SuiteFile file) implements ResolvedInput {}

    /** One case of a file. */
    record OneCase(ResolvedInput file, String id) implements ResolvedInput {}

    /** An agent or a script that generates cases. */
    record Generator(Reference use, ObjectNode parameters) implements ResolvedInput {}

    /** A suite as {@code .jsonl} on standard input. */
    record StandardInput() implements ResolvedInput {}

    /** A message to the target. */
    record Message(String text) implements ResolvedInput {}

    /** An input that cannot be read. */
    record Wrong(String sentence) implements ResolvedInput {}
}
