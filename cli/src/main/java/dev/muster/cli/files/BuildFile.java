package dev.muster.cli.files;

import module java.base;

/** Reads the text files of this build. */
public final class BuildFile {

    private BuildFile() {}

    /** @param name with a slash at its beginning */
    public static String text(String name) {
        try (var file = Objects.requireNonNull(BuildFile.class.getResourceAsStream(name), name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
