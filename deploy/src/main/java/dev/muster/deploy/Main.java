package dev.muster.deploy;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code muster} command. */
@Command(name = "muster", description = "Regression tests of AI agents.", mixinStandardHelpOptions = true, versionProvider = Version.class)
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        System.exit(run(args));
    }

    /** Runs one command line and returns its exit code. */
    public static int run(String... args) {
        return new CommandLine(new Main()).execute(args);
    }
}
