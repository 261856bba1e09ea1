package dev.muster.system.channel;

import static dev.muster.common.testing.Eventually.eventually;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.ChannelException;
import dev.muster.common.channel.Payload;
import dev.muster.common.channel.RecordTooLarge;
import dev.muster.common.channel.Topic;
import dev.muster.common.channel.kafka.KafkaChannel;
import dev.muster.common.channel.kafka.KafkaSettings;
import dev.muster.system.SharedBroker;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the contract on the channel over a real broker. */
final class KafkaChannelIT extends ChannelContract {

    /** The contract uses inbox 7. */
    private static final int INBOXES = 8;

    @Override
    Channel open() {
        return open(SharedBroker.address(), Duration.ofSeconds(30));
    }

    @Test
    void anAddressWhereNobodyListensIsToldInOneSentence() throws Exception {
        var nobody = closedAddress();

        assertThatThrownBy(() -> open(nobody, Duration.ofSeconds(2))).isInstanceOf(ChannelException.class)
                .hasMessageContaining(nobody).hasMessageContaining("is the broker running");
    }

    private static String closedAddress() throws IOException {
        try (var soon = new ServerSocket(0)) {
            return "127.0.0.1:" + soon.getLocalPort();
        }
    }

    private static Channel open(String address, Duration patience) {
        var fleet = "contract-" + UUID.randomUUID();
        return KafkaChannel.open(new KafkaSettings(address, fleet, (short) 1, INBOXES, Map.of()), patience);
    }

    @Test
    void aFleetHasTheInboxesThatItHasUnlessMoreAreAskedFor() throws Exception {
        var fleet = "inboxes-" + UUID.randomUUID();

        try (var made = withInboxes(fleet, 5);
                var fewer = withInboxes(fleet, 3);
                var any = withInboxes(fleet, 0);
                var more = withInboxes(fleet, 7)) {
            assertThat(List.of(made, fewer, any, more)).extracting(Channel::inboxes).containsExactly(5, 5, 5, 7);
            long offset = made.append(Topic.CASES, 6, "k", Payload.of(new byte[1])).get(20, TimeUnit.SECONDS);
            assertThat(more.end(Topic.CASES, 6)).isEqualTo(offset + 1);
        }
    }

    private static Channel withInboxes(String fleet, int inboxes) {
        return KafkaChannel.open(new KafkaSettings(SharedBroker.address(), fleet, (short) 1, inboxes, Map.of()),
                Duration.ofSeconds(30));
    }

    @ParameterizedTest
    @Tag("slow")
    @CsvSource({"workers, message.timestamp.type, CreateTime, LogAppendTime",
        "control, cleanup.policy, delete, compact", "control, cleanup.policy, 'compact,delete', compact",
        "results, cleanup.policy, compact, delete",
        "results, max.message.bytes, 1000000, 16777216 or more", "cases, max.message.bytes, 1000000, 16777216 or more"})
    void aTopicThatSomebodyMadeOtherwiseIsToldInOneSentence(String topic, String setting, String value, String needed)
            throws Exception {
        var fleet = "made-" + UUID.randomUUID();
        try (var _ = withInboxes(fleet, 3);
                var admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.address()))) {
            var resource = new ConfigResource(ConfigResource.Type.TOPIC, fleet + "." + topic);
            admin.incrementalAlterConfigs(Map.of(resource, List.of(
                    new AlterConfigOp(new ConfigEntry(setting, value), AlterConfigOp.OpType.SET)))).all()
                    .get(20, TimeUnit.SECONDS);
            eventually("the broker has heard of it from its controller", () -> value.equals(requireNonNull(
                    admin.describeConfigs(List.of(resource)).all().get(20, TimeUnit.SECONDS).get(resource))
                    .get(setting).value()));
        }

        assertThatThrownBy(() -> withInboxes(fleet, 3)).isInstanceOf(ChannelException.class).hasMessageContaining(
                "topic " + fleet + "." + topic + " has " + setting + "=" + value + " where " + needed + " is needed")
                .hasMessageContaining("kafka-configs.sh --bootstrap-server " + SharedBroker.address()
                        + " --alter --entity-type topics --entity-name " + fleet + "." + topic + " --add-config "
                        + setting + "=");
    }

    @Test
    void aRecordThatIsTooLargeIsRefusedWithASentence() {
        try (var channel = open()) {
            var appended = channel.append(Topic.RESULTS, 0, "k", Payload.of(new byte[Channel.MAX_RECORD + 1]));

            assertThat(appended).failsWithin(Duration.ofSeconds(10)).withThrowableOfType(Exception.class)
                    .withCauseInstanceOf(RecordTooLarge.class);
        }
    }
}
