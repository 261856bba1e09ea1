package dev.muster.deploy.embedded;

import module java.base;
import org.jspecify.annotations.Nullable;

/** The settings of a single broker on a laptop, used by one fleet. */
record BrokerSettings(Path data, int brokerPort, int controllerPort, EmbeddedBroker.@Nullable ExtraListener door,
        Map<String, String> more) {

    static final int NODE_ID = 1;

    private static final String ALWAYS = """
            process.roles = broker,controller
            node.id = 1
            listener.security.protocol.map = PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,DOOR:PLAINTEXT
            controller.listener.names = CONTROLLER
            inter.broker.listener.name = PLAINTEXT
            # there is no other broker
            auto.create.topics.enable = false
            default.replication.factor = 1
            offsets.topic.replication.factor = 1
            offsets.topic.num.partitions = 1
            transaction.state.log.replication.factor = 1
            transaction.state.log.min.isr = 1
            transaction.state.log.num.partitions = 1
            share.coordinator.state.topic.replication.factor = 1
            share.coordinator.state.topic.min.isr = 1
            share.coordinator.state.topic.num.partitions = 1
            # 17 MiB: a message may have 16 MiB, and its batch needs a few more bytes
            message.max.bytes = 17825792
            replica.fetch.max.bytes = 17825792
            socket.request.max.bytes = 35651584
            # 64 MiB
            log.segment.bytes = 67108864
            # 256 MiB per partition: results have eight, and nothing else grows, so this fits a laptop's disk
            log.retention.bytes = 268435456
            log.retention.check.interval.ms = 60000
            log.index.size.max.bytes = 1048576
            log.cleaner.dedupe.buffer.size = 2097152
            # few threads
            num.network.threads = 2
            num.io.threads = 4
            background.threads = 2
            num.recovery.threads.per.data.dir = 2
            log.cleaner.threads = 1
            group.coordinator.threads = 1
            share.coordinator.threads = 1
            # no waiting for other brokers or a previous session, and no heartbeat written to disk twice a second
            group.initial.rebalance.delay.ms = 0
            controller.quorum.append.linger.ms = 1
            metadata.max.idle.interval.ms = 0
            # After a kill the controller refuses the broker until its previous session has expired;
            # if that were shorter, a busy machine would expel a living broker.
            broker.session.timeout.ms = 4000
            broker.heartbeat.interval.ms = 500
            """;

    Map<String, String> toProperties() {
        var settings = new HashMap<String, String>();
        ALWAYS.lines().filter(line -> !line.startsWith("#")).map(line -> line.split(" = ", 2))
                .forEach(pair -> settings.put(pair[0], pair[1]));
        var broker = EmbeddedBroker.BrokerSockets.BROKER + "://127.0.0.1:" + brokerPort;
        var controller = "127.0.0.1:" + controllerPort;
        settings.put("listeners", broker + "," + EmbeddedBroker.BrokerSockets.CONTROLLER + "://" + controller
                + (door == null ? ""
                        : "," + EmbeddedBroker.ExtraListener.NAME + "://" + door.host() + ":" + door.port()));
        settings.put("advertised.listeners",
                broker + (door == null ? "" : "," + EmbeddedBroker.ExtraListener.NAME + "://" + door.advertised()));
        settings.put("controller.quorum.voters", NODE_ID + "@" + controller);
        settings.put("log.dirs", data.toString());
        settings.putAll(more);
        return settings;
    }
}
