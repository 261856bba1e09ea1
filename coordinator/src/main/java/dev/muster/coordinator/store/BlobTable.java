package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.bundle.BundleLimits;
import dev.muster.common.bundle.Sha256;
import dev.muster.coordinator.run.Blobs;
import dev.muster.coordinator.run.RefusedRun;
import java.sql.Connection;
import java.sql.SQLException;

/** The {@code blobs} and {@code blob_parts} tables. */
public final class BlobTable implements Blobs {

    private static final int PART = 1 << 20;

    private static final Duration LONG = Duration.ofMinutes(10);
    private static final String OVER_QUOTA = "over the quota";
    private final Database database;
    private final Writes writes;

    public BlobTable(Database database, Writes writes) {
        this.database = database;
        this.writes = writes;
    }

    /** Creates a table for reading, and for writing where no leader exists. */
    public BlobTable(Database database) {
        this(database, database);
    }

    @Override
    public boolean has(String sha256) {
        return size(sha256).isPresent();
    }

    /** Empty when there is no such blob. */
    public Optional<Long> size(String sha256) {
        return database.list("SELECT size FROM blobs WHERE sha256 = @sha256", row -> row.getLong(1), "sha256", sha256)
                .stream().findFirst();
    }

    @Override
    public void put(String sha256, InputStream content) throws IOException, RefusedRun {
        put(sha256, content, Long.MAX_VALUE);
    }

    /**
     * Stores a blob, unless all of them would then have more bytes than the quota.
     *
     * @return false when they would
     */
    public boolean put(String sha256, InputStream content, long quota) throws IOException, RefusedRun {
        if (!Sha256.isOne(sha256)) {
            throw new RefusedRun("'" + sha256 + "' is not a SHA-256 in lower-case hexadecimal digits");
        }
        try {
            var trouble = writes.writeLong(LONG, connection -> store(connection, sha256, content, quota));
            if (trouble.filter(OVER_QUOTA::equals).isPresent()) {
                return false;
            }
            if (trouble.isPresent()) {
                throw new RefusedRun(trouble.get());
            }
            return true;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Writes a blob; throws a {@link StoreException} when there is no such blob. */
    public void copy(String sha256, OutputStream to) throws IOException {
        long left = size(sha256).orElseThrow(() -> new StoreException("blob " + sha256 + " does not exist"));
        for (int part = 0; left > 0; part++) {
            var content = database.list("SELECT content FROM blob_parts WHERE sha256 = @sha256 AND part = @part",
                    row -> row.getBytes(1), "sha256", sha256, "part", part).getFirst();
            to.write(content);
            left -= content.length;
        }
    }

    /** Stores a blob. Waits for another process that stores the same blob, and returns at once if that succeeds. */
    private static Optional<String> store(Connection connection, String sha256, InputStream content, long quota)
            throws SQLException {
        if (Database.update(connection, "INSERT INTO blobs (sha256, size) VALUES (@sha256, 0) ON CONFLICT DO NOTHING",
                "sha256", sha256) == 0) {
            return Optional.empty();
        }
        long room = quota - stored(connection);
        var written = write(connection, sha256, content, Math.min(room, BundleLimits.LARGEST_FILE));
        if (quota != Long.MAX_VALUE) {
            Database.list(connection, "SELECT pg_advisory_xact_lock(hashtextextended('muster blobs', 0))::text",
                    row -> true); // what others stored meanwhile counts: one after the other from here to the commit
            room = quota - stored(connection);
        }
        var trouble = written.size() > room ? Optional.of(OVER_QUOTA) : written.trouble(sha256);
        if (trouble.isPresent()) {
            connection.rollback();
        } else {
            Database.update(connection, "UPDATE blobs SET size = @size WHERE sha256 = @sha256", written);
        }
        return trouble;
    }

    private static long stored(Connection connection) throws SQLException {
        return Database.list(connection, "SELECT coalesce(sum(size), 0) FROM blobs", row -> row.getLong(1)).getFirst();
    }

    /** Stops reading behind the limit. */
    private static Written write(Connection connection, String sha256, InputStream content, long limit)
            throws SQLException {
        var digest = Sha256.digest();
        long size = 0;
        var bytes = next(content);
        for (int part = 0; bytes.length > 0 && size <= limit; part++) {
            size += bytes.length;
            digest.update(bytes);
            Database.update(connection,
                    "INSERT INTO blob_parts (sha256, part, content) VALUES (@sha256, @part, @content)",
                    "sha256", sha256, "part", part, "content", bytes);
            bytes = next(content);
        }
        return new Written(Sha256.text(digest.digest()), size);
    }

    private static byte[] next(InputStream content) {
        try {
            return content.readNBytes(PART);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Written(String sha256, long size) {

        Optional<String> trouble(String expected) {
            if (size > BundleLimits.LARGEST_FILE) {
                return Optional.of("a file for a worker may have " + (BundleLimits.LARGEST_FILE >> 20)
                        + " MiB, and this one has more");
            }
            return sha256.equals(expected) ? Optional.empty()
                    : Optional.of("the content sent as " + expected + " has another SHA-256; send it again");
        }
    }
}
