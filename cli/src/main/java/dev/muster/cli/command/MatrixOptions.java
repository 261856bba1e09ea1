package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.BadInput;
import dev.muster.coordinator.client.RunMatrix;
import picocli.CommandLine.Option;

/** The options that say which agents to ask the cases of a run, and how often. */
final class MatrixOptions {

    /** The limit of a case, too. */
    private static final int MOST_REPEATS = 10_000;

    @Option(names = {"-n",
        "--name"}, paramLabel = "AGENT", description = "Id of the agent under test. Repeat it for a matrix.")
    private List<String> agents = new ArrayList<>();

    @Option(names = {"-c",
        "--connector"}, paramLabel = "CONNECTOR", description = "Connector for the agent under test. Repeat it for a "
                + "matrix.")
    private List<String> connectors = new ArrayList<>();

    @Option(names = "--repeat", paramLabel = "N", defaultValue = "1", description = "Run every case N times in each "
            + "cell of the matrix (default: ${DEFAULT-VALUE}; a case's own repeat takes precedence).")
    private int repeat;

    @Option(names = "--stop-repeats", description = "Stop repeating a case in a cell after its first failure.")
    private boolean stopRepeats;

    void check() throws BadInput {
        BadInput.checkRange("--repeat", repeat, 1, MOST_REPEATS);
    }

    RunMatrix across() {
        return new RunMatrix(agents, connectors, repeat, stopRepeats);
    }
}
