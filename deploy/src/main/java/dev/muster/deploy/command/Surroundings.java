package dev.muster.deploy.command;

import dev.muster.coordinator.report.ConsoleStyle;
import dev.muster.coordinator.report.Terminal;
import dev.muster.deploy.fleet.Home;
import dev.muster.worker.talk.People;
import java.io.BufferedReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where a command runs: its folder, its environment, its output. */
public final class Surroundings {

    @Option(names = "--no-color", description = "No colours, also on a terminal.")
    private boolean noColor;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    /** As the shell has it. */
    public Path workingFolder() {
        return Path.of("").toAbsolutePath();
    }

    public Map<String, String> environment() {
        return System.getenv();
    }

    public Home home() {
        return Home.of(environment());
    }

    public PrintStream out() {
        return System.out;
    }

    public PrintWriter err() {
        return command.commandLine().getErr();
    }

    /** The person at the terminal; nobody where there is none. */
    @SuppressWarnings("SystemConsoleNull") // since JDK 25 there is none again without a terminal
    People people(Screen screen) {
        var console = System.console();
        return console != null && console.isTerminal()
                ? new TerminalPeople(new BufferedReader(console.reader()), out(), screen)
                : People.NOBODY;
    }

    public ConsoleStyle style(ConsoleStyle.Detail detail) {
        return ConsoleStyle.of(Terminal.detect(environment()), environment(), !noColor, detail);
    }
}
