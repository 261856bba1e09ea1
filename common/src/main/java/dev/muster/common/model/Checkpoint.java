package dev.muster.common.model;

import module java.base;
import dev.muster.common.assertion.Assertion;
import org.jspecify.annotations.Nullable;

/**
 * An expectation that must be met at some point of a dynamic conversation.
 *
 * @param id unique in its case
 * @param description for users; null for none
 * @param assertions evaluated on each reply until all hold for one
 * @param after checkpoints that must be reached first, possibly in the same turn
 * @param required whether the case fails without it
 */
public record Checkpoint(String id, @Nullable String description, List<Assertion> assertions, List<String> after,
        boolean required) {

    public Checkpoint {
        assertions = List.copyOf(assertions);
        after = List.copyOf(after);
    }
}
