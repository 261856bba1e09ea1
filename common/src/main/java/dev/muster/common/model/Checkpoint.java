package dev.muster.common.model;

import dev.muster.common.assertion.Assertion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that must happen at some point of a dynamic conversation.
 *
 * @param id unique in its case
 * @param description for people; null when it has none
 * @param assertions tried on each reply until all hold for one
 * @param after checkpoints that must be reached first; in the same turn is enough
 * @param required the case fails without it
 */
public record Checkpoint(String id, @Nullable String description, List<Assertion> assertions, List<String> after,
        boolean required) {

    public Checkpoint {
        assertions = List.copyOf(assertions);
        after = List.copyOf(after);
    }
}
