package dev.muster.system.fire;

import static dev.muster.system.fire.Wait.until;

import module java.base;
import dev.muster.cli.Main;
import dev.muster.cli.embedded.BrokerBehind;
import dev.muster.cli.embedded.BrokerLogins;
import dev.muster.cli.session.Supervised;
import dev.muster.common.access.Credentials;
import dev.muster.common.channel.kafka.FleetKey;
import dev.muster.common.json.Json;
import dev.muster.common.process.Launch;
import dev.muster.coordinator.server.scheduler.FleetStatus;
import java.lang.ProcessBuilder.Redirect;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.jspecify.annotations.Nullable;

/** Broker, PostgreSQL, coordinator and workers as processes with fixed ports, so that each can be hit alone. */
final class FireFleet implements AutoCloseable {

    private static final String TOKEN = "t0ken of the fire";
    static final Credentials ADMIN = new Credentials(TOKEN, null);
    private static final String NAME = "fire";

    private final Path home;
    private final int slots;
    private static final String KEY = FleetKey.random();

    private final String kafka;
    private final URI url;
    private final HttpClient http = HttpClient.newHttpClient();
    private final Part broker;
    private final FireDatabase database;
    private final Part coordinator;
    private final List<Part> standbys = new ArrayList<>();
    private final List<Part> workers = new ArrayList<>();
    private @Nullable Part brokerBehind;

    /** @param door the broker's listen address besides loopback, in the format of {@code muster broker --door} */
    private FireFleet(Path home, int slots, @Nullable String door, String... leaderThrough) throws IOException {
        this.home = home;
        this.slots = slots;
        Files.createDirectories(home.resolve("logs"));
        int brokerPort = freePort();
        kafka = "127.0.0.1:" + brokerPort;
        url = URI.create("http://127.0.0.1:" + freePort());
        var listen = new ArrayList<>(List.of("--data", home.resolve("broker").toString(), "--fleet", NAME, "--port",
                Integer.toString(brokerPort)));
        listen.addAll(door == null ? List.of() : List.of("--door", door));
        broker = part("broker", "broker", listen, Map.of());
        broker.start();
        database = new FireDatabase(home);
        coordinator = coordinator("coordinator", url, List.of(), leaderThrough);
    }

    /** Starts a fleet and waits until it is ready, with that many workers, named w1, w2, … */
    static FireFleet start(Path home, int workers, int slots, @Nullable String door)
            throws IOException, InterruptedException {
        return started(new FireFleet(home, slots, door), workers);
    }

    /** Does the same, with a coordinator that a program starts. */
    static FireFleet startThrough(Path home, int workers, int slots, List<String> leaderThrough)
            throws IOException, InterruptedException {
        return started(new FireFleet(home, slots, null, leaderThrough.toArray(String[]::new)), workers);
    }

    private static FireFleet started(FireFleet fleet, int workers) throws IOException, InterruptedException {
        try {
            fleet.broker.ready();
            fleet.coordinator.start();
            fleet.coordinator.ready();
            for (int n = 1; n <= workers; n++) {
                fleet.addWorker("w" + n, fleet.kafka).start();
            }
            fleet.awaitActive(workers);
            return fleet;
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            fleet.close();
            throw e;
        }
    }

    Part broker() {
        return broker;
    }

    FireDatabase database() {
        return database;
    }

    Part coordinator() {
        return coordinator;
    }

    /** Returns a worker, from 1. */
    Part worker(int n) {
        return workers.get(n - 1);
    }

    /** Returns the slots of a worker. */
    int slots() {
        return slots;
    }

    /** Returns the slots of all workers. */
    int allSlots() {
        return slots * workers.size();
    }

    URI url() {
        return url;
    }

    /** Adds a worker that a program starts; not started yet. */
    Part addWorkerThrough(String name, List<String> through) {
        return addWorker(name, kafka, Map.of(), through.toArray(String[]::new));
    }

    /** Adds a worker that reaches the broker by that address; not started yet. */
    Part addWorker(String name, String bootstrap, String... through) {
        return addWorker(name, bootstrap, Map.of(), through);
    }

