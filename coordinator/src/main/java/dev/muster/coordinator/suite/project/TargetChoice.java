package dev.muster.coordinator.suite.project;

import module java.base;
import org.jspecify.annotations.Nullable;

/** The target of a case, or why it has none. */
public sealed interface TargetChoice {

    /** @param connector null for the one in the agent's configuration */
    record Target(String agent, @Nullable String connector) implements TargetChoice {}

    /** @param about the place of the mistake */
    record None(TargetFault about, String sentence) implements TargetChoice {}
}
