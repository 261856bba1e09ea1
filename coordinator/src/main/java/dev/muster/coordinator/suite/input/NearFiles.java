package dev.muster.coordinator.suite.input;

import module java.base;
import dev.muster.coordinator.suite.source.Nearest;

/** Suggests the file that a missing name may have meant. */
final class NearFiles {

    private static final int DEEPEST = 6;
    private static final int MOST = 5_000;

    private final Path workingFolder;

    NearFiles(Path workingFolder) {
        this.workingFolder = workingFolder;
    }

    String hint(String input) {
        var files = new FolderWalk(workingFolder, DEEPEST, MOST).files().stream()
                .map(file -> workingFolder.relativize(file).toString()).toList();
        return near(input.replaceFirst("^\\./", ""), files).map(file -> "; did you mean " + file + "?").orElse("");
    }

    private static Optional<String> near(String input, List<String> files) {
        return Nearest.of(input, files).or(() -> sameName(input, files));
    }

    private static Optional<String> sameName(String input, List<String> files) {
        var name = Path.of(input).getFileName();
        return files.stream().filter(file -> Path.of(file).getFileName().equals(name)).findFirst();
    }
}
