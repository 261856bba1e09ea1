package dev.muster.coordinator.suite.input;

import module java.base;

/** Names of files: relative to the working folder in messages, and to the project root in keys. */
public record SuitePaths(Path workingFolder, Path root) {

    public static final List<String> ENDINGS = List.of(".jsonl", ".json", ".yaml", ".yml");

    public SuiteFile of(Path path, boolean named) {
        return new SuiteFile(path, from(workingFolder, path), from(root, path).replace('\\', '/'), named);
    }

    private static String from(Path start, Path path) {
        return start.getRoot() != null && start.getRoot().equals(path.getRoot())
                ? start.relativize(path).toString() : path.toString();
    }
}
