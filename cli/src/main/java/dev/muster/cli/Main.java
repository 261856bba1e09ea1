package dev.muster.cli;

import module java.base;
import dev.muster.cli.command.AuditCommand;
import dev.muster.cli.command.BrokerCommand;
import dev.muster.cli.command.CompareCommand;
import dev.muster.cli.command.CompletedWords;
import dev.muster.cli.command.CompletionCommand;
import dev.muster.cli.command.ControlCommand;
import dev.muster.cli.command.CoordinatorCommand;
import dev.muster.cli.command.DemoCommand;
import dev.muster.cli.command.DownCommand;
import dev.muster.cli.command.FlakyCommand;
import dev.muster.cli.command.HealthCommand;
import dev.muster.cli.command.HelpPage;
import dev.muster.cli.command.ImportCommand;
import dev.muster.cli.command.InitCommand;
import dev.muster.cli.command.JudgeCommand;
import dev.muster.cli.command.ProbeCommand;
import dev.muster.cli.command.ReportCommand;
import dev.muster.cli.command.RunCommand;
import dev.muster.cli.command.RunsCommand;
import dev.muster.cli.command.SchemaCommand;
import dev.muster.cli.command.TokenCommand;
import dev.muster.cli.command.UpCommand;
import dev.muster.cli.command.ValidateCommand;
import dev.muster.cli.command.ViewCommand;
import dev.muster.cli.command.WorkerCommand;
import dev.muster.cli.embedded.EmbeddedDatabase;
import dev.muster.cli.fleet.EarlyStart;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.Exit;
import dev.muster.cli.session.QuickExit;
import dev.muster.cli.session.Shell;
import dev.muster.cli.session.Shutdown;
import dev.muster.cli.up.UpFile;
import dev.muster.common.agent.http.AllowedHosts;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.target.OfferedNames;
import dev.muster.common.time.Durations;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.suite.source.Nearest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code muster} command. */
@Command(name = "muster", description = "Regression tests of AI agents.", mixinStandardHelpOptions = true, versionProvider = Main.Version.class, synopsisSubcommandLabel = "COMMAND")
public final class Main {

    private static final Map<String, Supplier<Object>> COMMANDS = commands();
    /** How long a process waits, when it must end, for a database that it is just starting. */
    private static final Duration LAST = Duration.ofSeconds(10);

    /** As in suites: what is longer can't be added to a time. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private Main() {}

    public static void main(String[] args) {
        Shutdown.lastly(() -> EmbeddedDatabase.endAll(LAST));
        var exit = new AtomicReference<@Nullable QuickExit>();
        int code = run(Shell.ofThisProcess(), () -> exit.set(QuickExit.prepare()), args);
        Objects.requireNonNullElseGet(exit.get(), QuickExit::prepare).with(isWritten() ? code : Exit.BROKEN);
    }

    /** Whether standard output took everything, or its reader has closed it. */
    private static boolean isWritten() {
        if (!System.out.checkError()) {
            return true;
        }
        try (var again = new FileOutputStream(FileDescriptor.out)) {
            again.write('\n');
        } catch (IOException e) {
            var why = String.valueOf(e.getMessage());
            if (!why.contains("Broken pipe")) {
                System.err.println("muster: standard output could not be written (" + why + ")");
            }
            return why.contains("Broken pipe");
        }
        System.err.println("muster: not all of standard output could be written");
        return false;
    }

    public static int run(String... args) {
        return run(Shell.ofThisProcess(), args);
    }

    /** Runs one command line and returns its exit code. */
    public static int run(Shell shell, String... args) {
        return run(shell, () -> {}, args);
    }

