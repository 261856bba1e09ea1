package dev.muster.deploy.embedded;

import module java.base;
import org.jspecify.annotations.Nullable;

/** The settings of a single broker on a laptop, used by one fleet. */
record BrokerSettings(Path data, int brokerPort, int controllerPort, @Nullable ExtraListener door,
        Map<String, String> more) {

    static final int NODE_ID = 1;

    /** A message may have 16 MiB; its batch needs a few more bytes. */
    private static final int LARGEST_BATCH_BYTES = 17 << 20;
    private static final int SEGMENT_BYTES = 64 << 20;

    /** Per partition. Results have eight, and nothing else grows: this fits a laptop's disk. */
    private static final int KEPT_BYTES = 256 << 20;

    Map<String, String> toProperties() {
        return Stream.of(identity(), alone(), sizes(), threads(), quick(), more)
                .flatMap(part -> part.entrySet().stream())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (_, later) -> later));
    }

    private Map<String, String> identity() {
        String broker = BrokerSockets.BROKER + "://127.0.0.1:" + brokerPort;
        String controller = "127.0.0.1:" + controllerPort;
        return Map.of(
                "process.roles", "broker,controller",
                "node.id", String.valueOf(NODE_ID),
                "listeners",
                broker + "," + BrokerSockets.CONTROLLER + "://" + controller
                        + (door == null ? "" : "," + ExtraListener.NAME + "://" + door.host() + ":" + door.port()),
                "advertised.listeners",
                broker + (door == null ? "" : "," + ExtraListener.NAME + "://" + door.advertised()),
                "listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,DOOR:PLAINTEXT",
                "controller.listener.names", BrokerSockets.CONTROLLER,
                "inter.broker.listener.name", BrokerSockets.BROKER,
                "controller.quorum.voters", NODE_ID + "@" + controller,
                "log.dirs", data.toString());
    }

    private static Map<String, String> alone() {
        return Map.of(
                "auto.create.topics.enable", "false",
                "default.replication.factor", "1",
                "offsets.topic.replication.factor", "1",
                "offsets.topic.num.partitions", "1",
                "transaction.state.log.replication.factor", "1",
                "transaction.state.log.min.isr", "1",
                "transaction.state.log.num.partitions", "1",
                "share.coordinator.state.topic.replication.factor", "1",
                "share.coordinator.state.topic.min.isr", "1",
                "share.coordinator.state.topic.num.partitions", "1");
    }

    private static Map<String, String> sizes() {
        return Map.of(
                "message.max.bytes", String.valueOf(LARGEST_BATCH_BYTES),
                "replica.fetch.max.bytes", String.valueOf(LARGEST_BATCH_BYTES),
                "socket.request.max.bytes", String.valueOf(2 * LARGEST_BATCH_BYTES),
                "log.segment.bytes", String.valueOf(SEGMENT_BYTES),
                "log.retention.bytes", String.valueOf(KEPT_BYTES),
                "log.retention.check.interval.ms", "60000",
                "log.index.size.max.bytes", String.valueOf(1 << 20),
                "log.cleaner.dedupe.buffer.size", String.valueOf(2 << 20));
    }

    private static Map<String, String> threads() {
        return Map.of(
                "num.network.threads", "2",
                "num.io.threads", "4",
                "background.threads", "2",
                "num.recovery.threads.per.data.dir", "2",
                "log.cleaner.threads", "1",
                "group.coordinator.threads", "1",
                "share.coordinator.threads", "1");
    }

    /** No waiting for other brokers or a previous session, and no heartbeat written to disk twice a second. */
    private static Map<String, String> quick() {
        return Map.of(
                "group.initial.rebalance.delay.ms", "0",
                "controller.quorum.append.linger.ms", "1",
                "metadata.max.idle.interval.ms", "0",
                // After a kill the controller refuses the broker until its previous session has expired;
                // if that were shorter, a busy machine would expel a living broker.
                "broker.session.timeout.ms", "4000",
                "broker.heartbeat.interval.ms", "500");
    }
}
