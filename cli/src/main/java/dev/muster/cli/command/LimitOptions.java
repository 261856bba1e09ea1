package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.BadInput;
import dev.muster.common.config.ConnectorConfig;
import dev.muster.coordinator.client.RunBounds;
import dev.muster.coordinator.run.RunLimits;
import dev.muster.coordinator.run.SuiteLimits;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that limit a run, and its priority. */
final class LimitOptions {

    @Option(names = "--max-cost", paramLabel = "USD", description = "Stop the run when its calls cost more than "
            + "this, by the pricing of their connectors.")
    private @Nullable BigDecimal maxCost;

    @Option(names = "--max-errors", paramLabel = "N", description = "Stop the run when more cases than this ended in "
            + "an error.")
    private @Nullable Integer maxErrors;

    @Option(names = "--max-duration", paramLabel = "DURATION", description = "Stop the run after this time; pauses "
            + "do not count.")
    private @Nullable Duration maxDuration;

    @Option(names = "--priority", paramLabel = "N", defaultValue = "0", description = "Priority among the runs of "
            + "the fleet; higher goes first (default: ${DEFAULT-VALUE}).")
    private int priority;

    @Option(names = "--retry-failed", paramLabel = "N", defaultValue = "0", description = "Retries of a case that "
            + "failed; a case that then passes is flaky (default: ${DEFAULT-VALUE}).")
    private int retryFailed;

    RunBounds within(StrictOption strict) {
        return new RunBounds(new RunLimits(maxCost, maxErrors, maxDuration), priority, retryFailed,
                strict.isStrict());
    }

    void check() throws BadInput {
        BadInput.throwIf(maxCost != null && maxCost.signum() <= 0,
                "--max-cost takes US dollars, more than 0, such as 2.50");
        BadInput.throwIf(maxErrors != null && maxErrors < 0,
                "--max-errors takes a whole number of 0 or more; with 0 the first error stops the run");
        BadInput.throwIf(maxDuration != null && maxDuration.isZero(), "--max-duration takes more than 0, such as 30m");
        BadInput.checkRange("--retry-failed", retryFailed, 0, SuiteLimits.MOST_RETRIES);
        BadInput.checkRange("--priority", priority, -100, 100);
    }

    /** Without any price a cost limit would have no effect. */
    void check(Collection<ConnectorConfig> connectors) throws BadInput {
        BadInput.throwIf(
                maxCost != null && connectors.stream().map(ConnectorConfig::pricing).noneMatch(Objects::nonNull),
                "--max-cost needs the 'pricing' of connectors, and no connector of this run has "
                        + "one; add it to muster.yaml, or leave --max-cost out");
    }
}
