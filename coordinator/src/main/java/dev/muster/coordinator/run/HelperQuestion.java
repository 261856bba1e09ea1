package dev.muster.coordinator.run;

import module java.base;
import dev.muster.common.config.RetryPolicy;
import dev.muster.common.message.Target;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request to an agent that generates cases or reports a run.
 *
 * @param agent with {@code ${ENV.…}} unresolved
 * @param timeout for its whole answer
 */
public record HelperQuestion(HelperRole role, Target agent, ObjectNode document, Duration timeout, RetryPolicy retry) {}
