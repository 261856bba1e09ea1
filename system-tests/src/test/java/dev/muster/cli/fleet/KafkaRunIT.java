package dev.muster.cli.fleet;

import static dev.muster.common.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.kafka.FleetKey;
import dev.muster.common.channel.kafka.KafkaChannel;
import dev.muster.common.channel.kafka.KafkaSettings;
import dev.muster.system.SharedBroker;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The shortest proof over a real broker, with signed records; {@link KafkaFleetIT} is the whole contract. */
final class KafkaRunIT extends FleetUnderTest {

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

    @Tag("slow")
    @Test
    void everyCaseHasOneResultAlsoUnderANewCoordinator() throws Exception {
        workers("one", "two");
        var run = submit(TestSuites.of(url(50), 60));

        anotherCoordinator();

        assertThat(follow(run).counts().passed()).isEqualTo(60);
        assertOneResultEach(run, 60);
    }

    @Test
    @Tag("slow")
    void whatASilentWorkerHoldsRunsAgainElsewhere() throws Exception {
        var silent = new SilentWorker(workersChannel, fleet, leadership.epoch(), 1);
        var run = submit(TestSuites.of(url(0), 10));
        silent.join();
        eventually("it has an order", () -> silent.orders() == 1);

        workers("one");

        assertThat(follow(run).counts().passed()).isEqualTo(10);
        assertOneResultEach(run, 10);
    }
}
