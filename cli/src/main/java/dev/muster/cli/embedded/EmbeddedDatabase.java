package dev.muster.cli.embedded;

import module java.base;

/**
 * A running PostgreSQL in a home folder. Several processes may have it open at once: the first one starts the server,
 * the last one to close stops it. A process that dies counts as closed; a server that was never stopped is reused by
 * the next process.
 */
public final class EmbeddedDatabase implements AutoCloseable {

    private final SharedDatabase shared;
    private final PostmasterFile server;
    private final Login login;
    private boolean closed;

    private EmbeddedDatabase(SharedDatabase shared, PostmasterFile server, Login login) {
        this.shared = shared;
        this.server = server;
        this.login = login;
    }

    /**
     * Returns once the server answers and its database exists; the very first time this takes some seconds.
     *
     * @param home the folder in {@code MUSTER_HOME}
     * @throws EmbeddedServerException with a sentence for the user
     */
    public static EmbeddedDatabase open(Path home) {
        DatabaseHome databaseHome = DatabaseHome.under(home);
        SharedDatabase shared = SharedDatabase.in(databaseHome);
        PostmasterFile server = shared.join();
        return new EmbeddedDatabase(shared, server, Login.with(server.port(), databaseHome.password()));
    }

    /** Whether a home has a database already. */
    public static boolean isIn(Path home) {
        return Files.exists(DatabaseHome.folder(home).resolve("data"));
    }

    /** Returns the JDBC URL, without the password. */
    public String url() {
        return login.url();
    }

    /** Returns the owner of the server and everything in it. */
    public String user() {
        return Login.USER;
    }

    /** Returns the random password, created with the data folder; it keeps other users of this machine out. */
    public String password() {
        return login.password();
    }

    public int port() {
        return server.port();
    }

    /** Returns the process id of the postmaster, the server's first process. */
    public long pid() {
        return server.pid();
    }

    /**
     * Closes all that this process has open and refuses to open more. Call it in a process that ends.
     *
     * @param patience how long to wait for a server that is just being started
     */
    public static void endAll(Duration patience) {
        SharedDatabase.BY_FOLDER.values().forEach(shared -> shared.end(patience));
    }

    /** Stops a server that no process has open: the process that started it died. */
    static void stopUnused(DatabaseHome home) {
        var cache = ProgramCache.of(System.getenv(), Path.of(System.getProperty("user.home")),
                Objects.requireNonNull(home.folder().getParent()));
        try (var locks = ServerLocks.open(home)) {
            locks.alone(() -> {
                if (!locks.othersUse()) {
                    new Postmaster(home, new PostgresCommands(home, PostgresBinaries.unpacked(home, cache))).stop();
                }
                return locks;
            });
        }
    }

    /** Stops the server unless others have it open. A second call waits for the first and does nothing. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            shared.leave();
        }
    }
}
