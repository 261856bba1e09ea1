package dev.muster.deploy.embedded;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * A broker's data folder, locked while in use: Kafka locks it too, but only after it has begun to write the metadata
 * log.
 */
record BrokerFolder(Path path, FileChannel lock) implements AutoCloseable {

    static BrokerFolder open(Path data) {
        try {
            Path path = Files.createDirectories(data.toAbsolutePath()).toRealPath();
            return new BrokerFolder(path, lock(path));
        } catch (IOException e) {
            throw new EmbeddedServerException("Cannot use the broker's folder " + data + " (" + Reason.of(e)
                    + "): name one that can be written.", e);
        }
    }

    @Override
    public void close() {
        try (lock) {
            // The lock goes with its channel.
        } catch (IOException e) {
            throw new EmbeddedServerException("Cannot unlock " + path + " (" + Reason.of(e) + ").", e);
        }
    }

    private static FileChannel lock(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path.resolve("muster.lock"), StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        if (tryLock(channel) == null) {
            channel.close();
            throw new EmbeddedServerException("Another broker is running in " + path
                    + ": end it, or name another folder.");
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
