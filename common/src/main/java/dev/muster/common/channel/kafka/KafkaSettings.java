package dev.muster.common.channel.kafka;

import java.util.HashMap;
import java.util.Map;

/**
 * How to reach Kafka.
 *
 * @param bootstrap {@code host:port}, several separated by commas
 * @param fleet first part of the topics' names
 * @param replication copies of each topic; -1 takes the broker's default
 * @param inboxes that the fleet should have at least; 0 takes those that are there, or makes as many as usual
 * @param extra passed to every client as it is (SASL, TLS)
 */
public record KafkaSettings(String bootstrap, String fleet, short replication, int inboxes,
        Map<String, String> extra) {

    public KafkaSettings {
        extra = Map.copyOf(extra);
    }

    /** Of a fleet with as many inboxes as there are. */
    public KafkaSettings(String bootstrap, String fleet, short replication, Map<String, String> extra) {
        this(bootstrap, fleet, replication, 0, extra);
    }

    Map<String, Object> client() {
        var settings = new HashMap<String, Object>(extra);
        settings.put("bootstrap.servers", bootstrap);
        return settings;
    }
}
