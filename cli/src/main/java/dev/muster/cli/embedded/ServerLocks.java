package dev.muster.cli.embedded;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * Two file locks between processes: <i>start</i> is exclusive, and held only while a server is found, started or
 * stopped; <i>users</i> is shared by all who use it. The system releases both when a process dies. One object per
 * process and folder: on some systems, closing any channel of a file drops all locks that the process has on it.
 */
final class ServerLocks implements AutoCloseable {

    /** Longer than a server needs to recover from a crash under heavy load. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

    private final DatabaseHome home;
    private final FileChannel start;
    private final FileChannel users;
    private @Nullable FileLock use;

    private ServerLocks(DatabaseHome home, FileChannel start, FileChannel users) {
        this.home = home;
        this.start = start;
        this.users = users;
    }

    static ServerLocks open(DatabaseHome home) {
        return EmbeddedServerException.telling("Cannot write in " + home.folder(),
                ": set MUSTER_HOME to a writable folder.",
                () -> new ServerLocks(home, open(home.startLock()), open(home.usersLock())));
    }

    /** Runs the action while no other process starts or stops the server. */
    <T> T alone(Supplier<T> action) {
        return locking(() -> {
            try (FileLock _ = lockStart()) {
                return action.get();
            }
        });
    }

    /** Call only in {@link #alone}: then no process locks users exclusively, and the lock is available at once. */
    void use() {
        use = tryLock(users, true);
        if (use == null) {
            throw new EmbeddedServerException(
                    "Another program holds " + home.usersLock() + ": stop it, and try again.");
        }
    }

    /** Call only in {@link #alone}, and before {@link #use} or after {@link #leave}. */
    boolean othersUse() {
        return locking(() -> {
            try (FileLock all = tryLock(users, false)) {
                return all == null;
            }
        });
    }

    void leave() {
        var _ = locking(() -> {
            if (use != null) {
                use.release();
            }
            return this;
        });
    }

    @Override
    public void close() {
        var _ = locking(() -> {
            try (start; users) {
                use = null;
                return this;
            }
        });
    }

    private FileLock lockStart() {
        return Poll.find(LONGEST_WAIT, () -> Optional.ofNullable(tryLock(start, false)))
                .orElseThrow(
                        () -> new EmbeddedServerException(
                                "Another muster process has been starting or stopping "
                                        + "the PostgreSQL in " + home.folder() + " for "
                                        + LONGEST_WAIT.toMinutes()
                                        + " minutes: stop it, and try again."));
    }

    private @Nullable FileLock tryLock(FileChannel channel, boolean shared) {
        return locking(() -> Optional.ofNullable(channel.tryLock(0, Long.MAX_VALUE, shared))).orElse(null);
    }

    private <T> T locking(EmbeddedServerException.Action<T> action) {
        return EmbeddedServerException.telling("Cannot lock files in " + home.folder(),
                ": its file system must support locks; set MUSTER_HOME to a local disk.", action);
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
                StandardOpenOption.WRITE);
    }
}
