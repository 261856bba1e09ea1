package dev.muster.common.testing;

import module java.base;

/** The checkout that the build runs in. */
public final class Repository {

    private static final Path ROOT = find();

    private Repository() {}

    /** Returns the folder of all modules. */
    public static Path root() {
        return ROOT;
    }

    /** Returns every Java file, including tests. */
    public static List<Path> sources() throws IOException {
        var all = Stream.<Path>builder();
        try (var modules = Files.list(ROOT)) {
            for (var folder : modules.map(module -> module.resolve("src")).filter(Files::isDirectory).toList()) {
                try (var files = Files.walk(folder)) {
                    files.filter(path -> path.toString().endsWith(".java")).forEach(all);
                }
            }
        }
        return all.build().toList();
    }

    private static Path find() {
        var folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docker-compose.yml"))) {
            folder = Objects.requireNonNull(folder.getParent(), "not in a checkout");
        }
        return folder;
    }
}
