package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.Shutdown;
import dev.muster.common.channel.kafka.FleetKey;
import dev.muster.common.channel.kafka.KafkaChannel;
import dev.muster.common.channel.kafka.KafkaSettings;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.secret.GivenSecrets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/** The options that connect a process to its fleet's topics. */
final class KafkaOptions {

    private static final Logger LOG = LoggerFactory.getLogger(KafkaOptions.class);
    private static final long LOOK_MS = 500;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Option(names = "--kafka", paramLabel = "HOST:PORT", defaultValue = "${env:MUSTER_KAFKA}", description = "Kafka's bootstrap servers ($MUSTER_KAFKA).")
    private @Nullable String kafka;

    @Option(names = "--fleet", paramLabel = "NAME", defaultValue = "${env:MUSTER_FLEET}", description = "Name of the "
            + "fleet, and prefix of its topics' names ($MUSTER_FLEET, default: muster).")
    private @Nullable String fleet;

    @Option(names = "--kafka-config", paramLabel = "FILE", defaultValue = "${env:MUSTER_KAFKA_CONFIG}", description = "Properties for every Kafka client: SASL, TLS ($MUSTER_KAFKA_CONFIG; login: $MUSTER_KAFKA_USER, $MUSTER_KAFKA_PASSWORD).")
    private @Nullable Path config;

    @Option(names = "--replication", paramLabel = "N", defaultValue = "-1", description = "Replication factor of "
            + "topics that are created (default: the broker's).")
    private short replication;

    String fleet() {
        return fleet == null || fleet.isBlank() ? "muster" : fleet;
    }

    Optional<String> file() {
        return Optional.ofNullable(config).map(Path::toString);
    }

    /** Takes the name of the coordinator's fleet; a different name on the command line is a mistake. */
    void join(String led, Coordinators coordinators) throws BadInput {
        if (fleet != null && !fleet.isBlank() && !fleet.equals(led)) {
            throw new BadInput("the coordinator at " + coordinators + " leads fleet '" + led + "', not '" + fleet
                    + "'; omit --fleet, or name its fleet");
        }
        fleet = led;
    }

    /**
     * Connects a coordinator.
     *
     * @param inboxes fewest that the fleet should have; 0 uses the existing ones
     */
    KafkaChannel open(int inboxes, Map<String, String> environment) throws BadInput {
        var settings = settings(inboxes, environment);
        if (settings.key().isNone()) {
            LOG.warn("fleet {} has no MUSTER_FLEET_KEY: anyone who can write to its topics can give orders and forge "
                    + "results; make one with openssl rand -hex 32 and give it to the coordinators and workers",
                    fleet());
        }
        return KafkaChannel.open(settings, PATIENCE);
    }

    /**
     * Connects a worker; waits until a coordinator has made the topics.
     *
     * @return empty when the process must end before
     */
    Optional<KafkaChannel> join(Map<String, String> environment, Shutdown shutdown)
            throws BadInput, InterruptedException {
        var settings = settings(0, environment);
        var channel = KafkaChannel.join(settings, PATIENCE);
        for (boolean warned = false; channel.isEmpty() && !shutdown.await(LOOK_MS); warned = true) {
            if (!warned) {
                LOG.warn("fleet {} has no topics at {} yet: its coordinator creates them", fleet(), kafka);
            }
            channel = KafkaChannel.join(settings, PATIENCE);
        }
        return channel;
    }

    /** Whether the environment has a fleet key. */
    static boolean hasKey(Map<String, String> environment) throws BadInput {
        return !key(environment).isNone();
    }

    private static FleetKey key(Map<String, String> environment) throws BadInput {
        try {
            return FleetKey.of(GivenSecrets.read(environment, "MUSTER_FLEET_KEY"));
        } catch (IllegalArgumentException e) {
            throw new BadInput("MUSTER_FLEET_KEY " + e.getMessage());
        }
    }

    private KafkaSettings settings(int inboxes, Map<String, String> environment) throws BadInput {
        var fleet = fleet();
        if (kafka == null || kafka.isBlank()) {
            throw new BadInput("set Kafka's address with --kafka HOST:PORT or MUSTER_KAFKA");
        }
        BadInput.throwIf(
                !fleet.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '-' || c == '_' || c == '.'),
                "--fleet " + fleet + ": topic names may have only letters, digits, '.', '_' and '-'");
        return new KafkaSettings(kafka, fleet, replication, inboxes, extra(environment), key(environment));
    }

    private Map<String, String> extra(Map<String, String> environment) throws BadInput {
        var settings = new HashMap<String, String>();
        if (config != null && !config.toString().isBlank()) {
            var properties = new Properties();
            try (var reader = Files.newBufferedReader(config)) {
                properties.load(reader);
            } catch (IOException e) {
                throw new BadInput("--kafka-config " + config + " can't be read");
            }
            properties.forEach((name, value) -> settings.put((String) name, (String) value));
        }
        logIn(settings, environment);
        return settings;
    }

    /** Adds a login by name and password: by SCRAM and without TLS, unless the file says otherwise. */
    private static void logIn(Map<String, String> settings, Map<String, String> environment) throws BadInput {
        var user = environment.getOrDefault("MUSTER_KAFKA_USER", "");
        if (user.isBlank()) {
            return;
        }
        var password = GivenSecrets.read(environment, "MUSTER_KAFKA_PASSWORD");
        if (password == null) {
            throw new BadInput("MUSTER_KAFKA_USER needs MUSTER_KAFKA_PASSWORD, or MUSTER_KAFKA_PASSWORD_FILE");
        }
        settings.putIfAbsent("security.protocol", "SASL_PLAINTEXT");
        var mechanism = settings.computeIfAbsent("sasl.mechanism", name -> "SCRAM-SHA-512");
        settings.put("sasl.jaas.config", "org.apache.kafka.common.security."
                + (mechanism.equals("PLAIN") ? "plain.PlainLoginModule" : "scram.ScramLoginModule")
                + " required username=" + quoted(user) + " password=" + quoted(password) + ";");
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
