package dev.muster.deploy.up;

import dev.muster.common.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/** {@code $MUSTER_HOME/up.json}: addresses and process ids of a running fleet, readable by its owner only. */
public record UpFile(Server coordinator, Broker broker, Server database, List<Worker> workers) {

    public UpFile {
        workers = List.copyOf(workers);
    }

    /** A process that is reached by a url. */
    public record Server(String url, long pid) {}

    /** The broker. */
    public record Broker(String address, long pid) {}

    /**
     * A worker.
     *
     * @param url where it tells of itself: {@code /metrics}, {@code /health}, {@code /ready}
     */
    public record Worker(String id, long pid, String url) {}

    /** Every process in it, those first that others do not need. */
    public List<Long> pids() {
        var pids = new ArrayList<>(workers.stream().map(Worker::pid).toList());
        pids.add(coordinator.pid());
        pids.add(broker.pid());
        return pids;
    }

    /** Written as a whole or not at all: whoever sees it sees a fleet that is ready. */
    public void write(Path file) throws IOException {
        var parent = file.toAbsolutePath().getParent();
        var fresh = Files.createTempFile(parent, "up", ".json",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(fresh, Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(this));
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Empty when there is none that can be read. */
    public static Optional<UpFile> read(Path file) {
        try {
            return Files.exists(file) ? Optional.of(Json.MAPPER.readValue(Files.readAllBytes(file), UpFile.class))
                    : Optional.empty();
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }
}
