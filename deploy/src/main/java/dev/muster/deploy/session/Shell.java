package dev.muster.deploy.session;

import java.io.BufferedReader;
import java.io.Console;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Where a command line is typed.
 *
 * @param folder the working folder
 * @param person what the person at the terminal types; empty where nobody sits
 * @param in standard input, for what is piped in
 */
public record Shell(Path folder, Map<String, String> environment, PrintStream out, PrintStream err,
        Supplier<Optional<BufferedReader>> person, InputStream in) {

    /** With nothing piped in. */
    public Shell(Path folder, Map<String, String> environment, PrintStream out, PrintStream err,
            Supplier<Optional<BufferedReader>> person) {
        this(folder, environment, out, err, person, InputStream.nullInputStream());
    }

    /** What this process was started in. */
    public static Shell ofThisProcess() {
        return new Shell(Path.of("").toAbsolutePath(), System.getenv(), System.out, System.err, Shell::atTheConsole,
                System.in);
    }

    /** The same, whose output is nothing but text, also where a job of GitHub Actions reads along. */
    public Shell words() {
        return WorkflowCommandFilter.isRead(environment)
                ? new Shell(folder, environment, WorkflowCommandFilter.over(out),
                        WorkflowCommandFilter.over(err), person, in)
                : this;
    }

    @SuppressWarnings("SystemConsoleNull") // since JDK 25 there is none again without a terminal
    private static Optional<BufferedReader> atTheConsole() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal)
                .map(console -> new BufferedReader(console.reader()));
    }
}
