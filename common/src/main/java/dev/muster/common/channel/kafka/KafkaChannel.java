package dev.muster.common.channel.kafka;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.ChannelException;
import dev.muster.common.channel.Feed;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Payload;
import dev.muster.common.channel.RecordTooLarge;
import dev.muster.common.channel.Topic;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * The fleet's topics in Kafka: idempotent producers, an admin client for ends, a consumer per feed. The workers topic has
 * a producer of its own: a slow link full of results must not delay a heartbeat.
 */
public final class KafkaChannel implements Channel {

    /** Records are decompressed when read: a kilobyte in transit may become megabytes. */
    private static final long RECORDS_AT_ONCE = Math.clamp(Runtime.getRuntime().maxMemory() >> 24, 8, 500);
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final KafkaSettings settings;
    private final Sender sender;
    private final Sender beats;
    private final Admin admin;
    private final int inboxes;
    private final KafkaFeed.Refusals refusals = new KafkaFeed.Refusals();

    private KafkaChannel(KafkaSettings settings, Sender sender, Sender beats, Admin admin, int inboxes) {
        this.settings = settings;
        this.sender = sender;
        this.beats = beats;
        this.admin = admin;
        this.inboxes = inboxes;
    }

    /**
     * Connects, and creates or checks the topics.
     *
     * @param patience how long the broker may take to answer
     * @throws ChannelException with a sentence that says what is wrong
     */
    public static KafkaChannel open(KafkaSettings settings, Duration patience) {
        return connect(settings, patience, topics -> OptionalInt.of(topics.prepare())).orElseThrow();
    }

    /** Connects a worker, which has no right to make or change topics; empty while the fleet has none. */
    public static Optional<KafkaChannel> join(KafkaSettings settings, Duration patience) {
        return connect(settings, patience, KafkaTopics::find);
    }

    /** @param topics returns the number of inboxes */
    private static Optional<KafkaChannel> connect(KafkaSettings settings, Duration patience,
            Function<KafkaTopics, OptionalInt> topics) {
        var admin = admin(settings, patience);
        try {
            var inboxes = topics.apply(new KafkaTopics(settings, admin, patience));
            if (inboxes.isEmpty()) {
                admin.close(Duration.ZERO);
                return Optional.empty();
            }
            return Optional.of(new KafkaChannel(settings, new Sender("sender of " + settings.fleet(), settings),
                    new Sender("beats of " + settings.fleet(), settings), admin, inboxes.getAsInt()));
        } catch (RuntimeException e) {
            admin.close(Duration.ZERO);
            throw e;
        }
    }

    /** Returns how many records of a topic were not believed. */
    public long refused(Topic topic) {
        return refusals.of(topic);
    }

    @Override
    public int inboxes() {
        return inboxes;
    }

    @Override
    public CompletableFuture<Long> append(Topic topic, int partition, String key, @Nullable Payload value) {
        var bytes = value == null ? null : value.bytes();
        return bytes != null && bytes.length > MAX_RECORD
                ? CompletableFuture.failedFuture(new RecordTooLarge(topic, bytes.length))
                : send(topic, partition, key, bytes);
    }

    private CompletableFuture<Long> send(Topic topic, int partition, String key, byte @Nullable [] value) {
        return (topic == Topic.WORKERS ? beats : sender).send(record(topic, partition, key, value),
                failure -> notTaken(topic, failure));
    }

    @Override
    public boolean paysPerRecord() {
        return true;
    }

    @Override
    public Feed feed(Topic topic, From from) {
        try {
            return new KafkaFeed(topic, topic.partitions(inboxes), settings, consumer(), from, refusals);
        } catch (KafkaException e) {
            throw KafkaTopics.unreachable(settings, e);
        }
    }

    @Override
    public Map<Integer, Long> ends(Topic topic) {
        return ends(topic, KafkaTopics.partitions(settings, topic, topic.partitions(inboxes)));
    }

    @Override
    public long end(Topic topic, int partition) {
        var ends = ends(topic, List.of(new TopicPartition(topic.in(settings.fleet()), partition)));
        return ends.getOrDefault(partition, 0L);
    }

