package dev.muster.cli.session;

import module java.base;
import dev.muster.cli.fleet.Home;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.script.host.HostSettings;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.console.ConsoleStyle;
import dev.muster.coordinator.report.console.ConsoleStyle.Terminal;
import dev.muster.coordinator.store.DatabaseAddress;
import dev.muster.coordinator.suite.project.ProjectReader;
import dev.muster.coordinator.suite.project.UserConfig;
import dev.muster.worker.conversation.HumanUsers;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where a command runs: its folder, its environment, its streams. */
public final class CommandContext {

    private static final String SCRIPT_MEMORY = "MUSTER_SCRIPT_MEMORY";
    /** Mebibytes: the language alone needs about 40. */
    private static final int LEAST_MEMORY = 64;

    @Option(names = "--no-color", description = "No colors, even on a terminal.")
    private boolean noColor;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    private Shell shell = Shell.ofThisProcess();
    private Shell words = shell.words();
    private @Nullable DatabaseAddress database;
    private ToIntBiFunction<Shell, String[]> also = (_, _) -> Exit.BAD_INPUT;

    /**
     * Tells a command where its line was typed; by default, where this process was started.
     *
     * @param also carries out another line in a shell
     */
    public static void set(CommandLine command, Shell shell, ToIntBiFunction<Shell, String[]> also) {
        command.getCommandSpec().mixins().values().stream().map(CommandSpec::userObject)
                .filter(CommandContext.class::isInstance).map(CommandContext.class::cast)
                .forEach(here -> {
                    here.shell = shell;
                    here.words = shell.words();
                    here.also = also;
                });
    }

    /** Returns the main class for child processes of this program. */
    public Class<?> main() {
        return command.root().userObject().getClass();
    }

    /** Carries out another command line from here, with more variables; returns its exit code. */
    public int also(Map<String, String> variables, String... line) {
        return also.applyAsInt(shell.with(variables), line);
    }

    /** Does the same with all that is printed going elsewhere. */
    public int alsoInto(PrintStream out, Map<String, String> variables, String... line) {
        return also.applyAsInt(shell.with(variables).into(out), line);
    }

    public Path workingFolder() {
        return shell.folder();
    }

    public Map<String, String> environment() {
        return shell.environment();
    }

    /**
     * Reads the project's configuration.
     *
     * @param file null for the one found from here upwards
     * @throws BadInput with all its faults
     */
    public ProjectConfig project(@Nullable Path file) throws BadInput {
        var read = new ProjectReader(workingFolder(), mine()).read(file);
        BadInput.throwIf(!read.faults().isEmpty(), read.faults().stream().map(fault -> Printable.line(fault.toString()))
                .collect(Collectors.joining("\n")));
        return read.config();
    }

    /** Returns the user's own configuration. */
    public UserConfig mine() {
        return UserConfig.read(environment());
    }

    public Home home() {
        return new Home(Home.of(environment()).folder(), database);
    }

    void keepRunsAt(@Nullable DatabaseAddress named) {
        database = named;
    }

    public InputStream in() {
        return shell.in();
    }

    /** Returns the first message that the human user types; empty when there is none. */
    public Optional<String> firstMessage() throws IOException {
        var person = shell.person().get();
        if (person.isEmpty()) {
            return Optional.empty();
        }
        out().print("You: ");
        out().flush();
        return Optional.ofNullable(person.get().readLine()).map(String::strip).filter(typed -> !typed.isEmpty());
    }

    /** For human readers: the output is plain text only. */
    public PrintStream out() {
        return words.out();
    }

    /** For programs, and for commands to a GitHub Actions runner. */
    public PrintStream data() {
        return shell.out();
    }

    public PrintWriter err() {
        return command.commandLine().getErr();
    }

    /** Returns the script host; nothing starts before the first script. */
    public ScriptHost scripts() throws BadInput {
        return new ScriptHost(HostSettings.DEFAULT.withMemory(scriptMemory()));
    }

    /**
     * Returns the memory for scripts, in mebibytes.
     *
     * @throws BadInput when the environment's memory setting is invalid
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
            // reported below
        }
        throw new BadInput(SCRIPT_MEMORY + " takes a whole number of mebibytes of " + LEAST_MEMORY + " or more, not '"
                + memory + "'");
    }

    /** Returns the human user at the terminal; none without a terminal. */
    public HumanUsers people(Screen screen) {
        return shell.person().get().<HumanUsers>map(typed -> new TerminalUser(typed, out(), screen))
                .orElse(HumanUsers.NONE);
    }

    public boolean hasPerson() {
        return shell.person().get().isPresent();
    }

    /** Returns the width of the terminal; 0 where there is none. */
    public int columns() {
        var terminal = Terminal.detect(environment());
        return terminal.isThere() ? terminal.width() : 0;
    }

    public ConsoleStyle style(ConsoleStyle.Detail detail) {
        return ConsoleStyle.of(Terminal.detect(environment()), environment(), !noColor, detail);
    }
}
