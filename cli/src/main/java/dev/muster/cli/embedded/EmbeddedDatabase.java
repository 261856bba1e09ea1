package dev.muster.cli.embedded;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * A running PostgreSQL in a home folder. Several processes may have it open at once: the first one starts the server,
 * the last one to close stops it. A process that dies counts as closed; a server that was never stopped is reused by
 * the next process.
 */
public final class EmbeddedDatabase implements AutoCloseable {

    private final SharedDatabase shared;
    private final Postmaster.PostmasterFile server;
    private final Login login;
    private boolean closed;

    private EmbeddedDatabase(SharedDatabase shared, Postmaster.PostmasterFile server, Login login) {
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
        Postmaster.PostmasterFile server = shared.join();
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
     * Closes all that this process has open, whoever opened it, and refuses to open more. Call it in a process that ends.
     *
     * @param patience how long to wait for a server that is just being started
     */
    public static void endAll(Duration patience) {
        SharedDatabase.BY_FOLDER.values().forEach(shared -> shared.end(patience));
    }

    /** Stops a server that nobody has open: the process that started it died. */
    static void stopUnused(DatabaseHome home) {
        var cache = PostgresBinaries.ProgramCache.of(System.getenv(), Path.of(System.getProperty("user.home")),
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

    /**
     * One home's server, seen from this process. The first one to join takes a share of the users' lock; the last one to
     * leave releases it, and stops the server if no other process uses it.
     */
    private static final class SharedDatabase {

        /** Static because file locks belong to the whole process, and a second channel would undo the first one's. */
        private static final ConcurrentMap<Path, SharedDatabase> BY_FOLDER = new ConcurrentHashMap<>();

        private final DatabaseHome home;
        private final ReentrantLock turn = new ReentrantLock();
        private int users;
        private boolean ended;
        private @Nullable Running running;

        private SharedDatabase(DatabaseHome home) {
            this.home = home;
        }

        static SharedDatabase in(DatabaseHome home) {
            return BY_FOLDER.computeIfAbsent(home.folder(), folder -> new SharedDatabase(home));
        }

        /** Returns the running server; it is a new one if the previous one was killed. */
        Postmaster.PostmasterFile join() {
            return inTurn(() -> {
                if (ended) {
                    throw new EmbeddedServerException("The process is asked to end.");
                }
                Running joined = running == null ? begin() : running.orAgain();
                running = joined;
                users++;
                return joined.server();
            });
        }

        void leave() {
            inTurn(() -> {
                users--;
                if (users == 0) {
                    endServer();
                }
                return users;
            });
        }

        void end(Duration patience) {
            if (Poll.until(patience, turn::tryLock)) {
                try {
                    ended = true;
                    endServer();
                } finally {
                    turn.unlock();
                }
            }
        }

        private void endServer() {
            var left = running;
            running = null;
            if (left != null) {
                left.end();
            }
        }

        private Running begin() {
            ServerLocks locks = ServerLocks.open(home);
            try {
                return locks.alone(() -> start(locks));
            } catch (RuntimeException e) {
                locks.close();
                throw e;
            }
        }

        private Running start(ServerLocks locks) {
            Thread.ofVirtual().start(Login::loadDriver);
            home.refuseOtherVersion();
            if (locks.othersUse()) {
                refuseOtherMachine();
            }
            locks.use();
            var cache = PostgresBinaries.ProgramCache.of(System.getenv(), Path.of(System.getProperty("user.home")),
                    Objects.requireNonNull(home.folder().getParent()));
            var programs = PostgresBinaries.unpacked(home, cache);
            Postmaster postmaster = new Postmaster(home, new PostgresCommands(home, programs));
            var guard = DatabaseGuard.start(home);
            try {
                return new Running(home, locks, postmaster, serving(home, postmaster), guard);
            } catch (RuntimeException e) {
                guard.close();
                throw e;
            }
        }

        private void refuseOtherMachine() {
            if (!read(home.machine()).orElseGet(SharedDatabase::machine).equals(machine())) {
                throw new EmbeddedServerException("The PostgreSQL in " + home.folder()
                        + " is in use from another machine or container: give each a MUSTER_HOME of its own.");
            }
        }

        /**
         * Identifies this machine and container. File locks work across containers (and over NFS across machines), process
         * ids do not: a server there looks dead from here, and a second one would ruin its data.
         */
        private static String machine() {
            var namespace = Path.of("/proc/self/ns/pid");
            return read(Path.of("/proc/sys/kernel/random/boot_id")).orElse("").strip() + " "
                    + reading(() -> Files.readSymbolicLink(namespace).toString()).orElse("");
        }

        private static Optional<String> read(Path file) {
            return reading(() -> Files.readString(file));
        }

        /** Empty where file not found. */
        private static Optional<String> reading(EmbeddedServerException.Action<String> action) {
            try {
                return Optional.of(action.run());
            } catch (IOException e) {
                return Optional.empty();
            }
        }

        private static Postmaster.PostmasterFile serving(DatabaseHome home, Postmaster postmaster) {
            Postmaster.PostmasterFile server = postmaster.findOrStart();
            var _ = EmbeddedServerException.telling("Cannot write in " + home.folder(), ".",
                    () -> Files.writeString(home.machine(), machine()));
            if (!Files.exists(home.complete())) {
                Login.with(server.port(), home.password()).ensureDatabase();
                var _ = EmbeddedServerException.telling("Cannot write in " + home.folder(), ".",
                        () -> Files.createFile(home.complete()));
            }
            return server;
        }

        private <T> T inTurn(Supplier<T> action) {
            turn.lock();
            try {
                return Poll.uninterrupted(action);
            } finally {
                turn.unlock();
            }
        }

        /** The state while this process uses the server. */
        private record Running(DatabaseHome home, ServerLocks locks, Postmaster postmaster,
                Postmaster.PostmasterFile server, DatabaseGuard guard) {

            Running orAgain() {
                return postmaster.isRunning(server)
                        ? this
                        : new Running(home, locks, postmaster, locks.alone(() -> serving(home, postmaster)), guard);
            }

            void end() {
                try (guard; locks) {
                    locks.alone(() -> {
                        locks.leave();
                        if (!locks.othersUse()) {
                            postmaster.stop();
                        }
                        return locks;
                    });
                }
            }
        }
    }
}
