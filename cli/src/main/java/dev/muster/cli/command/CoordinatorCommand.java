package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.command.StandbyCoordinator.Elected;
import dev.muster.cli.fleet.AgentCalls;
import dev.muster.cli.metrics.Meters;
import dev.muster.cli.metrics.Traces;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.Exit;
import dev.muster.cli.session.Shutdown;
import dev.muster.cli.session.Supervised;
import dev.muster.cli.session.WaitNotice;
import dev.muster.common.agent.http.AllowedHosts;
import dev.muster.common.channel.Channel;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.loop.Fatal;
import dev.muster.common.process.MemoryProtection;
import dev.muster.common.secret.GivenSecrets;
import dev.muster.common.status.ListenAddress;
import dev.muster.common.target.Environment;
import dev.muster.common.target.OfferedNames;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.server.Coordinator;
import dev.muster.coordinator.server.http.CoordinatorServer;
import dev.muster.coordinator.server.http.HttpEndpoint;
import dev.muster.coordinator.server.http.TokenHolders;
import dev.muster.coordinator.server.metrics.CoordinatorPages;
import dev.muster.coordinator.server.metrics.FleetGauges;
import dev.muster.coordinator.server.metrics.StoredMetrics;
import dev.muster.coordinator.server.scheduler.LeaderSettings;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.DatabaseAddress;
import dev.muster.coordinator.store.TokenTable;
import io.micrometer.core.instrument.Counter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code muster coordinator}: leads a fleet. */
@Command(name = "coordinator", mixinStandardHelpOptions = true, sortOptions = false, description = "Lead a fleet: "
        + "accept runs, assign cases, keep results.")
