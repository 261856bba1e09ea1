package dev.muster.cli.up;

import module java.base;
import dev.muster.cli.embedded.BrokerLogins;
import dev.muster.cli.embedded.EmbeddedDatabase;
import dev.muster.cli.embedded.FreePort;
import dev.muster.cli.files.PrivateFile;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.session.Supervised;
import dev.muster.cli.session.WaitNotice;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.kafka.FleetKey;
import dev.muster.common.json.Json;
import dev.muster.common.process.ChildProcess;
import dev.muster.common.process.Launch;
import dev.muster.common.secret.GivenSecrets;
import dev.muster.common.secret.PrivateFolder;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.report.Seconds;
import dev.muster.coordinator.server.scheduler.FleetStatus;
import dev.muster.coordinator.store.TokenTable;
import java.lang.ProcessBuilder.Redirect;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The processes of a fleet on this machine. Starting waits until all are ready; closing ends them in order. */
public final class Up implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Up.class);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** Secrets: a process has those that it is given, and none that it inherits. */
    private static final List<String> OWN = Stream
            .of("MUSTER_TOKEN", "MUSTER_WORKER_TOKEN", "MUSTER_DATABASE_URL", "MUSTER_DATABASE_USER",
                    "MUSTER_DATABASE_PASSWORD")
            .flatMap(name -> Stream.of(name, name + "_FILE")).toList();

    /**
     * What to start.
     *
     * @param main the class that takes command names
     * @param port of the coordinator; 0 for any free one
     * @param inboxes at least this many, for workers that this does not start
     * @param out where each step is reported
     */
    public record Plan(Home home, Class<?> main, int workers, int slots, int port, int inboxes, PrintWriter out) {

        /** Creates a plan that is carried out without a word. */
        public Plan(Home home, Class<?> main, int workers, int slots, int port) {
            this(home, main, workers, slots, port, 0, new PrintWriter(Writer.nullWriter()));
        }

        public Plan inboxes(int number) {
            return new Plan(home, main, workers, slots, port, number, out);
        }
    }

    /** A step of starting. */
    @FunctionalInterface
    private interface Step<T> {
        T take() throws IOException, InterruptedException;
    }

    private final Plan plan;
    private @Nullable WorkerProcesses workers;
    private final List<AutoCloseable> servers = new ArrayList<>();
    private final String token = Objects.requireNonNullElseGet(GivenSecrets.read(System.getenv(), "MUSTER_TOKEN"),
            TokenTable::random);
    private final String workerToken = TokenTable.random();
    private final UpFile file;
    private volatile boolean closing;

    private Up(Plan plan) throws IOException, InterruptedException {
        this.plan = plan;
        try {
            this.file = start();
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** @throws IOException a sentence that says which process did not start, and where its log is */
    public static Up start(Plan plan) throws IOException, InterruptedException {
        return new Up(plan);
    }

    /** Returns the fleet as it is now: a worker may have been started again. */
    public UpFile file() {
        return workers == null ? file : file.with(workers.inFile());
    }

    /** Ends workers, coordinator, broker and database, in this order. */
    @Override
    public void close() {
        closing = true;
        if (workers != null) {
            workers.close();
        }
        for (var server : servers.reversed()) {
            try {
                server.close();
            } catch (Exception e) {
                // even if one process fails to end, the others are ended as well
                LOG.warn("a process of the fleet did not stop cleanly: {}", e.getMessage());
            }
        }
    }

    private UpFile start() throws IOException, InterruptedException {
        PrivateFolder.make(plan.home().make().logs());
        var tokenFile = PrivateFile.write(plan.home().folder().resolve("up.token"), token);
        var workerTokenFile = PrivateFile.write(plan.home().folder().resolve("up.worker-token"), workerToken);
        PrivateFile.keep(plan.home().fleetKey(), FleetKey::random); // all processes of this home have the same
        var broker = launch("broker", List.of("--data", plan.home().broker().toString(), "--fleet", "up"), Map.of());
        servers.add(broker);
        var database = step("database", () -> EmbeddedDatabase.open(plan.home().folder()));
        servers.add(database);
        var address = step("broker", () -> ready(broker, "broker"));
        var coordinator = launch("coordinator",
                List.of("--kafka", address, "--fleet", "up", "--port", String.valueOf(plan.port()), "--replication",
                        "1", "--inboxes", String.valueOf(inboxes()), "--env", "*"),
                withKafka(BrokerLogins.COORDINATOR, login(database, tokenFile, workerTokenFile)));
        servers.add(coordinator);
        var url = lastWord(step("coordinator", () -> ready(coordinator, "coordinator")));
        var started = new WorkerProcesses(id -> startWorker(id, address, url, workerTokenFile), plan.out(),
                plan.home().logs(), Ticker.system());
        workers = started;
        for (int n = 1; n <= plan.workers(); n++) {
            started.start("w" + n);
        }
        step(plan.workers() == 1 ? "worker" : plan.workers() + " workers", () -> awaitWorkers(started, url));
        reportEnd("broker", broker);
        reportEnd("coordinator", coordinator);
        var up = new UpFile(token, workerToken, new UpServer(url, coordinator.handle().pid()),
                new UpBroker(address, broker.handle().pid()),
                new UpServer(withLogin(database), database.pid()), started.inFile());
        started.watch(() -> rewrite(up.with(started.inFile())));
        return up;
    }

    /** Names the new process of a worker where the fleet's file is there: the command that started it writes it. */
    private void rewrite(UpFile now) {
        try {
            if (!closing && Files.exists(plan.home().upFile())) {
                now.write(plan.home().upFile());
            }
        } catch (IOException e) {
            LOG.warn("{} can't be written: {}", plan.home().upFile(), e.getMessage());
        }
    }

    /** A fleet that lost a process looks like one that is slow. */
    private void reportEnd(String what, ChildProcess process) {
        var _ = process.handle().onExit().thenAccept(ended -> {
            if (!closing) {
                plan.out().println("muster: the " + what + " (pid " + ended.pid()
                        + ") ended, and nothing restarts it: muster down, then muster up; its log is in "
                        + plan.home().logs());
                plan.out().flush();
            }
        });
    }

    /** Says when a step is done, and what it waits for if it takes long. */
    private <T> T step(String what, Step<T> step) throws IOException, InterruptedException {
        long began = System.nanoTime();
        try (var _ = WaitNotice.say(plan.out(), "starting: " + what)) {
            var done = step.take();
            plan.out().printf("  %-12s ready after %s%n", what,
                    Seconds.text(Duration.ofNanos(System.nanoTime() - began)));
            plan.out().flush();
            return done;
        }
    }

    /** A few more than there are workers: a killed worker keeps its inbox until it is given up. */
    private int inboxes() {
        return Math.max(Math.max(Channel.INBOXES, plan.inboxes()), plan.workers() + plan.workers() / 4);
    }

    private WorkerProcesses.Running startWorker(String id, String broker, String coordinator, Path tokenFile)
            throws IOException {
        int port = FreePort.any();
        var worker = launch("worker",
                List.of("--kafka", broker, "--fleet", "up", "--slots", String.valueOf(plan.slots()), "--id", id,
                        "--metrics-port", String.valueOf(port), "--allow-commands", "--coordinator", coordinator,
                        "--env", "*"),
                withKafka(BrokerLogins.WORKER, Map.of("MUSTER_HOME", plan.home().folder().toString(),
                        "MUSTER_TOKEN_FILE", tokenFile.toString())));
        return new WorkerProcesses.Running(worker,
                new UpFile.Worker(id, worker.handle().pid(), "http://127.0.0.1:" + port));
    }

    /** Adds what a process needs of Kafka: its login, and the fleet's key. Files: an environment can be read. */
    private Map<String, String> withKafka(String login, Map<String, String> others) {
        var all = new HashMap<>(others);
        all.putAll(Map.of("MUSTER_KAFKA_CONFIG", "", "MUSTER_KAFKA_USER", login, "MUSTER_KAFKA_PASSWORD", "",
                "MUSTER_KAFKA_PASSWORD_FILE", BrokerLogins.passwordFile(plan.home().broker(), login).toString(),
                "MUSTER_FLEET_KEY", "", "MUSTER_FLEET_KEY_FILE", plan.home().fleetKey().toString()));
        return all;
    }

    private ChildProcess launch(String command, List<String> options, Map<String, String> environment)
            throws IOException {
        var arguments = Stream.concat(Stream.of(command), options.stream()).toArray(String[]::new);
        var all = new HashMap<>(environment);
        OWN.forEach(name -> all.putIfAbsent(name, "")); // what this shell has of them is for one process, if for any
        all.put(Supervised.VARIABLE, "1"); // it leaves signals to this process
        all.putIfAbsent("MUSTER_LOG", "INFO");
        return ChildProcess.start(Launch.of(plan.main(), arguments).withEnvironment(all)
                .withErrorsTo(Redirect.appendTo(log(command))));
    }

    private String ready(ChildProcess process, String name) throws IOException, InterruptedException {
        try {
            return process.firstLine(PATIENCE);
        } catch (IOException e) {
            throw new IOException("the " + name + " did not start: " + lastLine(log(name)) + " (" + log(name) + ")", e);
        }
    }

    private long awaitWorkers(WorkerProcesses started, String url) throws IOException, InterruptedException {
        for (var worker : started.processes()) {
            ready(worker, "worker");
        }
        long until = System.nanoTime() + PATIENCE.toNanos();
        try (var http = HttpClient.newHttpClient()) {
            long active = active(http, url);
            for (; active < plan.workers(); active = active(http, url)) {
                if (System.nanoTime() > until) {
                    throw new IOException("not all workers joined the fleet; see " + log("worker"));
                }
                TimeUnit.MILLISECONDS.sleep(50);
            }
            return active;
        }
    }

    private long active(HttpClient http, String url) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(url + "/api/v1/fleet"))
                .header("Authorization", "Bearer " + token)
                .build();
        var answer = http.send(request, BodyHandlers.ofByteArray());
        return Json.MAPPER.readValue(answer.body(), FleetStatus.class).workers().stream()
                .filter(worker -> worker.state().equals("active")).count();
    }

    private File log(String part) {
        return plan.home().logs().resolve("up-" + part + ".log").toFile();
    }

    private static String lastLine(File log) throws IOException {
        var lines = Files.readAllLines(log.toPath()).stream().filter(line -> !line.isBlank()).toList();
        return lines.isEmpty() ? "it printed nothing" : lines.getLast();
    }

    private static Map<String, String> login(EmbeddedDatabase database, Path tokenFile, Path workerTokenFile) {
        return Map.of("MUSTER_DATABASE_URL", database.url(), "MUSTER_DATABASE_USER", database.user(),
                "MUSTER_DATABASE_PASSWORD", database.password(), "MUSTER_TOKEN_FILE",
                tokenFile.toString(), "MUSTER_WORKER_TOKEN_FILE", workerTokenFile.toString());
    }

    /** Only the owner can read the file, and so the login in it. */
    private static String withLogin(EmbeddedDatabase database) {
        return database.url() + (database.url().contains("?") ? "&" : "?") + "user="
                + URLEncoder.encode(database.user(), StandardCharsets.UTF_8) + "&password="
                + URLEncoder.encode(database.password(), StandardCharsets.UTF_8);
    }

    private static String lastWord(String line) {
        return line.substring(line.lastIndexOf(' ') + 1);
    }
}
