package dev.muster.deploy.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** A folder that is gone with what was written into it when it is closed. */
record TemporaryFolder(Path path) implements AutoCloseable {

    static TemporaryFolder create(String prefix) throws IOException {
        return new TemporaryFolder(Files.createTempDirectory(prefix));
    }

    @Override
    public void close() throws IOException {
        try (var files = Files.walk(path)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
