package dev.muster.coordinator.suite.project;

import module java.base;

/** Finds the configuration file. */
final class ProjectFile {

    private static final List<String> NAMES = List.of("muster.yaml", "aguitest.config.yaml");

    private ProjectFile() {}

    static boolean isNamed(Path file) {
        return file.getFileName() != null && NAMES.contains(file.getFileName().toString());
    }

    /** Returns the file in the working folder, or in the nearest parent that has one. */
    static Optional<Path> from(Path workingFolder) {
        for (var folder = workingFolder; folder != null; folder = folder.getParent()) {
            for (var name : NAMES) {
                var file = folder.resolve(name);
                if (Files.isRegularFile(file)) {
                    return Optional.of(file);
                }
            }
        }
        return Optional.empty();
    }
}
