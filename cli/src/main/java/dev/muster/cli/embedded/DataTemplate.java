package dev.muster.cli.embedded;

import module java.base;
import com.github.luben.zstd.ZstdOutputStream;
import java.sql.SQLException;

/**
 * A data folder that the build made, with the database and its tables. A new home gets a copy of it: {@code initdb} and
 * the migrations would take two seconds of the first command.
 */
public record DataTemplate(Path file) {

    /** The system property with the file, which the launcher sets. */
    private static final String PROPERTY = "muster.data";
    private static final int LEVEL = 19;
    private static final Pattern LOG = Pattern.compile(".*/pg_wal/[0-9A-F]{24}");
    /** Its logarithm: all of PostgreSQL's first databases, which are alike, are in it. */
    private static final int WINDOW = 26;

    /** Empty where a build has none: then new homes take longer. */
    static Optional<DataTemplate> given() {
        return Optional.ofNullable(System.getProperty(PROPERTY)).map(Path::of).filter(Files::isRegularFile)
                .map(DataTemplate::new);
    }

    /** Packs the data of a home that has its tables, with the write-ahead log that begins after them. */
    public void make(Path home) throws IOException {
        var log = newLog(home);
        try (var packed = new ZstdOutputStream(Files.newOutputStream(file), LEVEL)) {
            packed.setLong(WINDOW);
            Tar.pack(DatabaseHome.under(home).data(),
                    path -> !LOG.matcher(path.toString()).matches() || path.endsWith(log), packed);
        }
    }

    /** Returns the name of the only file of the log that the server needs to start again. */
    private static String newLog(Path home) throws IOException {
        try (var database = EmbeddedDatabase.open(home)) {
            return Login.with(database.port(), DatabaseHome.under(home).password()).beginLog();
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    /**
     * Makes the data folder; only its owner may look into it: otherwise PostgreSQL refuses it.
     *
     * @param programs PostgreSQL's
     */
    void unpack(Path data, Path programs) throws IOException {
        Files.createDirectories(data,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        try (var content = Tar.zstd(new BufferedInputStream(Files.newInputStream(file)),
                Objects.requireNonNull(programs.getParent()))) {
            Tar.unpack(content, data);
        }
    }
}
