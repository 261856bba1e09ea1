package dev.muster.common.channel.kafka;

import module java.base;

/**
 * The connection settings of Kafka.
 *
 * @param bootstrap {@code host:port}, several separated by commas
 * @param fleet first part of the topics' names
 * @param replication copies of each topic; -1 takes the broker's default
 * @param inboxes minimum number of inboxes; 0 uses the existing ones, or creates the default number
 * @param extra passed to every client as it is (SASL, TLS)
 * @param key signs what is written; nothing else is believed
 */
public record KafkaSettings(String bootstrap, String fleet, short replication, int inboxes, Map<String, String> extra,
        FleetKey key) {

    public KafkaSettings(String bootstrap, String fleet, short replication, int inboxes, Map<String, String> extra) {
        this(bootstrap, fleet, replication, inboxes, extra, FleetKey.NONE);
    }

    Map<String, Object> client() {
        var settings = new HashMap<String, Object>(extra);
        settings.put("bootstrap.servers", bootstrap);
        return settings;
    }
}
