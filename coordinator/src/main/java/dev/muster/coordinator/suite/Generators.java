package dev.muster.coordinator.suite;

import dev.muster.common.option.Reference;
import tools.jackson.databind.node.ObjectNode;

/** Who makes cases when a run asks for them: {@code -i agents:ID?name=value} and {@code -i scripts:ID}. */
@FunctionalInterface
public interface Generators {

    /** Where nothing may be called. */
    Generators NONE = (generator, parameters) -> new Answer.Nothing(
            "nothing is generated here; muster run --dry-run generates cases and runs none");

    /** @param parameters what follows the {@code ?}, each value by its looks a number, true, false or a text */
    Answer generate(Reference generator, ObjectNode parameters);

    /** What a generator gave. */
    sealed interface Answer {

        /** Its answer as it came: cases in JSON, perhaps in Markdown. */
        record Said(String text) implements Answer {}

        /** None; the sentence says why. */
        record Nothing(String why) implements Answer {}
    }
}
