package dev.muster.cli.up;

import module java.base;
import dev.muster.cli.files.PrivateFile;
import dev.muster.cli.fleet.Home;
import dev.muster.common.json.Json;
import dev.muster.common.leader.Coordinators;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * {@code $MUSTER_HOME/up.json}: how to call a running fleet, readable only by its owner.
 *
 * @param token of an administrator; null in the file of an earlier version
 * @param workerToken what its workers show, and want for their metrics
 */
public record UpFile(@Nullable String token, @Nullable String workerToken, UpServer coordinator, UpBroker broker,
        UpServer database, List<Worker> workers) {

    /** Returns why the coordinator must not be given the token; empty when it shows that it knows it. */
    public Optional<String> troubleOfCoordinator() {
        return token == null ? Optional.empty() : ProvenCoordinator.trouble(coordinator.url(), token);
    }

    /** A worker, with the base of its status pages: {@code /metrics}, {@code /health}, {@code /ready}. */
    public record Worker(String id, long pid, String url) {}

    UpFile with(List<Worker> others) {
        return new UpFile(token, workerToken, coordinator, broker, database, others);
    }

    /** Returns all process ids, those first that no other process needs. */
    public List<Long> pids() {
        var pids = new ArrayList<>(workers.stream().map(Worker::pid).toList());
        pids.add(coordinator.pid());
        pids.add(broker.pid());
        return pids;
    }

    /** Written atomically: any reader sees a fleet that is ready. */
    public void write(Path file) throws IOException {
        var parent = file.toAbsolutePath().getParent();
        var fresh = Files.createTempFile(parent, "up", ".json", PrivateFile.OWNER_ONLY);
        Files.write(fresh, Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(this));
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Reads addresses of coordinators; {@code up} is the one of the fleet that runs in this home.
     *
     * @throws IllegalArgumentException with a sentence when they are no addresses, or no fleet is up
     */
    public static Coordinators coordinators(String named, Home home) {
        return named.equals("up") ? ofHome(home).orElseThrow(() -> new IllegalArgumentException("no fleet is up in "
                + home.folder() + "; start one with muster up, or name a coordinator by its URL"))
                : Coordinators.parse(named);
    }

    /** Returns the coordinator of the fleet that runs in this home; empty when its process has ended. */
    public static Optional<Coordinators> ofHome(Home home) {
        return read(home.upFile()).filter(up -> up.coordinator().isRunning())
                .map(up -> Coordinators.at(URI.create(up.coordinator().url())));
    }

    /** Empty when there is no readable file. */
    public static Optional<UpFile> read(Path file) {
        try {
            return Files.exists(file) ? Optional.of(Json.MAPPER.readValue(Files.readAllBytes(file), UpFile.class))
                    : Optional.empty();
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }
}
