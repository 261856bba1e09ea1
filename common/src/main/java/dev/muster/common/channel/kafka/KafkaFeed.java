package dev.muster.common.channel.kafka;

import module java.base;

import dev.muster.common.channel.ChannelException;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.Feed;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Payload;
import dev.muster.common.channel.RefusedPayload;
import dev.muster.common.channel.Topic;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A consumer with manually assigned partitions: no group, no rebalance. */
final class KafkaFeed implements Feed {

    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final String SEEK_PAST = "seek past the record";
    private static final String CORRUPT = "corrupt message";
    /** Nothing is lost without a goodbye, which waits behind a fetch that the broker holds until something comes. */
    private static final Duration GOODBYE = Duration.ofMillis(100);

    private final Topic topic;
    private final int partitions;
    private final String name;
    private final Consumer<String, byte[]> consumer;
    private final Signatures signatures;
    private final boolean checks;
    private final Refusals refusals;
    private Instant newest = Instant.EPOCH;

    KafkaFeed(Topic topic, int partitions, KafkaSettings settings, Consumer<String, byte[]> consumer, From from,
            Refusals refusals) {
        this.topic = topic;
        this.partitions = partitions;
        this.name = topic.in(settings.fleet());
        this.consumer = consumer;
        this.signatures = new Signatures(settings.key());
        this.checks = !settings.key().isNone();
        this.refusals = refusals;
        start(from);
    }

    @Override
    public List<Entry> poll(Duration atMost) throws InterruptedException {
        try {
            var entries = new ArrayList<Entry>();
            consumer.poll(atMost).forEach(record -> entries.add(entry(record)));
            entries.forEach(entry -> newest = entry.time());
            return entries;
        } catch (InterruptException e) {
            throw new InterruptedException(e.getMessage());
        } catch (RetriableException e) {
            return List.of();
        } catch (KafkaException e) {
            return List.of(corrupt(e).map(this::passOver)
                    .orElseThrow(() -> new ChannelException("can't read " + name + ": " + e.getMessage(), e)));
        }
    }

    /** Returns the partition whose next record is corrupt, which Kafka's client names in its sentence only. */
    private Optional<TopicPartition> corrupt(KafkaException e) {
        var sentence = String.valueOf(e.getMessage());
        return sentence.contains(SEEK_PAST) || sentence.contains(CORRUPT)
                ? consumer.assignment().stream().filter(each -> names(sentence, each)).findFirst() : Optional.empty();
    }

    private static boolean names(String sentence, TopicPartition partition) {
        var named = partition.toString();
        int end = sentence.indexOf(named) + named.length();
        return sentence.contains(named) && (end == sentence.length() || !Character.isDigit(sentence.charAt(end)));
    }

    /**
     * Passes one record over: it can't be read next time either. Of a batch that can't be read, each record is passed
     * over by itself, since nothing in the batch can be trusted.
     */
    private Entry passOver(TopicPartition partition) {
        try {
            long offset = consumer.position(partition, PATIENCE);
            consumer.seek(partition, offset + 1);
            refusals.corrupt(topic, partition, offset);
            return new Entry(topic, partition.partition(), offset, newest, "",
                    new RefusedPayload(Refusals.CORRUPT, new byte[0]));
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            throw new ChannelException("can't determine how far " + name + " was read: " + e.getMessage(), e);
        }
    }

    @Override
    public Map<Integer, Long> positions() {
        var positions = new HashMap<Integer, Long>();
        try {
            consumer.assignment().forEach(
                    each -> positions.put(each.partition(), consumer.position(each, PATIENCE)));
            return positions;
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            throw new ChannelException("can't determine how far " + name + " was read: " + e.getMessage(), e);
        }
    }

    @Override
    public long lag() {
        return consumer.assignment().stream().mapToLong(each -> consumer.currentLag(each).orElse(0)).sum();
    }

    /** Closes the consumer, even on an interrupted thread, where Kafka's client would refuse. */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        try {
            consumer.close(CloseOptions.timeout(GOODBYE));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void start(From from) {
        switch (from) {
            case From.Beginning() -> consumer.seekToBeginning(assignAll());
            case From.End() -> consumer.seekToEnd(assignAll());
            case From.Offsets(var offsets) -> {
                consumer.assign(offsets.keySet().stream().map(this::at).toList());
                offsets.forEach((partition, offset) -> consumer.seek(at(partition), offset));
            }
        }
    }

    private Collection<TopicPartition> assignAll() {
        var all = IntStream.range(0, partitions).mapToObj(this::at).toList();
        consumer.assign(all);
        return all;
    }

    private TopicPartition at(int partition) {
        return new TopicPartition(name, partition);
    }

    private Entry entry(ConsumerRecord<String, byte[]> record) {
        return new Entry(topic, record.partition(), record.offset(), Instant.ofEpochMilli(record.timestamp()),
                record.key() == null ? "" : record.key(), payload(record));
    }

    /** Returns null for a tombstone; one that is not believed is none. */
    private @Nullable Payload payload(ConsumerRecord<String, byte[]> record) {
        var value = record.value();
        if (!signatures.good(record)) {
            refusals.refused(topic, name);
            return new RefusedPayload(Refusals.UNSIGNED, value == null ? new byte[0] : value);
        }
        if (!checks && record.headers().lastHeader(Signatures.HEADER) != null) {
            refusals.unchecked(name);
        }
        return value == null ? null : Payload.of(value);
    }

    /** Counts the records that were not believed, and tells of them ever more rarely. */
    static final class Refusals {

        static final String UNSIGNED = "a record without a signature of this fleet's key";

        static final String CORRUPT = "a record that the broker stored damaged";

        private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

        private final Map<Topic, Long> byTopic = new ConcurrentHashMap<>();
        private final AtomicBoolean toldOfSigned = new AtomicBoolean();

        long of(Topic topic) {
            return byTopic.getOrDefault(topic, 0L);
        }

        void refused(Topic topic, String name) {
            long count = byTopic.merge(topic, 1L, Long::sum);
            if (Long.bitCount(count) == 1) {
                LOG.warn(
                        "{}: {} was set aside ({} so far); either someone else writes to this topic, or a process of the "
                                + "fleet has another MUSTER_FLEET_KEY",
                        name, UNSIGNED, count);
            }
        }

        void corrupt(Topic topic, TopicPartition partition, long offset) {
            long count = byTopic.merge(topic, 1L, Long::sum);
            if (Long.bitCount(count) == 1) {
                LOG.warn("{}: {}, at offset {}, was skipped ({} so far); check the broker's disk", partition,
                        CORRUPT, offset, count);
            }
        }

        void unchecked(String name) {
            if (!toldOfSigned.getAndSet(true)) {
                LOG.warn(
                        "{}: its records are signed, and this process has no MUSTER_FLEET_KEY: the fleet ignores what it "
                                + "writes; give it the fleet's key",
                        name);
            }
        }
    }
}
