package dev.muster.coordinator.suite;

import dev.muster.common.option.Reference;
import tools.jackson.databind.node.ObjectNode;

/** Generates cases for the inputs: {@code -i agents:ID?name=value} and {@code -i scripts:ID}. */
@FunctionalInterface
public interface Generators {

    /** Generates nothing, where no call is allowed. */
    Generators NONE = (generator, parameters) -> new Answer.Nothing(
            "nothing is generated here; muster run --dry-run generates cases and runs none");

    /** @param parameters what follows the {@code ?}; each value is a number, a boolean or a string, as it looks */
    Answer generate(Reference generator, ObjectNode parameters);

    /** The outcome of a call to a generator. */
    sealed interface Answer {

        /** The raw answer: cases in JSON, possibly within Markdown. */
        record Said(String text) implements Answer {}

        /** No answer; the sentence says why. */
        record Nothing(String why) implements Answer {}
    }
}
