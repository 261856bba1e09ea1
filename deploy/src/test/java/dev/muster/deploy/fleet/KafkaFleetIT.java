package dev.muster.deploy.fleet;

import dev.muster.common.channel.Channel;
import dev.muster.common.channel.kafka.KafkaChannel;
import dev.muster.common.channel.kafka.KafkaSettings;
import dev.muster.deploy.embedded.EmbeddedBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A fleet over a real broker keeps the same promises. */
final class KafkaFleetIT extends FleetContract {

    @TempDir
    private static Path folder;

    private static EmbeddedBroker broker;

    @BeforeAll
    static void startBroker() {
        broker = EmbeddedBroker.start(folder, 0);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Override
    Channel open(String fleet, int inboxes) {
        return KafkaChannel.open(new KafkaSettings(broker.address(), fleet, (short) 1, inboxes, Map.of()),
                Duration.ofSeconds(30));
    }

    @Override
    boolean keepsInboxes() {
        return true;
    }
}
