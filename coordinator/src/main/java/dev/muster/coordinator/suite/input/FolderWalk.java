package dev.muster.coordinator.suite.input;

import module java.base;

/** The files below a folder, sorted by path, without hidden folders and third-party packages. */
final class FolderWalk {

    private final Path start;
    private final int deepest;
    private final int most;
    private final List<Path> found = new ArrayList<>();

    FolderWalk(Path start) {
        this(start, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    FolderWalk(Path start, int deepest, int most) {
        this.start = start;
        this.deepest = deepest;
        this.most = most;
    }

    /** Returns the files; empty when the folder does not exist. Unreadable folders are skipped. */
    List<Path> files() {
        try {
            Files.walkFileTree(start, Set.of(), deepest, new Collector());
        } catch (IOException e) {
            return List.of();
        }
        return found.stream().sorted().toList();
    }

    private final class Collector extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            var name = String.valueOf(folder.getFileName());
            boolean leftOut = name.startsWith(".") || name.equals("node_modules");
            return leftOut && !folder.equals(start) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (Files.isRegularFile(file)) {
                found.add(file);
            }
            return found.size() < most ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException trouble) {
            return FileVisitResult.CONTINUE;
        }
    }
}
