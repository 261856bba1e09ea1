package dev.muster.deploy.command;

import module java.base;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.target.Environment;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.deploy.fleet.Equipment;
import dev.muster.deploy.fleet.WorkerParts;
import dev.muster.deploy.metrics.Meters;
import dev.muster.deploy.session.CommandContext;
import dev.muster.deploy.session.Exit;
import dev.muster.deploy.session.Exit.BadInput;
import dev.muster.deploy.session.Shutdown;
import dev.muster.deploy.session.Supervised;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code muster worker}: runs cases of a fleet until it is asked to end. */
@Command(name = "worker", mixinStandardHelpOptions = true, sortOptions = false, description = "Work in a fleet: take cases, hold conversations, report.")
public final class WorkerCommand implements Callable<Integer> {

    @Mixin
    private KafkaOptions kafka = new KafkaOptions();

    @Option(names = "--slots", paramLabel = "N", defaultValue = "64", description = "Cases at once (default: ${DEFAULT-VALUE}).")
    private int slots;

    @Option(names = "--id", paramLabel = "NAME", description = "Name for people (default: host and process id).")
    private @Nullable String id;

    @Option(names = "--allow-commands", description = "Run hooks and scripts that are programs (needs --coordinator); those in JavaScript run without it.")
    private boolean allowCommands;

    @Option(names = "--coordinator", paramLabel = "URL[,URL…]", defaultValue = "${env:MUSTER_COORDINATOR}", description = "Where the files of runs are fetched: of the one that leads ($MUSTER_COORDINATOR; token: $MUSTER_TOKEN).")
    private @Nullable Coordinators coordinators;

    @Mixin
    private StatusOptions status = new StatusOptions();

    @Mixin
    private LogOptions log = new LogOptions();

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws BadInput, IOException, InterruptedException {
        if (slots < 1) {
            throw new BadInput("--slots takes a whole number of 1 or more");
        }
        log.apply();
        var door = status.door(here.environment());
        if (coordinators != null) {
            joinFleetOf(coordinators);
        }
        var environment = new Environment(here.environment());
        var means = equipment().means(environment);
        Supervised.obey(here.environment());
        var name = id == null ? hostAndPid() : id;
        try (var shutdown = Shutdown.listen();
                var channel = kafka.open(0);
                var meters = door == null ? null : Meters.open();
                var worker = WorkerParts.start(channel, kafka.fleet(), name, slots,
                        Equipment.forSuites(environment), means, meters == null ? null : meters.registry());
                var server = status.serve(door, worker, meters)) {
            here.out().println("worker " + name + " of fleet " + kafka.fleet() + " started with " + slots + " slots"
                    + (server == null ? "" : ", figures at " + server.url() + "/metrics"));
            shutdown.await();
            worker.drain();
        }
        return Exit.OK;
    }

    private Equipment equipment() throws BadInput {
        if (allowCommands && coordinators == null) {
            throw new BadInput("--allow-commands needs --coordinator URL, such as http://127.0.0.1:7070: hooks and "
                    + "scripts are fetched there");
        }
        return new Equipment(coordinators, allowCommands, here.scriptMemory());
    }

    /** With two names for one fleet, this worker would wait forever. A coordinator that is not up yet may still start. */
    private void joinFleetOf(Coordinators coordinators) throws BadInput {
        try (var runs = new RemoteRuns(coordinators, here.environment().get("MUSTER_TOKEN"))) {
            kafka.join(runs.fleet(), coordinators);
        } catch (IOException e) {
            here.err().println("muster: " + e.getMessage() + "; going on as a worker of fleet " + kafka.fleet());
        }
    }

    private static String hostAndPid() {
        return host() + "-" + ProcessHandle.current().pid();
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "worker";
        }
    }
}
