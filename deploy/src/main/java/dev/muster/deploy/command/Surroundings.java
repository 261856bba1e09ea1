package dev.muster.deploy.command;

import dev.muster.coordinator.report.ConsoleStyle;
import dev.muster.coordinator.report.Terminal;
import dev.muster.deploy.fleet.Home;
import dev.muster.worker.talk.People;
import java.io.BufferedReader;
import java.io.Console;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
    People people(Screen screen) {
        var console = console();
        return console == null ? People.NOBODY
                : new TerminalPeople(new BufferedReader(console.reader()), out(), screen);
    }

    /** Whether somebody sits at a terminal. */
    boolean hasPerson() {
        return console() != null;
    }

    @SuppressWarnings("SystemConsoleNull") // since JDK 25 there is none again without a terminal
    private static @Nullable Console console() {
        var console = System.console();
        return console != null && console.isTerminal() ? console : null;
    }

    public ConsoleStyle style(ConsoleStyle.Detail detail) {
        return ConsoleStyle.of(Terminal.detect(environment()), environment(), !noColor, detail);
    }
}
