package dev.muster.deploy.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** PostgreSQL's programs, unpacked once from the archive on the class path into a folder of the home. */
record PostgresBinaries(Path folder) {

    /** Only under the start lock: nobody else unpacks meanwhile. */
    static PostgresBinaries unpacked(DatabaseHome home) {
        Platform platform = Platform.current();
        URL archive = archive(platform);
        try {
            Path folder = home.folder().resolve("bin-" + mark(archive));
            if (!Files.isDirectory(folder)) {
                unpack(archive, folder);
            }
            return new PostgresBinaries(folder);
        } catch (IOException e) {
            throw new EmbeddedServerException("Cannot unpack PostgreSQL into " + home.folder() + " (" + Reason.of(e)
                    + "): the folder must be writable and have 100 MB free.", e);
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

    /** Different for different archives and cheap to know: the checksum that the jar's directory has of it. */
    private static String mark(URL archive) throws IOException {
        URLConnection connection = archive.openConnection();
        long number = connection instanceof JarURLConnection jar
                ? jar.getJarEntry().getCrc()
                : connection.getContentLengthLong();
        return Long.toHexString(number);
    }

    /** Renamed into place when complete, so that an interrupted unpacking is never taken for a whole one. */
    private static void unpack(URL archive, Path folder) throws IOException {
        Path unfinished = folder.resolveSibling("bin.unfinished");
        deleteTree(unfinished);
        Files.createDirectories(unfinished);
        try (InputStream content = archive.openStream()) {
            TarXz.unpack(content, unfinished);
        }
        Files.move(unfinished, folder);
    }

    static void deleteTree(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        for (Path path : deepestFirst(folder)) {
            Files.delete(path);
        }
    }

    private static List<Path> deepestFirst(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.sorted(Comparator.reverseOrder()).toList();
        }
    }
}
