package dev.muster.cli.embedded;

import module java.base;
import java.lang.ProcessBuilder.Redirect;

/** Runs PostgreSQL's programs: as an ordinary user, without the caller's PostgreSQL settings, with English messages. */
record PostgresCommands(DatabaseHome home, PostgresBinaries binaries) {

    private static final Duration LONGEST_RUN = Duration.ofMinutes(2);
    private static final int TAIL = 4;
    private static final File NOTHING = new File("/dev/null");

    Process start(String program, String... arguments) {
        return EmbeddedServerException.telling("Cannot run " + binaries.program(program),
                ": on Linux it needs glibc"
                        + (OrdinaryUser.here() == OrdinaryUser.CALLER ? "" : " and, for root, the program unshare")
                        + ".",
                () -> builder(program, arguments).start());
    }

    /** Runs a program to its end; returns the exit code, and keeps the output for {@link #output}. */
    int run(String program, String... arguments) {
        return ended(program, start(program, arguments));
    }

    /** Runs a program with a text on its standard input to its end; returns the exit code. */
    int runWith(String input, String program, String... arguments) {
        return EmbeddedServerException.telling("Cannot run " + binaries.program(program), ".", () -> {
            var process = builder(program, arguments).redirectInput(Redirect.PIPE).start();
            try (var in = process.outputWriter(StandardCharsets.UTF_8)) {
                in.write(input);
            }
            return ended(program, process);
        });
    }

    private int ended(String program, Process process) {
        if (!Poll.until(LONGEST_RUN, () -> !process.isAlive())) {
            process.destroyForcibly();
            throw new EmbeddedServerException(program + " did not end within " + LONGEST_RUN.toSeconds() + " s in "
                    + home.folder() + ": is the disk full or gone?");
        }
        return process.exitValue();
    }

    /** Returns the last output lines of the latest command, on one line; for root also why it may have been refused. */
    String output() {
        String tail = tail(lines(home.commandLog(), 0));
        return tail.contains("unshare")
                ? tail + "; PostgreSQL refuses to run as root, and this machine does not let root drop its "
                        + "privileges with "
                        + "'unshare -U' or setpriv: run muster as an ordinary user, or give the address of a "
                        + "PostgreSQL of your own"
                : tail;
    }

    /** Returns the lines of a log after its first bytes; none when there is no log yet. */
    static List<String> lines(Path log, long from) {
        try (var content = Files.newInputStream(log)) {
            content.skipNBytes(from);
            return new String(content.readAllBytes(), StandardCharsets.UTF_8).lines().map(String::strip)
                    .filter(line -> !line.isEmpty()).toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Returns the last few lines, on one. */
    static String tail(List<String> lines) {
        return String.join(" | ", lines.subList(Math.max(0, lines.size() - TAIL), lines.size()));
    }

    private ProcessBuilder builder(String program, String... arguments) {
        List<String> command = Stream.of(
                OrdinaryUser.here().command(), Stream.of(binaries.program(program).toString()),
                Stream.of(arguments)).flatMap(part -> part).toList();
        ProcessBuilder builder = new ProcessBuilder(command).directory(home.folder().toFile())
                .redirectErrorStream(true)
                .redirectInput(Redirect.from(NOTHING))
                .redirectOutput(home.commandLog().toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
        builder.environment().put("LC_ALL", "C");
        return builder;
    }
}