    /** @param executed runs when only the database is still to be closed */
    private static int run(Shell shell, Runnable executed, String... args) {
        if (args.length > 1 && args[0].equals(CompletedWords.COMMAND)) {
            var line = new CommandLine(new Main());
            add(line, args[1], shell.environment());
            return new CompletedWords(line, shell).print(List.of(args).subList(1, args.length));
        }
        try (var early = EarlyStart.of(List.of(args), shell.environment())) {
            var line = new CommandLine(new Main());
            add(line, args.length == 0 ? "" : args[0], shell.environment());
            HelpPage.lay("muster", line, shell.environment());
            var folder = Path.of("").toAbsolutePath().equals(shell.folder()) ? Path.of("") : shell.folder();
            line.registerConverter(Path.class, text -> text.contains("://") ? Path.of(text) : folder.resolve(text));
            line.getSubcommands().forEach((name, command) -> {
                HelpPage.lay(name, command, shell.environment());
                CommandContext.set(command, shell, Main::run);
            });
            return line.setOut(writer(shell.words().out())).setErr(writer(shell.words().err()))
                    .setExecutionExceptionHandler(new Exit(shell.environment()))
                    .setParameterExceptionHandler(Main::refuse)
                    .setExecutionStrategy(parsed -> execute(parsed, early, executed))
                    .execute(args.length == 0 ? new String[]{"--help"} : withoutMisleadingHelp(args));
        }
    }

    /** With {@code --help} behind it, picocli would ignore an unknown command and exit with 0. */
    private static String[] withoutMisleadingHelp(String[] args) {
        return args[0].startsWith("-") || COMMANDS.containsKey(args[0]) ? args : new String[]{args[0]};
    }

    /** All commands with their options. */
    public static CommandLine commandLine() {
        var line = new CommandLine(new Main());
        add(line, "", Map.of());
        return line;
    }

    private static int execute(CommandLine.ParseResult parsed, EarlyStart early, Runnable executed) {
        early.awaitLog();
        try {
            return new CommandLine.RunLast().execute(parsed);
        } finally {
            executed.run();
        }
    }

