package dev.muster.common.script.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** The scripts folder, as far as a script host may read it: nothing outside of it, through links either. */
public record SourceFolder(Path folder) {

    /** Bytes of one file. */
    private static final long LARGEST = 4 << 20;

    /** The text of a file; empty when there is none that may be read. */
    public Optional<String> text(String path) {
        try {
            var file = folder.resolve(path).normalize();
            if (!file.startsWith(folder.normalize()) || !Files.isRegularFile(file)
                    || !file.toRealPath().startsWith(folder.toRealPath()) || Files.size(file) > LARGEST) {
                return Optional.empty();
            }
            return Optional.of(Files.readString(file));
        } catch (IOException | InvalidPathException e) {
            return Optional.empty();
        }
    }

    String name() {
        return String.valueOf(folder.getFileName());
    }

    /** The same for all calls into this folder. */
    String tree() {
        return folder.toAbsolutePath().normalize().toString();
    }
}
