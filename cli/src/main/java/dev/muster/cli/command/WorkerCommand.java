package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.fleet.AttemptConfig;
import dev.muster.cli.fleet.Permissions;
import dev.muster.cli.fleet.WorkerParts;
import dev.muster.cli.fleet.WorkerResources;
import dev.muster.cli.metrics.Meters;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.Exit;
import dev.muster.cli.session.Shutdown;
import dev.muster.cli.session.Supervised;
import dev.muster.common.agent.http.AllowedHosts;
import dev.muster.common.channel.kafka.KafkaChannel;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.message.WorkerMessage;
import dev.muster.common.process.MemoryProtection;
import dev.muster.common.status.ListenAddress;
import dev.muster.common.target.Environment;
import dev.muster.common.target.OfferedNames;
import dev.muster.worker.WorkerSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code muster worker}: runs cases of a fleet until it is stopped. */
@Command(name = "worker", mixinStandardHelpOptions = true, sortOptions = false, description = "Work in a fleet: take "
        + "cases, hold conversations, report.")
public final class WorkerCommand implements Callable<Integer> {

    /** For what follows the cases: their results, and a goodbye. */
    private static final Duration FAREWELL = Duration.ofSeconds(30);

    @Mixin
    private KafkaOptions kafka = new KafkaOptions();

    @Option(names = "--slots", paramLabel = "N", defaultValue = "64", description = "Cases at once (default: "
            + "${DEFAULT-VALUE}).")
    private int slots;

    @Option(names = "--id", paramLabel = "NAME", description = "Display name (default: host and process id).")
    private @Nullable String id;

    @Option(names = "--grace", paramLabel = "DURATION", defaultValue = "${env:MUSTER_GRACE:-30s}", description = "How long running cases may continue after this worker is asked to stop; then they are returned and run elsewhere ($MUSTER_GRACE; default: 30s).")
    private Duration grace = WorkerSettings.GRACE;

    @Option(names = "--allow-commands", description = "Run hooks and scripts that are programs (needs "
            + "--coordinator); those in JavaScript run without it.")
    private boolean allowCommands;

    @Mixin
    private SandboxOptions sandbox = new SandboxOptions();

    @Option(names = "--env", paramLabel = "NAME,PREFIX_*", defaultValue = "${env:MUSTER_ENV}", description = "Environment variables that suites may use: $MUSTER_ENV (default: all but MUSTER_*).")
    private @Nullable OfferedNames offered;

    @Option(names = "--allow-hosts", paramLabel = "HOST,…", defaultValue = "${env:MUSTER_ALLOW_HOSTS}", description = "Hosts that suites may call: names, *.example.com, addresses, networks ($MUSTER_ALLOW_HOSTS; default: all but link-local addresses).")
    private @Nullable AllowedHosts hosts;

    @Option(names = "--coordinator", paramLabel = "URL[,URL…]|up", defaultValue = "${env:MUSTER_COORDINATOR}", description = "Coordinators to fetch the files of runs from; the leader is used ($MUSTER_COORDINATOR; token: $MUSTER_TOKEN).")
    private @Nullable Coordinators coordinators;

    @Mixin
    private StatusOptions status = new StatusOptions();

    @Mixin
    private LogOptions log = new LogOptions();

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws BadInput, IOException, InterruptedException {
        BadInput.throwIf(slots < 1 || slots > WorkerMessage.Hello.MOST_SLOTS,
                "--slots takes a whole number of 1 to 10000");
        log.apply();
        var door = status.door(here.environment());
        if (coordinators != null) {
            joinFleetOf(coordinators);
        }
        var equipment = equipment();
        var environment = equipment.permissions().environment(here.environment());
        var means = means(equipment);
        warnOfVariables(environment);
        MemoryProtection.protect();
        Supervised.obey(here.environment());
        var name = id == null ? hostAndPid() : id;
        try (var shutdown = Shutdown.listen(grace.plus(FAREWELL))) {
            var channel = kafka.join(here.environment(), shutdown);
            if (channel.isPresent()) {
                work(channel.get(), shutdown, name, door, environment, means);
            }
        }
        return Exit.OK;
    }

    private void work(KafkaChannel joined, Shutdown shutdown, String name, @Nullable ListenAddress door,
            Environment environment, WorkerResources means) throws IOException, InterruptedException {
        try (var channel = joined;
                var meters = door == null ? null : Meters.open();
                var worker = WorkerParts.start(channel, kafka.fleet(), name, slots,
                        environment, grace, means, meters == null ? null : meters.registry());
                var server = status.serve(door, worker, meters)) {
            here.out().println("worker " + name + " of fleet " + kafka.fleet() + " started with " + slots + " slots"
                    + (server == null ? "" : ", figures at " + server.url() + "/metrics"));
            if (meters != null) {
                Meters.showRefused(channel::refused, meters.registry());
            }
            shutdown.await();
            worker.drain();
        }
    }

    private AttemptConfig equipment() throws BadInput {
        BadInput.throwIf(allowCommands && coordinators == null, "--allow-commands needs --coordinator URL, such as "
                + "http://127.0.0.1:7070: hooks and scripts are fetched there");
        BadInput.throwIf(allowCommands && !KafkaOptions.hasKey(here.environment()), "--allow-commands needs the "
                + "fleet's key in MUSTER_FLEET_KEY or MUSTER_FLEET_KEY_FILE: without it, anyone who can write to the "
                + "fleet's topics could run commands here; make one with openssl rand -hex 32 and give it to the "
                + "coordinators and workers");
        return new AttemptConfig(coordinators, new Permissions(sandbox.programs(allowCommands),
                Objects.requireNonNullElse(offered, OfferedNames.ALL),
                Objects.requireNonNullElse(hosts, AllowedHosts.USUAL)), here.scriptMemory());
    }

    private WorkerResources means(AttemptConfig equipment) throws BadInput, InterruptedException {
        try {
            var environment = new HashMap<>(here.environment());
            kafka.file().ifPresent(file -> environment.put(Permissions.KAFKA_CONFIG, file));
            status.tls.key().ifPresent(file -> environment.put(Permissions.TLS_KEY, file));
            return equipment.means(environment);
        } catch (IOException e) {
            throw new BadInput(e.getMessage());
        }
    }

    private void warnOfVariables(Environment environment) {
        if (offered == null) {
            here.err()
                    .println("warning: suites may read every variable of this worker except MUSTER_*; name those that "
                            + "they need with --env NAME,PREFIX_* or MUSTER_ENV");
        }
        environment.shortSecrets(environment.names()).ifPresent(warning -> here.err().println("warning: " + warning));
    }

    /**
     * With two names for one fleet, this worker would wait forever. A coordinator that is not up yet may still start.
     */
    private void joinFleetOf(Coordinators coordinators) throws BadInput {
        try (var runs = FleetKeys.open(here, coordinators)) {
            kafka.join(runs.fleet(), coordinators);
        } catch (IOException e) {
            here.err().println("muster: " + e.getMessage() + "; continuing as a worker of fleet " + kafka.fleet());
        }
    }

    private static String hostAndPid() {
        var host = "worker";
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) {
            // only a name for people
        }
        return host + "-" + ProcessHandle.current().pid();
    }
}
