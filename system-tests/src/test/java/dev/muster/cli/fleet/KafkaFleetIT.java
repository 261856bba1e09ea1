package dev.muster.cli.fleet;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.kafka.FleetKey;
import dev.muster.common.channel.kafka.KafkaChannel;
import dev.muster.common.channel.kafka.KafkaSettings;
import dev.muster.system.SharedBroker;
import org.junit.jupiter.api.Tag;

/** Tests a fleet's promises over a real broker, with signed records. */
@Tag("slow")
final class KafkaFleetIT extends FleetContract {

    private static final FleetKey KEY = FleetKey.of(FleetKey.random());

    @Override
    Channel open(String fleet, int inboxes) {
        return KafkaChannel.open(new KafkaSettings(SharedBroker.address(), fleet, (short) 1, inboxes, Map.of(), KEY),
                Duration.ofSeconds(30));
    }

    @Override
    boolean keepsInboxes() {
        return true;
    }
}
