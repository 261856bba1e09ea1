package dev.muster.coordinator.suite.input;

import module java.base;

/** Names of files: relative to the working folder in messages, and to the project root in keys. */
public record SuitePaths(Path workingFolder, Path root) {

    public static final List<String> ENDINGS = List.of(".jsonl", ".json", ".yaml", ".yml");

    public SuiteFile of(Path path, boolean named) {
        return new SuiteFile(path, shown(path), from(root, path).replace('\\', '/'), named);
    }

    /** In the root folder, a relative name would be the absolute one without its first character. */
    private String shown(Path path) {
        return workingFolder.getNameCount() == 0 ? path.toString() : from(workingFolder, path);
    }

    private static String from(Path start, Path path) {
        return start.getRoot() != null && start.getRoot().equals(path.getRoot())
                ? start.relativize(path).toString() : path.toString();
    }
}
