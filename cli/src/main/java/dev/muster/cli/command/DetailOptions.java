package dev.muster.cli.command;

import dev.muster.cli.session.BadInput;
import dev.muster.coordinator.report.console.ConsoleStyle.Detail;
import picocli.CommandLine.Option;

/** How much of a run the console shows. */
final class DetailOptions {

    @Option(names = {"-v", "--verbose"}, description = "Every reply, tool call and assertion.")
    private boolean verbose;

    @Option(names = "--quiet", description = "Only what did not pass, in a few lines "
            + "each, ten cases at most.")
    private boolean quiet;

    boolean isVerbose() {
        return verbose;
    }

    void check() throws BadInput {
        BadInput.throwIf(quiet && verbose, "--quiet and -v are mutually exclusive");
    }

    Detail detail() {
        if (verbose) {
            return Detail.VERBOSE;
        }
        return quiet ? Detail.QUIET : Detail.NORMAL;
    }
}
