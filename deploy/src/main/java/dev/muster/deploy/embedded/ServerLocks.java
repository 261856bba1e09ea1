package dev.muster.deploy.embedded;

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
        try {
            return new ServerLocks(home, open(home.startLock()), open(home.usersLock()));
        } catch (IOException e) {
            throw new EmbeddedServerException("Cannot write in " + home.folder() + " (" + Reason.of(e)
                    + "): set MUSTER_HOME to a folder that can be written.", e);
        }
    }

    /** Runs the action while no other process starts or stops the server. */
    <T> T alone(Supplier<T> action) {
        try (FileLock _ = lockStart()) {
            return action.get();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Call only in {@link #alone}: then no process locks users exclusively, and the lock is available at once. */
    void use() {
        use = tryLock(users, true);
        if (use == null) {
            throw new EmbeddedServerException("Another program holds " + home.usersLock() + ": end it, and try again.");
        }
    }

    /** Call only in {@link #alone}, and before {@link #use} or after {@link #leave}. */
    boolean othersUse() {
        try (FileLock all = tryLock(users, false)) {
            return all == null;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    void leave() {
        try {
            if (use != null) {
                use.release();
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void close() {
        try (start; users) {
            use = null;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private FileLock lockStart() {
        return Poll.find(LONGEST_WAIT, () -> Optional.ofNullable(tryLock(start, false)))
                .orElseThrow(() -> new EmbeddedServerException("Another muster process has been starting or stopping "
                        + "the PostgreSQL in " + home.folder() + " for " + LONGEST_WAIT.toMinutes()
                        + " minutes: end it, and try again."));
    }

    private @Nullable FileLock tryLock(FileChannel channel, boolean shared) {
        try {
            return channel.tryLock(0, Long.MAX_VALUE, shared);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private EmbeddedServerException failed(IOException e) {
        return new EmbeddedServerException("Cannot lock files in " + home.folder() + " (" + Reason.of(e)
                + "): its file system must support locks; set MUSTER_HOME to a local disk.", e);
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }
}
