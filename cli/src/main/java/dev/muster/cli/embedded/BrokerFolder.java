package dev.muster.cli.embedded;

import module java.base;
import dev.muster.common.secret.PrivateFolder;
import org.jspecify.annotations.Nullable;

/**
 * A broker's data folder, locked while in use: Kafka locks it too, but only after it has begun to write the metadata
 * log.
 */
record BrokerFolder(Path path, FileChannel lock) implements AutoCloseable {

    static BrokerFolder open(Path data) {
        return EmbeddedServerException.telling("Cannot use the broker's folder " + data,
                ": name a writable one.", () -> {
                    Path path = PrivateFolder.make(data.toAbsolutePath()).toRealPath();
                    return new BrokerFolder(path, lock(path));
                });
    }

    @Override
    public void close() {
        var _ = EmbeddedServerException.telling("Cannot unlock " + path, ".", () -> {
            lock.close(); // the lock goes with its channel
            return this;
        });
    }

    private static FileChannel lock(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path.resolve("muster.lock"), StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        if (tryLock(channel) == null) {
            channel.close();
            throw new EmbeddedServerException("Another broker is running in " + path
                    + ": stop it, or name another folder.");
        }
        return channel;
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }
}