    /** Prints only the sentence: behind a page of usage it would be overlooked. */
    private static int refuse(CommandLine.ParameterException e, String[] args) {
        var command = e.getCommandLine();
        command.getErr().println("muster: " + Printable.line(CommandLineFault.of(e)));
        command.getErr().println("See " + command.getCommandSpec().qualifiedName() + " --help");
        return Exit.BAD_INPUT;
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, stream.charset());
    }

    /** Inspecting all commands takes a tenth of a second or more, so only the typed one is inspected. */
    private static void add(CommandLine line, String typed, Map<String, String> environment) {
        var only = COMMANDS.get(typed);
        if (only != null) {
            line.addSubcommand(typed, only.get());
        } else {
            COMMANDS.forEach((name, command) -> line.addSubcommand(name, command.get()));
        }
        line.registerConverter(Duration.class, by(Main::duration));
        line.registerConverter(BigDecimal.class, by(Main::amount));
        line.registerConverter(Coordinators.class, by(text -> UpFile.coordinators(text, Home.of(environment))));
        line.registerConverter(OfferedNames.class, by(OfferedNames::parse));
        line.registerConverter(AllowedHosts.class, by(AllowedHosts::parse));
    }

    private static Duration duration(String text) {
        var read = Durations.parse(text);
        if (read.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("'" + text + "' is too long; at most " + LONGEST.toDays() + "d");
        }
        return read;
    }

    private static BigDecimal amount(String text) {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not a number, such as 2.50", e);
        }
    }

    /** Picocli repeats the message of this exception only. */
    private static <T> CommandLine.ITypeConverter<T> by(Function<String, T> parser) {
        return text -> {
            try {
                return parser.apply(text);
            } catch (IllegalArgumentException | ArithmeticException e) {
                throw new CommandLine.TypeConversionException(e.getMessage());
            }
        };
    }

    /** The version of this build, from the manifest of this class's jar. */
    static final class Version implements CommandLine.IVersionProvider {

        @Override
        public String[] getVersion() {
            var version = Main.class.getPackage().getImplementationVersion();
            return new String[]{"muster " + Objects.requireNonNullElse(version, "(not packaged)")};
        }
    }

    private static Map<String, Supplier<Object>> commands() {
        var commands = new LinkedHashMap<String, Supplier<Object>>();
        commands.put("demo", DemoCommand::new);
        commands.put("init", InitCommand::new);
        commands.put("import", ImportCommand::new);
        commands.put("run", RunCommand::new);
        commands.put("probe", ProbeCommand::new);
        commands.put("validate", ValidateCommand::new);
        commands.put("schema", SchemaCommand::new);
        commands.put("runs", RunsCommand::new);
        commands.put("report", ReportCommand::new);
        commands.put("compare", CompareCommand::new);
        commands.put("flaky", FlakyCommand::new);
        commands.put("judge", JudgeCommand::new);
        commands.put("view", ViewCommand::new);
        commands.put("cancel", ControlCommand.Cancel::new);
        commands.put("pause", ControlCommand.Pause::new);
        commands.put("continue", ControlCommand.Continue::new);
        commands.put("token", TokenCommand::new);
        commands.put("audit", AuditCommand::new);
        commands.put("up", UpCommand::new);
        commands.put("down", DownCommand::new);
        commands.put("coordinator", CoordinatorCommand::new);
        commands.put("worker", WorkerCommand::new);
        commands.put("health", HealthCommand::new);
        commands.put("broker", BrokerCommand::new);
        commands.put("completion", CompletionCommand::new);
        return commands;
    }

    /** Says in one sentence what is wrong with a command line. */
    private static final class CommandLineFault {

        /** Commands of other tools, and ours. */
        private static final Map<String, String> HABITS = Map.of("test", "run", "eval", "run", "start", "up", "stop",
                "down", "list", "runs", "ls", "runs", "check", "validate", "lint", "validate", "diff", "compare",
                "show",
                "report");

        /** What make and others call -j. */
        private static final String PARALLEL = "--parallel";

        static String of(ParameterException fault) {
            var command = fault.getCommandLine();
            return switch (fault) {
                case UnmatchedArgumentException unmatched -> unmatched(unmatched.getUnmatched().getFirst(), command);
                case MissingParameterException missing when String.valueOf(missing.getMessage())
                        .contains("for option") ->
                    missing.getMissing().stream().map(CommandLineFault::shown).findFirst().orElse("an option")
                            .replaceFirst(" ", " needs ");
                case MissingParameterException missing when !missing.getMissing().isEmpty() ->
                    command.getCommandSpec().qualifiedName() + " needs "
                            + missing.getMissing().stream().map(CommandLineFault::shown)
                                    .collect(Collectors.joining(" and "));
                default -> value(String.valueOf(fault.getMessage()));
            };
        }

        private static String unmatched(String word, CommandLine command) {
            var root = command.getParent() == null;
            var name = command.getCommandSpec().qualifiedName();
            if (word.startsWith("-")) {
                var known = command.getCommandSpec().optionsMap().keySet();
                boolean isParallel = word.startsWith("-j") && known.contains(PARALLEL);
                return "unknown option '" + word + "'" + (isParallel ? "; did you mean '" + PARALLEL + "'?"
                        : Nearest.hint(word, known));
            }
            boolean suite = word.contains("/") || word.contains(".") || word.contains(" ");
            if (root) {
                var habit = HABITS.get(word);
                return "unknown command '" + word + "'" + (habit != null ? "; did you mean '" + habit + "'?"
                        : suite ? "; did you mean muster run -i " + quoted(word) + "?"
                                : Nearest.hint(word, command.getSubcommands().keySet()));
            }
            return "unexpected argument '" + word + "'" + (command.getCommandName().equals("run")
                    ? "; did you mean muster run -i " + quoted(word) + "?"
                    : command.getCommandSpec().positionalParameters().isEmpty() ? "; " + name + " takes only options"
                            : "");
        }

        private static String quoted(String word) {
            return word.contains(" ") || word.contains("*") ? "'" + word + "'" : word;
        }

        private static String shown(ArgSpec missing) {
            return missing instanceof OptionSpec option ? option.longestName() + " " + option.paramLabel()
                    : missing.paramLabel();
        }

        /** Shortens picocli's {@code Invalid value for option '--parallel': 'many' is not an int}. */
        private static String value(String message) {
            var start = "Invalid value for option '";
            return !message.startsWith(start) ? message
                    : message.substring(start.length()).replaceFirst("'(?: \\([^)]*\\))?: ", ": ")
                            .replaceFirst("is not an? (?:int|long)$", "is not a whole number");
        }
    }
}