    /** Adds a worker with variables that others don't have; not started yet. */
    Part addWorker(String name, Map<String, String> environment) {
        return addWorker(name, kafka, environment);
    }

    private Part addWorker(String name, String bootstrap, Map<String, String> environment, String... through) {
        var all = new HashMap<>(environment);
        all.put("MUSTER_HOME", home.toString());
        all.putAll(kafka(BrokerLogins.WORKER));
        var worker = part(name, "worker", List.of("--kafka", bootstrap, "--fleet", NAME, "--id", name, "--slots",
                Integer.toString(slots)), all, through);
        workers.add(worker);
        return worker;
    }

    private Map<String, String> kafka(String login) {
        return Map.of("MUSTER_KAFKA_USER", login, "MUSTER_KAFKA_PASSWORD_FILE",
                BrokerLogins.passwordFile(home.resolve("broker"), login).toString(), "MUSTER_FLEET_KEY", KEY);
    }

    /** The broker with a clock that is behind: with the data and the address of the other one, which is down. */
    Part brokerBehind(Duration behind) {
        var data = List.of(home.resolve("broker").toString(), kafka.substring(kafka.indexOf(':') + 1),
                Long.toString(behind.toSeconds()), NAME);
        brokerBehind = part("broker-behind", BrokerBehind.class, data, Map.of());
        return brokerBehind;
    }

    /** Adds a coordinator for the same fleet, at the same address: it listens there once it leads. */
    Part addStandby() {
        return addStandby(url);
    }

    /** Adds a coordinator for the same fleet; not started yet. */
    Part addStandby(URI at) {
        return addStandby(at, List.of());
    }

    /** Adds a coordinator for the same fleet that a program starts; not started yet. */
    Part addStandby(URI at, List<String> through) {
        var standby = coordinator("standby" + standbys.size(), at, List.of("--standby"),
                through.toArray(String[]::new));
        standbys.add(standby);
        return standby;
    }

    FleetStatus status() throws IOException, InterruptedException {
        var answer = http.send(
                HttpRequest.newBuilder(url.resolve("/api/v1/fleet")).header("Authorization", "Bearer " + TOKEN)
                        .timeout(Duration.ofSeconds(5)).build(),
                BodyHandlers.ofByteArray());
        return Json.MAPPER.readValue(answer.body(), FleetStatus.class);
    }

    void awaitActive(int wanted) throws InterruptedException {
        until(wanted + " workers are active", Duration.ofSeconds(90),
                () -> status().workers().stream().filter(each -> each.state().equals("active")).count() == wanted);
    }

    /** Ends what still runs, those first that no other process needs. */
    @Override
    public void close() {
        workers.forEach(Part::close);
        standbys.forEach(Part::close);
        coordinator.close();
        if (brokerBehind != null) {
            brokerBehind.close();
        }
        broker.close();
        database.close();
        http.close();
    }

    static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private Part coordinator(String name, URI at, List<String> more, String... through) {
        var options = new ArrayList<>(List.of("--kafka", kafka, "--fleet", NAME, "--replication", "1", "--port",
                Integer.toString(at.getPort())));
        options.addAll(more);
        var all = new HashMap<>(database.login());
        all.put("MUSTER_TOKEN", TOKEN);
        all.putAll(kafka(BrokerLogins.COORDINATOR));
        return part(name, "coordinator", options, all, through);
    }

    private Part part(String name, String command, List<String> options, Map<String, String> environment,
            String... through) {
        var words = new ArrayList<>(List.of(command));
        words.addAll(options);
        return part(name, Main.class, words, environment, through);
    }

    private Part part(String name, Class<?> main, List<String> words, Map<String, String> environment,
            String... through) {
        var all = new HashMap<>(environment);
        all.put(Supervised.VARIABLE, "1");
        all.putIfAbsent("MUSTER_LOG", "INFO");
        var log = home.resolve("logs").resolve(name + ".log").toFile();
        return new Part(name, Launch.of(main, words.toArray(String[]::new)).withEnvironment(all)
                .withJvmOptions("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m")
                .withErrorsTo(Redirect.appendTo(log)).through(through));
    }
}
