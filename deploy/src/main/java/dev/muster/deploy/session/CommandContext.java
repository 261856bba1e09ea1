package dev.muster.deploy.session;

import dev.muster.common.script.host.HostSettings;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.coordinator.report.console.ConsoleStyle;
import dev.muster.coordinator.report.console.Terminal;
import dev.muster.deploy.fleet.Home;
import dev.muster.deploy.session.Exit.BadInput;
import dev.muster.worker.conversation.HumanUsers;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where a command runs: its folder, its environment, its output. */
public final class CommandContext {

    private static final String SCRIPT_MEMORY = "MUSTER_SCRIPT_MEMORY";
    /** Mebibytes: the language alone needs some 40. */
    private static final int LEAST_MEMORY = 64;

    @Option(names = "--no-color", description = "No colours, also on a terminal.")
    private boolean noColor;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    private Shell shell = Shell.ofThisProcess();
    private Shell words = shell.words();

    /** Tells a command where its line was typed; without it that is where this process was started. */
    public static void set(CommandLine command, Shell shell) {
        command.getCommandSpec().mixins().values().stream().map(CommandSpec::userObject)
                .filter(CommandContext.class::isInstance).map(CommandContext.class::cast)
                .forEach(here -> here.set(shell));
    }

    private void set(Shell given) {
        shell = given;
        words = given.words();
    }

    /** The class whose main a child process of the same program starts with. */
    public Class<?> main() {
        return command.root().userObject().getClass();
    }

    /** As the shell has it. */
    public Path workingFolder() {
        return shell.folder();
    }

    public Map<String, String> environment() {
        return shell.environment();
    }

    public Home home() {
        return Home.of(environment());
    }

    /** What is piped in. */
    public InputStream in() {
        return shell.in();
    }

    /** What the person at the terminal opens a conversation with; empty when that is nothing. */
    public Optional<String> firstMessage() throws IOException {
        var person = shell.person().get();
        if (person.isEmpty()) {
            return Optional.empty();
        }
        out().print("You: ");
        out().flush();
        return Optional.ofNullable(person.get().readLine()).map(String::strip).filter(typed -> !typed.isEmpty());
    }

    /** For people: what is printed is nothing but text. */
    public PrintStream out() {
        return words.out();
    }

    /** For programs, and for commands to a runner of GitHub Actions. */
    public PrintStream data() {
        return shell.out();
    }

    public PrintWriter err() {
        return command.commandLine().getErr();
    }

    /**
     * Where scripts run: nothing is started before there is one.
     *
     * @throws BadInput when the environment gives it a memory that is none
     */
    public ScriptHost scripts() throws BadInput {
        return new ScriptHost(HostSettings.DEFAULT.withMemory(scriptMemory()));
    }

    /**
     * Mebibytes for scripts.
     *
     * @throws BadInput when the environment gives it a memory that is none
     */
    public int scriptMemory() throws BadInput {
        var memory = environment().getOrDefault(SCRIPT_MEMORY, "").strip();
        if (memory.isEmpty()) {
            return HostSettings.DEFAULT.memoryMiB();
        }
        try {
            int mebibytes = Integer.parseInt(memory);
            if (mebibytes >= LEAST_MEMORY) {
                return mebibytes;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw new BadInput(SCRIPT_MEMORY + " takes a whole number of mebibytes of " + LEAST_MEMORY + " or more, not '"
                + memory + "'");
    }

    /** The person at the terminal; nobody where there is none. */
    public HumanUsers people(Screen screen) {
        return shell.person().get().<HumanUsers>map(typed -> new TerminalUser(typed, out(), screen))
                .orElse(HumanUsers.NOBODY);
    }

    /** Whether somebody sits at a terminal. */
    public boolean hasPerson() {
        return shell.person().get().isPresent();
    }

    public ConsoleStyle style(ConsoleStyle.Detail detail) {
        return ConsoleStyle.of(Terminal.detect(environment()), environment(), !noColor, detail);
    }
}
