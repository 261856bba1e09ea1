package dev.muster.deploy.embedded;

import module java.base;
import org.jspecify.annotations.Nullable;

/** PostgreSQL's binaries, unpacked once from the archive on the class path. */
record PostgresBinaries(Path folder) {

    /** From the user's cache; where there can be none, from the home itself. Call only under the home's start lock. */
    static PostgresBinaries unpacked(DatabaseHome home, ProgramCache cache) {
        Platform platform = Platform.current();
        URL archive = archive(platform);
        return EmbeddedServerException.telling("Cannot unpack PostgreSQL into " + home.folder(),
                ": the folder must be writable and have 100 MB free.", () -> {
                    String name = "postgresql-" + DatabaseHome.MAJOR_VERSION + "-" + platform + "-" + mark(archive);
                    return new PostgresBinaries(folder(name, archive, home, cache));
                });
    }

    private static Path folder(String name, URL archive, DatabaseHome home, ProgramCache cache) throws IOException {
        try {
            return cache.folder(name, folder -> unpack(archive, folder));
        } catch (IOException e) {
            return new ProgramCache(home.folder().resolve("programs")).folder(name, folder -> unpack(archive, folder));
        }
    }

    Path program(String name) {
        return folder.resolve("bin").resolve(name);
    }

    private static URL archive(Platform platform) {
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
        try (InputStream content = archive.openStream()) {
            TarXz.unpack(content, folder);
        }
    }
}
