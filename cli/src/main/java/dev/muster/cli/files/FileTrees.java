package dev.muster.cli.files;

import module java.base;

/** Handles folders with everything in them. */
public final class FileTrees {

    private FileTrees() {}

    public static void delete(Path folder) throws IOException {
        for (var path : Files.exists(folder) ? deepestFirst(folder) : List.<Path>of()) {
            Files.delete(path);
        }
    }

    /** Skips files that vanish meanwhile, which {@link Files#walk} does not. */
    public static List<Path> deepestFirst(Path folder) {
        var found = new ArrayList<Path>();
        var entries = Files.isSymbolicLink(folder) ? null : folder.toFile().listFiles();
        for (var entry : entries == null ? new File[0] : entries) {
            found.addAll(deepestFirst(entry.toPath()));
        }
        found.add(folder);
        return found;
    }
}
