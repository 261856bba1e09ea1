package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.script.ScriptPlaces;

/** The script locations of each suite, cached. */
final class SuiteScripts {

    private final Path root;
    private final Path scripts;
    private final Map<String, ScriptPlaces> places = new ConcurrentHashMap<>();

    /** @param scripts the scripts folder */
    SuiteScripts(Path root, Path scripts) {
        this.root = root.toAbsolutePath().normalize();
        this.scripts = scripts.toAbsolutePath().normalize();
    }

    /** @param suite relative to the project root */
    ScriptPlaces of(String suite) {
        return places.computeIfAbsent(suite, file -> ScriptPlaces.of(root, scripts, file));
    }

    String fromRoot(Path folder) {
        return root.relativize(folder).toString();
    }

    ScriptPlaces of(Path suite) {
        return of(root.relativize(suite.toAbsolutePath().normalize()).toString());
    }
}
