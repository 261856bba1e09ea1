package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.BadInput;
import dev.muster.coordinator.client.RunPace;
import dev.muster.coordinator.run.SuiteLimits;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** How fast a run goes, and when it gives up on a case or on all. */
final class PaceOptions {

    private static final int RETRIES = 2;

    /** Cases in flight of a local run that says nothing else. */
    private static final int LOCAL_PARALLEL = 16;

    @Option(names = "--timeout", paramLabel = "DURATION", description = "Time limit of cases that set none (default: "
            + "5m).")
    private @Nullable Duration timeout;

    @Option(names = "--parallel", paramLabel = "N", description = "Maximum number of cases in flight (default: 16; "
            + "on a fleet, its free slots).")
    private int parallel;

    @Option(names = "--fail-fast", description = "Stop at the first case that does not pass.")
    private boolean failFast;

    @Option(names = "--retries", paramLabel = "N", description = "Retries of a case whose agent could not "
            + "be reached (default: 2; none in a local run if nothing ever listened there, unless CI is set).")
    private @Nullable Integer retries;

    void check(ParseResult given) throws BadInput {
        BadInput.throwIf(parallel < 1 && given.hasMatchedOption("--parallel"),
                "--parallel takes a whole number of 1 or more; leave it out for the default");
        BadInput.checkRange("--retries", retries(), 0, SuiteLimits.MOST_RETRIES);
        BadInput.throwIf(timeout != null && timeout.isZero(),
                "--timeout takes more than 0; without it a case has 5m");
    }

    /** Returns the maximum number of cases in flight; 0 for as many as a fleet has slots. */
    int parallel(boolean local) {
        return local && parallel == 0 ? LOCAL_PARALLEL : parallel;
    }

    private int retries() {
        return retries == null ? RETRIES : retries;
    }

    /** @param inCi whether the agent may be starting beside the run */
    RunPace of(boolean local, boolean inCi) {
        return new RunPace(timeout, parallel(local), failFast, retries(), local && !inCi && retries == null);
    }
}
