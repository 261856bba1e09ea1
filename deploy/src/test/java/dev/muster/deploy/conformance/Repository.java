package dev.muster.deploy.conformance;

import module java.base;

/** The checkout that the build runs in. */
public final class Repository {

    private static final List<String> MODULES = List.of("common", "worker", "coordinator", "mock", "deploy", "bench");

    private Repository() {}

    /** Returns the folder of all modules. */
    public static Path root() {
        return ConformancePage.file().resolveSibling("..").normalize();
    }

    /** Returns every Java file, including tests. */
    public static List<Path> sources() throws IOException {
        var all = Stream.<Path>builder();
        for (var module : MODULES) {
            var folder = root().resolve(module).resolve("src");
            if (Files.isDirectory(folder)) {
                try (var files = Files.walk(folder)) {
                    files.filter(path -> path.toString().endsWith(".java")).forEach(all);
                }
            }
        }
        return all.build().toList();
    }
}
