package dev.muster.cli.embedded;

import module java.base;
import dev.muster.common.process.Launch;
import java.lang.ProcessBuilder.Redirect;

/**
 * A shell that waits beside a process which has a database open. If the process ends without closing it, killed or out
 * of memory, the shell becomes a Muster that stops the server, unless others have it open.
 */
record DatabaseGuard(Process shell) implements AutoCloseable {

    /** The pipe ends with the process that holds its other end, however that ends. Ctrl-C reaches the shell, too. */
    private static final String WAIT = "trap '' INT HUP QUIT TERM; read -r closed || exec \"$@\"";

    static DatabaseGuard start(DatabaseHome home) {
        var stopping = Launch.of(Stopping.class, Objects.requireNonNull(home.folder().getParent()).toString())
                .withJvmOptions("-Xmx64m");
        var command = Stream.concat(Stream.of("/bin/sh", "-c", WAIT, "muster-database-guard"),
                stopping.command().stream()).toList();
        return EmbeddedServerException.telling("Cannot run /bin/sh", ".", () -> new DatabaseGuard(
                new ProcessBuilder(command).directory(home.folder().toFile()).redirectErrorStream(true)
                        .redirectOutput(Redirect.DISCARD).start()));
    }

    @Override
    public void close() {
        try (var line = shell.outputWriter(StandardCharsets.UTF_8)) {
            line.write("closed\n");
        } catch (IOException e) {
            // it was killed: there is nothing to end
        }
    }

    /** What the shell becomes. */
    static final class Stopping {

        private Stopping() {}

        public static void main(String[] arguments) {
            EmbeddedDatabase.stopUnused(DatabaseHome.under(Path.of(arguments[0])));
        }
    }
}
