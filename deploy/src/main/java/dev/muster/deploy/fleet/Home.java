package dev.muster.deploy.fleet;

import java.nio.file.Path;
import java.util.Map;

/** {@code $MUSTER_HOME}, by default {@code ~/.muster}: where embedded services keep their data. */
public record Home(Path folder) {

    public static Home of(Map<String, String> environment) {
        var named = environment.get("MUSTER_HOME");
        var folder = named == null || named.isBlank() ? Path.of(System.getProperty("user.home"), ".muster")
                : Path.of(named);
        return new Home(folder.toAbsolutePath().normalize());
    }

    /** Process ids and addresses of the fleet that {@code muster up} started. */
    public Path upFile() {
        return folder.resolve("up.json");
    }

    /** Process id of {@code muster up} itself. */
    public Path upPid() {
        return folder.resolve("up.pid");
    }

    public Path broker() {
        return folder.resolve("broker");
    }

    /** The files of runs, as workers fetched them. */
    public Path bundles() {
        return folder.resolve("bundles");
    }

    public Path logs() {
        return folder.resolve("logs");
    }
}