public final class CoordinatorCommand implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(CoordinatorCommand.class);
    private static final int CONNECTIONS = 8;
    private static final long LOOK_MS = 500;
    private static final int MOST_INBOXES = 10_000;

    @Mixin
    private KafkaOptions kafka = new KafkaOptions();

    @Option(names = "--database", paramLabel = "URL", defaultValue = "${env:MUSTER_DATABASE_URL}", description = "jdbc:postgresql://… ($MUSTER_DATABASE_URL; login: $MUSTER_DATABASE_USER, "
            + "$MUSTER_DATABASE_PASSWORD or its _FILE).")
    private @Nullable String database;

    @Option(names = "--host", paramLabel = "ADDRESS", defaultValue = "127.0.0.1", description = "Where to listen "
            + "(default: ${DEFAULT-VALUE}).")
    private String host = "127.0.0.1";

    @Option(names = "--port", paramLabel = "PORT", defaultValue = "7070", description = "Port to listen on, 0 for "
            + "any free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(names = "--public-url", paramLabel = "URL[,URL…]", description = "URL that clients use for this "
            + "coordinator, if it is not an address, localhost or the machine's name: requests for other names are "
            + "refused.")
    private @Nullable Coordinators published;

    @Option(names = "--no-token", description = "Require no token: on 127.0.0.1 only, and no run may have hooks, "
            + "programs or command agents.")
    private boolean noToken;

    @Mixin
    private TlsOptions tls = new TlsOptions();

    @Option(names = "--blob-quota", paramLabel = "MIB", defaultValue = "1024", description = "Maximum total size of "
            + "the files of all runs, in MiB (default: ${DEFAULT-VALUE}).")
    private long blobQuota;

    @Option(names = "--standby", description = "Wait while another coordinator leads the fleet, and take over when "
            + "it ends.")
    private boolean standby;

    @Option(names = "--inboxes", paramLabel = "N", defaultValue = "0", description = "Maximum number of workers of "
            + "the fleet, which is the number of partitions of its cases topic; the topic is created with, or grown "
            + "to, this number (default: 256 for a new topic, else unchanged).")
    private int inboxes;

    @Option(names = "--worker-grace", paramLabel = "DURATION", defaultValue = "2m", description = "How long a run "
            + "waits for a suitable worker before it is stopped (default: ${DEFAULT-VALUE}).")
    private Duration workerGrace = LeaderSettings.WORKER_GRACE;

    @Option(names = "--retention", paramLabel = "TIME", description = "Delete runs of the fleet that began longer "
            + "ago, such as 90d, once a day; baselines and runs with the label keep=true stay (default: delete "
            + "nothing).")
    private @Nullable Duration retention;

    @Option(names = "--env", paramLabel = "NAME,PREFIX_*", defaultValue = "${env:MUSTER_ENV}", description = "Environment variables that generators and reporters may use: $MUSTER_ENV (default: none).")
    private @Nullable OfferedNames offered;

    @Option(names = "--allow-hosts", paramLabel = "HOST,…", defaultValue = "${env:MUSTER_ALLOW_HOSTS}", description = "Hosts that suites may call: names, *.example.com, addresses, networks ($MUSTER_ALLOW_HOSTS; default: all but link-local addresses).")
    private @Nullable AllowedHosts hosts;

    @Mixin
    private LogOptions log = new LogOptions();

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws BadInput, IOException, InterruptedException {
        log.apply();
        BadInput.checkRange("--port", port, 0, 65_535);
        var listening = listening(GivenSecrets.read(here.environment(), "MUSTER_TOKEN"));
        BadInput.throwIf(inboxes < 0 || inboxes > MOST_INBOXES, "--inboxes takes 1 to " + MOST_INBOXES);
        BadInput.throwIf(blobQuota < 1, "--blob-quota takes 1 or more");
        BadInput.throwIf(retention != null && retention.toDays() < 1,
                "--retention takes 1d or more; delete a younger run with muster runs --delete RUN");
        MemoryProtection.protect(); // a worker on this machine may run commands as the same user
        Supervised.obey(here.environment());
        try (var shutdown = Shutdown.listen();
                var store = saying("the database", () -> Database.serve(address(), CONNECTIONS));
                var channel = saying("the broker", () -> kafka.open(inboxes, here.environment()));
                var meters = Meters.open()) {
            Meters.showRefused(channel::refused, meters.registry());
            var candidate = new StandbyCoordinator(store, kafka.fleet(), endpoint(listening, store), meters,
                    here.out());
            var elected = standby ? candidate.await(shutdown) : Optional.of(candidate.take());
            return elected.isPresent() ? lead(store, channel, meters, elected.get(), shutdown) : Exit.OK;
        }
    }

    /** Waits for a server, and says so. */
    private interface Awaited<T> {
        T get() throws BadInput, IOException, InterruptedException;
    }

    private <T> T saying(String what, Awaited<T> awaited) throws BadInput, IOException, InterruptedException {
        var waiting = "waiting for " + what;
        try (var _ = log.isJson() ? WaitNotice.say(LOG::warn, waiting) : WaitNotice.say(here.err(), waiting)) {
            return awaited.get();
        }
    }

    private int lead(Database store, Channel channel, Meters meters, Elected elected, Shutdown shutdown)
            throws InterruptedException {
        try (var coordinator = Coordinator.start(channel, store, elected.leadership(),
                LeaderSettings.DEFAULT.withWorkerGrace(workerGrace),
                InstantSource.system(), new StoredMetrics(meters.registry()), Fatal.halt());
                var traces = Traces.open(here.environment());
                var calls = AgentCalls.forHelpers(environment().hosts(), meters.registry());
                var server = CoordinatorServer.start(coordinator, calls.agents(environment(), null),
                        pages(coordinator, meters), elected.endpoint(), blobQuota << 20)) {
            if (traces != null) {
                coordinator.whenOver(traces::over);
            }
            coordinator.prepareDays();
            if (retention != null) {
                coordinator.retain(retention, Counter.builder("muster.runs.pruned")
                        .description("Runs that retention deleted.").register(meters.registry())::increment);
            }
            here.out().println("coordinator of fleet " + kafka.fleet() + " ready at " + server.url());
            while (!shutdown.await(LOOK_MS)) {
                if (coordinator.lost()) {
                    LOG.warn("another coordinator leads fleet {}; this one exits", kafka.fleet());
                    return Exit.BROKEN;
                }
            }
        }
        return Exit.OK;
    }

    /** Clients choose what goes into URLs and headers: nothing is theirs that is not offered. */
    private Environment environment() {
        return Environment.offering(Objects.requireNonNullElse(offered, OfferedNames.NONE), here.environment())
                .with(Objects.requireNonNullElse(hosts, AllowedHosts.USUAL));
    }

    private static CoordinatorPages pages(Coordinator coordinator, Meters meters) {
        return new CoordinatorPages(coordinator, new FleetGauges(meters.registry())::show, meters::scrape,
                Ticker.system());
    }

    private DatabaseAddress address() throws BadInput {
        if (database == null || !database.startsWith("jdbc:postgresql:")) {
            throw new BadInput("set PostgreSQL's address with --database jdbc:postgresql://HOST:PORT/NAME or "
                    + "MUSTER_DATABASE_URL");
        }
        return new DatabaseAddress(database, here.environment().get("MUSTER_DATABASE_USER"),
                GivenSecrets.read(here.environment(), "MUSTER_DATABASE_PASSWORD"));
    }

    /** Everything about the endpoint is checked before this coordinator leads: then the one before it would be gone. */
    private ListenAddress listening(@Nullable String admin) throws BadInput, IOException {
        BadInput.throwIf(admin == null && !noToken,
                "set MUSTER_TOKEN to the administrator's secret, such as the output of openssl "
                        + "rand -hex 24, or MUSTER_TOKEN_FILE to a file with it; --no-token gives anyone on this "
                        + "machine access, and "
                        + "no run may have commands then");
        BadInput.throwIf(admin != null && noToken, "--no-token and MUSTER_TOKEN are mutually exclusive");
        var address = tls.listening(host, port, admin, published);
        if (!standby) {
            address.refuseTaken("--port");
        }
        return address;
    }

    private HttpEndpoint endpoint(ListenAddress listening, Database store) {
        var table = new TokenTable(store.readers(), store, kafka.fleet());
        return new HttpEndpoint(listening, new TokenHolders(listening.token(),
                GivenSecrets.read(here.environment(), "MUSTER_WORKER_TOKEN"), table::valid, InstantSource.system(),
                Ticker.system()));
    }
}
