package dev.muster.cli.embedded;

import module java.base;
import dev.muster.cli.embedded.PostmasterFile.Progress;

/** Finds, starts and stops the server process of a data folder. Use only under the start lock. */
record Postmaster(DatabaseHome home, PostgresCommands commands) {

    private static final Duration LONGEST_START = Duration.ofMinutes(4);
    private static final Duration SHORT_STOP = Duration.ofMillis(500);
    private static final Duration LONGEST_FAST_STOP = Duration.ofSeconds(60);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(10);

    /** After a server is killed, its children need a moment to notice and end. */
    private static final Duration LONGEST_HINDRANCE = Duration.ofSeconds(10);
    private static final long LONGEST_LOG_BYTES = 8 << 20;

    /** Returns the running server, else a new one, which tries to reuse the previous port. */
    PostmasterFile findOrStart() {
        int lastPort = PostmasterFile.read(home.data()).map(PostmasterFile::port).orElse(0);
        return find().orElseGet(() -> start(lastPort));
    }

    /** Fast shutdown: open connections are cut off, nothing committed is lost. */
    void stop() {
        living().ifPresent(this::stop);
    }

    private void stop(PostmasterFile server) {
        // A plain signal is the fastest, but it waits for open sessions to end; if one stays, the next signal is
        // needed.
        ProcessHandle.of(server.pid()).ifPresent(ProcessHandle::destroy);
        if (Poll.until(SHORT_STOP, () -> !server.isAlive(home.data()))) {
            return;
        }
        signalStop("fast");
        if (!Poll.until(LONGEST_FAST_STOP, () -> !server.isAlive(home.data()))) {
            signalStop("immediate");
            Poll.until(LONGEST_STOP, () -> !server.isAlive(home.data()));
        }
    }

    boolean isRunning(PostmasterFile server) {
        return living().filter(server::equals).isPresent();
    }

    /** Waits for a server that is just starting or stopping: the process that started it may have been killed. */
    private Optional<PostmasterFile> find() {
        Poll.until(LONGEST_START,
                () -> living().map(PostmasterFile::progress).orElse(Progress.READY) == Progress.READY);
        Optional<PostmasterFile> server = living();
        if (server.isEmpty()) {
            deleteStaleFile();
        }
        return server;
    }

    private Optional<PostmasterFile> living() {
        return PostmasterFile.read(home.data()).filter(server -> server.isAlive(home.data()));
    }

    private Optional<PostmasterFile> ready() {
        return living().filter(server -> server.progress() == Progress.READY);
    }

    /** PostgreSQL would trust it even if another program now has its process id. */
    private void deleteStaleFile() {
        var _ = EmbeddedServerException.telling("Cannot delete what a dead server left",
                ": the folder must belong to the user who runs muster.",
                () -> Files.deleteIfExists(PostmasterFile.in(home.data())));
    }

    private PostmasterFile start(int preferredPort) {
        new DataFolder(home, commands).ensure();
        setLongLogAside();
        long giveUp = System.nanoTime() + LONGEST_HINDRANCE.toNanos();
        Attempt attempt = attempt(FreePort.preferably(preferredPort));
        while (attempt instanceof Failed failed && failed.mayPass() && System.nanoTime() < giveUp) {
            attempt = attempt(FreePort.preferably(preferredPort));
        }
        return switch (attempt) {
            case Started started -> started.server();
            case Failed failed -> throw new EmbeddedServerException("The embedded PostgreSQL in " + home.folder()
                    + " did not start: " + failed.reason());
        };
    }

    private Attempt attempt(int port) {
        new DataFolder(home, commands).configure(port);
        long logged = logBytes();
        Process starter = commands.start("pg_ctl", "start", "--wait", "--timeout=" + LONGEST_START.toSeconds(),
                "--pgdata=" + home.data(), "--log=" + home.log());
        Poll.until(LONGEST_START, () -> ready().isPresent() || !starter.isAlive());
        // pg_ctl checks the server only ten times a second; until then a Ctrl-C that reaches pg_ctl stops the server.
        starter.destroyForcibly();
        return ready().<Attempt>map(Started::new).orElseGet(
                () -> new Failed(PostgresCommands.lines(home.log(), logged), commands.output()));
    }

    private void signalStop(String mode) {
        commands.run("pg_ctl", "stop", "--no-wait", "--mode=" + mode, "--pgdata=" + home.data());
    }

    private long logBytes() {
        return home.log().toFile().length();
    }

    private void setLongLogAside() {
        if (logBytes() < LONGEST_LOG_BYTES) {
            return;
        }
        Path aside = home.log().resolveSibling(home.log().getFileName() + ".1");
        var _ = EmbeddedServerException.telling("Cannot set the log of PostgreSQL aside", ".",
                () -> Files.move(home.log(), aside, StandardCopyOption.REPLACE_EXISTING));
    }

    private sealed interface Attempt {}

    private record Started(PostmasterFile server) implements Attempt {}

    private record Failed(List<String> log, String output) implements Attempt {

        /** Another program took the port first, or children of a killed server still run. */
        boolean mayPass() {
            return log.stream()
                    .anyMatch(line -> line.contains("Address already in use") || line.contains("is still in use"));
        }

        String reason() {
            return log.isEmpty() ? output : PostgresCommands.tail(log);
        }
    }
}
