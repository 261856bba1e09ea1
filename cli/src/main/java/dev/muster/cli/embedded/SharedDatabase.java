package dev.muster.cli.embedded;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * One home's server, seen from this process. The first one to join takes a share of the users' lock; the last one to
 * leave releases it, and stops the server if no other process uses it.
 */
final class SharedDatabase {

    /** Static because file locks belong to the whole process, and a second channel would undo the first one's. */
    static final ConcurrentMap<Path, SharedDatabase> BY_FOLDER = new ConcurrentHashMap<>();

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
    PostmasterFile join() {
        return inTurn(() -> {
            if (ended) {
                throw new EmbeddedServerException("This process is shutting down.");
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
        var cache = ProgramCache.of(System.getenv(), Path.of(System.getProperty("user.home")),
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
                    + " is in use from another machine or container: give each its own MUSTER_HOME.");
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

    private static PostmasterFile serving(DatabaseHome home, Postmaster postmaster) {
        PostmasterFile server = postmaster.findOrStart();
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
            PostmasterFile server, DatabaseGuard guard) {

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
