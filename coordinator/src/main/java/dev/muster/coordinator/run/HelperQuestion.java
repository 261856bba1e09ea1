package dev.muster.coordinator.run;

import dev.muster.common.config.RetryPolicy;
import dev.muster.common.message.Target;
import java.time.Duration;
import tools.jackson.databind.node.ObjectNode;

/**
 * What an agent that makes or reports a run is asked.
 *
 * @param agent with {@code ${ENV.…}} unresolved
 * @param document all that it is told
 * @param timeout of its whole answer
 */
public record HelperQuestion(HelperRole role, Target agent, ObjectNode document, Duration timeout,
        RetryPolicy retry) {}
