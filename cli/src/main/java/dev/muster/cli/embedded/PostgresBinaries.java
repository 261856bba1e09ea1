package dev.muster.cli.embedded;

import module java.base;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's binaries, unpacked once from the archive on the class path. */
record PostgresBinaries(Path folder) {

    /** What an archive of Muster has instead: a little larger, and unpacked in a fifth of the time. */
    static final String QUICK = ".tar.zst";

    /** From the user's cache; where there can be none, from the home itself. Call only under the home's start lock. */
    static PostgresBinaries unpacked(DatabaseHome home, ProgramCache cache) {
        Platform platform = Platform.current();
        URL archive = archive(platform);
        return EmbeddedServerException.telling("Cannot unpack PostgreSQL into " + home.folder(),
                ": the folder must be writable, have 100 MB free and let programs run; set MUSTER_HOME to one that "
                        + "does.",
                () -> {
                    String name = "postgresql-" + DatabaseHome.MAJOR_VERSION + "-" + platform + "-" + mark(archive);
                    return new PostgresBinaries(folder(name, archive, home, cache));
                });
    }

    private static Path folder(String name, URL archive, DatabaseHome home, ProgramCache cache) throws IOException {
        try {
            return runnable(cache.folder(name, folder -> unpack(archive, folder)));
        } catch (IOException e) {
            return runnable(new ProgramCache(home.folder().resolve("programs")).folder(name,
                    folder -> unpack(archive, folder)));
        }
    }

    private static Path runnable(Path folder) throws IOException {
        requireExecutable(folder.resolve("bin/postgres"), folder);
        return folder;
    }

    private static void requireExecutable(Path program, Path folder) throws IOException {
        if (!Files.isExecutable(program)) {
            throw new IOException("no program runs in " + folder + ": its file system is mounted noexec");
        }
    }

    Path program(String name) {
        return folder.resolve("bin").resolve(name);
    }

    private static URL archive(Platform platform) {
        @Nullable
        URL quick = PostgresBinaries.class.getResource("/" + platform.quickArchive());
        if (quick != null) {
            return quick;
        }
        @Nullable
        URL archive = PostgresBinaries.class.getResource("/" + platform.archive());
        if (archive == null) {
            throw new EmbeddedServerException("This distribution has no PostgreSQL for " + platform
                    + ": put the jar with " + platform.archive()
                    + " on the class path, or give the address of a PostgreSQL of your own.");
        }
        return archive;
    }

    /** Identifies the archive cheaply: by the checksum in the jar's directory. */
    private static String mark(URL archive) throws IOException {
        URLConnection connection = archive.openConnection();
        long number = connection instanceof JarURLConnection jar
                ? jar.getJarEntry().getCrc()
                : connection.getContentLengthLong();
        return Long.toHexString(number);
    }

    private static void unpack(URL archive, Path folder) throws IOException {
        var probe = Files.createFile(folder.resolve("probe"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        requireExecutable(probe, parent(folder));
        Files.delete(probe);
        try (var content = new BufferedInputStream(archive.openStream());
                var tar = archive.getPath().endsWith(QUICK)
                        ? Tar.zstd(content, parent(folder))
                        : new XZInputStream(content)) {
            Tar.unpack(tar, folder);
        }
    }

    private static Path parent(Path folder) {
        return Objects.requireNonNull(folder.getParent());
    }
}
