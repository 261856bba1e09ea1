package dev.muster.system.conformance;

import module java.base;
import dev.muster.common.testing.Repository;

/** Finds the tests of all modules in their sources: a module can't see the classes of other modules. */
final class TestSources {

    private static final List<String> MARKS = List.of("@Test", "@ParameterizedTest", "@RepeatedTest", "@Property",
            "@FuzzTest");

    private final Path root;
    private final Map<String, Path> byName = new HashMap<>();

    private TestSources(Path root) {
        this.root = root;
    }

    static TestSources read() throws IOException {
        var sources = new TestSources(Repository.root());
        try (var modules = Files.list(sources.root)) {
            for (var module : modules.map(folder -> folder.resolve("src/test/java")).filter(Files::isDirectory)
                    .toList()) {
                sources.readModule(module);
            }
        }
        return sources;
    }

    /** Returns the path of a test from the repository's root; empty when there is no such test. */
    Optional<Path> find(String test) {
        return Optional.ofNullable(byName.get(test)).map(root::relativize);
    }

    private void readModule(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
                readClass(file);
            }
        }
    }

    private void readClass(Path file) throws IOException {
        var name = Objects.requireNonNull(file.getFileName()).toString().replace(".java", "");
        boolean marked = false;
        for (var line : Files.readAllLines(file)) {
            marked |= MARKS.stream().anyMatch(line.strip()::startsWith);
            int method = line.indexOf("void ");
            int end = line.indexOf('(', method + 1);
            if (marked && method >= 0 && end > method) {
                byName.put(name + "#" + line.substring(method + "void ".length(), end), file);
                marked = false;
            }
        }
    }
}
