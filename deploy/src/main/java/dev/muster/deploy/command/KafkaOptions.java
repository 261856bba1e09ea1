package dev.muster.deploy.command;

import module java.base;
import dev.muster.common.channel.kafka.KafkaChannel;
import dev.muster.common.channel.kafka.KafkaSettings;
import dev.muster.common.leader.Coordinators;
import dev.muster.deploy.session.BadInput;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that connect a process to its fleet's topics. */
final class KafkaOptions {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Option(names = "--kafka", paramLabel = "HOST:PORT", defaultValue = "${env:MUSTER_KAFKA}", description = "Kafka's bootstrap servers ($MUSTER_KAFKA).")
    private @Nullable String kafka;

    @Option(names = "--fleet", paramLabel = "NAME", defaultValue = "${env:MUSTER_FLEET}", description = "Name of the fleet, first part of its topics' names ($MUSTER_FLEET, default: muster).")
    private @Nullable String fleet;

    @Option(names = "--kafka-config", paramLabel = "FILE", description = "Properties for every Kafka client (SASL, TLS).")
    private @Nullable Path config;

    @Option(names = "--replication", paramLabel = "N", defaultValue = "-1", description = "Copies of each topic, when they are created (default: the broker's).")
    private short replication;

    String fleet() {
        return fleet == null || fleet.isBlank() ? "muster" : fleet;
    }

    /** Takes the name of the coordinator's fleet; a different name on the command line is a mistake. */
    void join(String led, Coordinators coordinators) throws BadInput {
        if (fleet != null && !fleet.isBlank() && !fleet.equals(led)) {
            throw new BadInput("the coordinator at " + coordinators + " leads fleet '" + led + "', not '" + fleet
                    + "'; leave --fleet away, or name its fleet");
        }
        fleet = led;
    }

    /** @param inboxes fewest that the fleet should have; 0 uses the existing ones */
    KafkaChannel open(int inboxes) throws BadInput {
        var fleet = fleet();
        if (kafka == null || kafka.isBlank()) {
            throw new BadInput("say where Kafka is with --kafka HOST:PORT or MUSTER_KAFKA");
        }
        if (!fleet.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '-' || c == '_' || c == '.')) {
            throw new BadInput("--fleet " + fleet + ": topic names take letters, digits, '.', '_' and '-' only");
        }
        return KafkaChannel.open(new KafkaSettings(kafka, fleet, replication, inboxes, extra()), PATIENCE);
    }

    private Map<String, String> extra() throws BadInput {
        var settings = new HashMap<String, String>();
        if (config != null) {
            var properties = new Properties();
            try (var reader = Files.newBufferedReader(config)) {
                properties.load(reader);
            } catch (IOException e) {
                throw new BadInput("--kafka-config " + config + " can't be read");
            }
            properties.forEach((name, value) -> settings.put((String) name, (String) value));
        }
        return settings;
    }
}
