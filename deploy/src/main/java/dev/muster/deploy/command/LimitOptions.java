package dev.muster.deploy.command;

import module java.base;
import dev.muster.common.config.ConnectorConfig;
import dev.muster.coordinator.client.RunOptions;
import dev.muster.coordinator.run.RunLimits;
import dev.muster.deploy.session.BadInput;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that limit a run, and its priority. */
final class LimitOptions {

    @Option(names = "--max-cost", paramLabel = "USD", description = "Stop when the calls of the run cost more, by the pricing of their connectors.")
    private @Nullable BigDecimal maxCost;

    @Option(names = "--max-errors", paramLabel = "N", description = "Stop when more cases ended in an error.")
    private @Nullable Integer maxErrors;

    @Option(names = "--max-duration", paramLabel = "DURATION", description = "Stop when the run has been going on for longer; pauses do not count.")
    private @Nullable Duration maxDuration;

    @Option(names = "--priority", paramLabel = "N", defaultValue = "0", description = "Beside other runs of the fleet: more is sooner (default: ${DEFAULT-VALUE}).")
    private int priority;

    @Option(names = "--retry-failed", paramLabel = "N", defaultValue = "0", description = "Tries more for a case that failed; one that then passes is flaky (default: ${DEFAULT-VALUE}).")
    private int retryFailed;

    RunOptions.Within within() {
        return new RunOptions.Within(new RunLimits(maxCost, maxErrors, maxDuration), priority, retryFailed);
    }

    void check() throws BadInput {
        if (maxCost != null && maxCost.signum() <= 0) {
            throw new BadInput("--max-cost takes US dollars, more than 0, such as 2.50");
        }
        if (maxErrors != null && maxErrors < 0) {
            throw new BadInput("--max-errors takes a whole number of 0 or more; with 0 the first error stops the run");
        }
        if (maxDuration != null && maxDuration.isZero()) {
            throw new BadInput("--max-duration takes more than 0, such as 30m");
        }
        if (retryFailed < 0) {
            throw new BadInput("--retry-failed takes a whole number of 0 or more");
        }
        if (priority < -100 || priority > 100) {
            throw new BadInput("--priority takes a whole number from -100 to 100");
        }
    }

    /** Without any price a cost limit would have no effect. */
    void check(Collection<ConnectorConfig> connectors) throws BadInput {
        if (maxCost != null && connectors.stream().map(ConnectorConfig::pricing).noneMatch(Objects::nonNull)) {
            throw new BadInput("--max-cost counts what connectors say in 'pricing', and no connector of this run has "
                    + "one; add it to muster.yaml, or leave --max-cost out");
        }
    }
}
