package dev.muster.deploy.embedded;

import java.nio.file.Path;

/**
 * A running PostgreSQL kept under a home folder. Several processes may have it open at once: the first starts the
 * server, the last that closes stops it. A process that dies counts as closed; a server that nobody stopped is taken
 * over by the next.
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
     * Returns when the server answers and its database is there; the first time ever this takes some seconds.
     *
     * @param home what {@code MUSTER_HOME} names
     * @throws EmbeddedServerException with a sentence for the user
     */
    public static EmbeddedDatabase open(Path home) {
        DatabaseHome databaseHome = DatabaseHome.under(home);
        SharedDatabase shared = SharedDatabase.in(databaseHome);
        PostmasterFile server = shared.join();
        return new EmbeddedDatabase(shared, server, Login.with(server.port(), databaseHome.password()));
    }

    /** For JDBC; without the password. */
    public String url() {
        return login.url();
    }

    /** Owns the server and everything in it. */
    public String user() {
        return Login.USER;
    }

    /** Random, made with the data folder; it keeps other users of this machine out. */
    public String password() {
        return login.password();
    }

    public int port() {
        return server.port();
    }

    /** The process id of the server's first process, the postmaster. */
    public long pid() {
        return server.pid();
    }

    public int majorVersion() {
        return DatabaseHome.MAJOR_VERSION;
    }

    /** Stops the server if nobody else has it open. A second call waits for the first and does nothing. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            shared.leave();
        }
    }
}
