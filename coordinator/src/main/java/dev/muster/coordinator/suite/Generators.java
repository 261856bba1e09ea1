package dev.muster.coordinator.suite;

import dev.muster.common.option.Reference;
import dev.muster.coordinator.run.HelperReply;
import tools.jackson.databind.node.ObjectNode;

/** Generates cases for the inputs: {@code -i agents:ID?name=value} and {@code -i scripts:ID}. */
@FunctionalInterface
public interface Generators {

    /** Generates nothing, where no call is allowed. */
    Generators NONE = (generator, parameters) -> new HelperReply.Failed(
            "nothing is generated here; muster run --dry-run generates cases and runs none");

    /**
     * @param parameters what follows the {@code ?}; each value is a number, a boolean or a string, as it looks
     * @return cases in JSON, possibly within Markdown
     */
    HelperReply generate(Reference generator, ObjectNode parameters);
}
