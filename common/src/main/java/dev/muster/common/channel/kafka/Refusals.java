package dev.muster.common.channel.kafka;

import module java.base;
import dev.muster.common.channel.Topic;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the records that were not believed, and tells of them ever more rarely. */
final class Refusals {

    static final String UNSIGNED = "a record without a signature of this fleet's key";

    private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

    private final Map<Topic, Long> byTopic = new ConcurrentHashMap<>();
    private final AtomicBoolean toldOfSigned = new AtomicBoolean();

    long of(Topic topic) {
        return byTopic.getOrDefault(topic, 0L);
    }

    void refused(Topic topic, String name) {
        long count = byTopic.merge(topic, 1L, Long::sum);
        if (Long.bitCount(count) == 1) {
            LOG.warn("{}: {} was set aside ({} so far); either someone else writes to this topic, or a process of the "
                    + "fleet has another MUSTER_FLEET_KEY", name, UNSIGNED, count);
        }
    }

    void unchecked(String name) {
        if (!toldOfSigned.getAndSet(true)) {
            LOG.warn("{}: its records are signed, and this process has no MUSTER_FLEET_KEY: the fleet ignores what it "
                    + "writes; give it the fleet's key", name);
        }
    }
}
