package dev.muster.common.script.host;

import module java.base;

/** What a script host may read: the scripts folder, nothing outside it, not even through links. */
public record SourceFolder(Path folder) {

    /** Maximum size of a file in bytes. */
    private static final long LARGEST = 4 << 20;

    /** Returns the text of a file; empty when there is no readable one. */
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

    /** Returns an id that is the same for all calls into this folder. */
    String tree() {
        return folder.toAbsolutePath().normalize().toString();
    }
}
