package dev.muster.cli.session;

import module java.base;

/**
 * The shell that a command line is typed in.
 *
 * @param folder the working folder
 * @param person what the user at the terminal types; empty without a terminal
 * @param in standard input, for piped input
 */
public record Shell(Path folder, Map<String, String> environment, PrintStream out, PrintStream err,
        Supplier<Optional<BufferedReader>> person, InputStream in) {

    /** Returns the shell that this process was started in. */
    public static Shell ofThisProcess() {
        return new Shell(Path.of("").toAbsolutePath(), System.getenv(), System.out, System.err, Shell::atTheConsole,
                System.in);
    }

    /** Returns the same shell with more variables. */
    public Shell with(Map<String, String> variables) {
        var all = new HashMap<>(environment);
        all.putAll(variables);
        return new Shell(folder, Map.copyOf(all), out, err, person, in);
    }

    /** Returns the same shell with its output going elsewhere. */
    Shell into(PrintStream other) {
        return new Shell(folder, environment, other, other, Optional::empty, in);
    }

    /** Returns the same shell with plain text output, even when a GitHub Actions job reads it. */
    public Shell words() {
        return WorkflowCommandFilter.isRead(environment)
                ? new Shell(folder, environment, WorkflowCommandFilter.over(out),
                        WorkflowCommandFilter.over(err), person, in)
                : this;
    }

    @SuppressWarnings("SystemConsoleNull") // since JDK 25, null again without a terminal
    private static Optional<BufferedReader> atTheConsole() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal)
                .map(console -> new BufferedReader(console.reader()));
    }
}
