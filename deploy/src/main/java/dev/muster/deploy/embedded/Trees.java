package dev.muster.deploy.embedded;

import module java.base;

/** Handles folders with everything in them. */
final class Trees {

    private Trees() {}

    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        for (Path path : deepestFirst(folder)) {
            Files.delete(path);
        }
    }

    private static List<Path> deepestFirst(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.sorted(Comparator.reverseOrder()).toList();
        }
    }
}
