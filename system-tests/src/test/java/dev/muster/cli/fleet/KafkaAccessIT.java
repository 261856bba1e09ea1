package dev.muster.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.embedded.LockedBroker;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.kafka.FleetKey;
import dev.muster.common.channel.kafka.KafkaChannel;
import dev.muster.common.channel.kafka.KafkaSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a fleet's promises on a broker that wants SASL_SSL, with exactly the rights that docs/kafka-access.md lists. */
@Tag("slow")
final class KafkaAccessIT extends FleetContract {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final FleetKey KEY = FleetKey.of(FleetKey.random());

    @TempDir
    private static Path folder;

    private static LockedBroker broker;

    @BeforeAll
    static void startBroker() {
        broker = LockedBroker.start(folder);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Override
    Channel open(String fleet, int inboxes) {
        broker.allow(LockedBroker.documented(fleet));
        return KafkaChannel.open(settings(fleet, inboxes, "coordinator"), PATIENCE);
    }

    @Override
    Channel join(String fleet, Channel coordinators) {
        return KafkaChannel.join(settings(fleet, 0, "worker"), PATIENCE).orElseThrow();
    }

    @Override
    boolean keepsInboxes() {
        return true;
    }

    @Test
    void theEmbeddedBrokerGivesTheSameRights() {
        assertThat(LockedBroker.documented("up")).isEqualTo(LockedBroker.embedded("up"));
    }

    private static KafkaSettings settings(String fleet, int inboxes, String login) {
        return new KafkaSettings(broker.address(), fleet, (short) 1, inboxes, broker.login(login), KEY);
    }
}
