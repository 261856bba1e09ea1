package dev.muster.common.script;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * The script folders of a case: the project's, then the agent's own, which is the nearest {@code src} beside the suite
 * or beside a folder above it. For a test inside the agent's own folder, that comes first.
 */
public record ScriptPlaces(List<ScriptFolder> folders) {

    private static final String OWN = "src";

    /** Looks for an agent's own folder within the project; a suite that is not a file counts as at the root. */
    public static ScriptPlaces of(Path root, Path scripts, String suite) {
        var own = own(root, suite);
        if (own == null || own.equals(scripts.normalize())) {
            return new ScriptPlaces(List.of(new ScriptFolder(scripts)));
        }
        boolean inside = root.resolve(suite).normalize().startsWith(own);
        return new ScriptPlaces(List.of(new ScriptFolder(inside ? own : scripts),
                new ScriptFolder(inside ? scripts : own)));
    }

    private static @Nullable Path own(Path root, String suite) {
        try {
            for (var folder = root.resolve(suite).normalize().getParent(); folder != null
                    && folder.startsWith(root.normalize()); folder = folder.getParent()) {
                var own = folder.resolve(OWN);
                if (Files.isDirectory(own)) {
                    return own.toRealPath().startsWith(root.toRealPath()) ? own : null;
                }
            }
            return null;
        } catch (IOException | InvalidPathException e) {
            return null;
        }
    }

    /** Resolves a reference. */
    public LocatedScript find(String name) throws ScriptFailed {
        for (var folder : folders) {
            var found = folder.lookup(name);
            if (found.isPresent()) {
                return new LocatedScript(folder, found.get());
            }
        }
        throw new ScriptFailed("scripts:" + name + " does not exist: no file of that name in the scripts folder "
                + folders.stream().map(ScriptFolder::shown).collect(Collectors.joining(", nor in ")));
    }

    /** Returns the first folder with this file; the first of all when none has it. */
    public ScriptFolder having(String file) {
        return folders.stream().filter(folder -> Files.isRegularFile(folder.folder().resolve(file))).findFirst()
                .orElse(folders.getFirst());
    }

    public Optional<ScriptFolder> around(Path file) {
        return folders.stream().filter(folder -> file.startsWith(folder.folder())).findFirst();
    }
}