    private Map<Integer, Long> ends(Topic topic, List<TopicPartition> partitions) {
        var asked = partitions.stream().collect(Collectors.toMap(each -> each, each -> OffsetSpec.latest()));
        try {
            var ends = new HashMap<Integer, Long>();
            admin.listOffsets(asked).all().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                    .forEach((partition, end) -> ends.put(partition.partition(), end.offset()));
            return ends;
        } catch (ExecutionException | TimeoutException e) {
            throw KafkaTopics.unreachable(settings, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ChannelException("interrupted while asking for the ends of " + topic.in(settings.fleet()));
        }
    }

    @Override
    public void close() {
        sender.close();
        beats.close();
        admin.close(Duration.ofSeconds(1));
    }

    @SuppressWarnings("NullAway") // a null value is Kafka's tombstone
    private ProducerRecord<String, byte[]> record(Topic topic, int partition, String key, byte @Nullable [] value) {
        return new ProducerRecord<>(topic.in(settings.fleet()), partition, key, value);
    }

    private ChannelException notTaken(Topic topic, Exception failure) {
        return new ChannelException("Kafka at " + settings.bootstrap() + " did not accept a record for "
                + topic.in(settings.fleet()) + ": " + failure.getMessage(), failure);
    }

    private static Admin admin(KafkaSettings settings, Duration patience) {
        var config = settings.client();
        config.put("default.api.timeout.ms", String.valueOf(patience.toMillis()));
        config.put("request.timeout.ms", String.valueOf(Math.min(10_000, patience.toMillis())));
        try {
            return Admin.create(config);
        } catch (KafkaException e) {
            throw KafkaTopics.unreachable(settings, e);
        }
    }

    private static Producer<String, byte[]> producer(KafkaSettings settings) {
        var config = settings.client();
        config.putAll(Map.of("acks", "all", "enable.idempotence", "true", "compression.type", "zstd", "linger.ms", "2",
                "max.request.size", String.valueOf(MAX_RECORD + (1 << 19)), "delivery.timeout.ms", "20000",
                "request.timeout.ms", "10000", "max.block.ms", "5000", "reconnect.backoff.max.ms", "1000"));
        return new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer());
    }

    private KafkaConsumer<String, byte[]> consumer() {
        var config = settings.client();
        config.putAll(Map.of("enable.auto.commit", "false", "auto.offset.reset", "earliest", "fetch.max.wait.ms", "500",
                "max.poll.records", String.valueOf(RECORDS_AT_ONCE), "allow.auto.create.topics", "false",
                "reconnect.backoff.max.ms", "1000"));
        return new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer());
    }

    /**
     * Passes records to a producer in order, on its own thread: a producer waiting for memory or a broker blocks the sending
     * thread, and callers must not block.
     */
    static final class Sender implements AutoCloseable {

        private final Producer<String, byte[]> producer;
        private final Signatures signatures;
        private final ExecutorService thread;

        Sender(String name, KafkaSettings settings) {
            this.producer = producer(settings);
            this.signatures = new Signatures(settings.key());
            this.thread = Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name(name).factory());
        }

        /** @param failed converts the failure to a sentence */
        CompletableFuture<Long> send(ProducerRecord<String, byte[]> record,
                Function<Exception, ChannelException> failed) {
            var appended = new CompletableFuture<Long>();
            try {
                thread.execute(() -> send(record, failed, appended));
            } catch (RejectedExecutionException e) {
                appended.completeExceptionally(failed.apply(e));
            }
            return appended;
        }

        private void send(ProducerRecord<String, byte[]> record, Function<Exception, ChannelException> failed,
                CompletableFuture<Long> appended) {
            try {
                signatures.sign(record);
                var _ = producer.send(record, (metadata, failure) -> {
                    if (failure == null) {
                        appended.complete(metadata.offset());
                    } else {
                        appended.completeExceptionally(failed.apply(failure));
                    }
                });
            } catch (RuntimeException e) {
                // complete the future whatever was thrown: someone waits for it
                appended.completeExceptionally(failed.apply(e));
            }
        }

        @Override
        public void close() {
            thread.shutdown();
            try {
                if (!thread.awaitTermination(1, TimeUnit.SECONDS)) {
                    thread.shutdownNow();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            producer.close(Duration.ofSeconds(5));
        }
    }
}
