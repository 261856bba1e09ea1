package dev.muster.cli.fleet;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.secret.FileOwner;
import dev.muster.common.secret.PrivateFolder;
import dev.muster.coordinator.store.DatabaseAddress;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * {@code $MUSTER_HOME}, by default {@code ~/.muster}: the folder of the embedded services' data.
 *
 * @param database that has the runs; null for the embedded one
 */
public record Home(Path folder, @Nullable DatabaseAddress database) {

    public Home(Path folder) {
        this(folder, null);
    }

    public static Home of(Map<String, String> environment) {
        var named = environment.get("MUSTER_HOME");
        var folder = named == null || named.isBlank() ? Path.of(System.getProperty("user.home"), ".muster")
                : Path.of(named);
        return new Home(folder.toAbsolutePath().normalize());
    }

    /** Makes the folder, and takes it and what Muster made in it from other users. */
    public Home make() throws IOException {
        FileOwner.checkHome(folder);
        PrivateFolder.make(folder);
        Stream.of(broker(), bundles(), logs(), upFile(), upPid()).forEach(PrivateFolder::close);
        return this;
    }

    /** Returns the file with process ids and addresses of the fleet that {@code muster up} started. */
    public Path upFile() {
        return folder.resolve("up.json");
    }

    /** Whether these coordinators are of the fleet that {@code muster up} started: its runs are stored in this home. */
    public boolean isFleetOf(Coordinators coordinators) {
        try {
            return Files.exists(upFile()) && coordinators.addresses().contains(URI.create(
                    Json.MAPPER.readTree(Files.readAllBytes(upFile())).path("coordinator").path("url").asString("")));
        } catch (IOException | JacksonException | IllegalArgumentException e) {
            return false;
        }
    }

    public Path upPid() {
        return folder.resolve("up.pid");
    }

    /** Returns the file with the key of the fleet that {@code muster up} starts. */
    public Path fleetKey() {
        return folder.resolve("fleet.key");
    }

    public Path broker() {
        return folder.resolve("broker");
    }

    /** Returns the folder of run files that workers fetched. */
    public Path bundles() {
        return folder.resolve("bundles");
    }

    public Path recentRuns() {
        return folder.resolve("recent-runs");
    }

    public Path recentProjects() {
        return folder.resolve("recent-projects");
    }

    public Path logs() {
        return folder.resolve("logs");
    }
}
