package dev.muster.common.channel.kafka;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.ChannelException;
import dev.muster.common.channel.Topic;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntryFilter;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SecurityDisabledException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedSaslMechanismException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePatternFilter;
import org.apache.kafka.common.resource.ResourceType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates missing topics of the fleet, and checks existing ones. */
record KafkaTopics(KafkaSettings settings, Admin admin, Duration patience) {

    private static final Logger LOG = LoggerFactory.getLogger(KafkaTopics.class);
    private static final String RIGHTS = "docs/kafka-access.md lists the rights of a fleet";
    private static final Map<Topic, Map<String, String>> SETTINGS = created();
    private static final Map<Topic, List<Needed>> NEEDED = needed();

    /** @return the number of inboxes of the fleet */
    int prepare() {
        try {
            var existing = admin.listTopics().names().get(patience.toMillis(), TimeUnit.MILLISECONDS);
            var missing = missing(existing);
            create(missing);
            int inboxes = check();
            if (inboxes < settings.inboxes()) {
                grow(inboxes);
            }
            if (!missing.isEmpty() || inboxes < settings.inboxes()) {
                inboxes = Math.max(inboxes, settings.inboxes());
                awaitLeaders(inboxes);
            }
            return inboxes;
        } catch (ExecutionException | TimeoutException e) {
            throw unreachable(settings, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ChannelException("interrupted while preparing the topics of fleet " + settings.fleet());
        }
    }

    /** Returns the number of inboxes; empty while topics are missing. */
    OptionalInt find() {
        try {
            int inboxes = inboxes(admin.describeTopics(names()).allTopicNames().get(patience.toMillis(),
                    TimeUnit.MILLISECONDS));
            awaitLeaders(inboxes);
            return OptionalInt.of(inboxes);
        } catch (ExecutionException | TimeoutException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return OptionalInt.empty();
            }
            throw unreachable(settings, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ChannelException("interrupted while looking for the topics of fleet " + settings.fleet());
        }
    }

    private List<NewTopic> missing(Set<String> existing) {
        return Stream.of(Topic.values()).filter(topic -> !existing.contains(topic.in(settings.fleet())))
                .map(this::definition).toList();
    }

    private void create(List<NewTopic> missing) throws InterruptedException, ExecutionException, TimeoutException {
        try {
            admin.createTopics(missing).all().get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            // another process of the fleet may start at the same time
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
    }

    private NewTopic definition(Topic topic) {
        return new NewTopic(topic.in(settings.fleet()), topic.partitions(wanted()), settings.replication())
                .configs(SETTINGS.getOrDefault(topic, Map.of()));
    }

    private int wanted() {
        return settings.inboxes() == 0 ? Channel.INBOXES : settings.inboxes();
    }

    /** Adds inboxes, which is safe while the fleet works: none of the new ones is leased yet. */
    private void grow(int inboxes) throws InterruptedException, TimeoutException {
        var name = Topic.CASES.in(settings.fleet());
        try {
            admin.createPartitions(Map.of(name, NewPartitions.increaseTo(settings.inboxes()))).all()
                    .get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new ChannelException("fleet '" + settings.fleet() + "' has " + inboxes + " inboxes where "
                    + settings.inboxes() + " are asked for, and Kafka does not add any (" + e.getMessage()
                    + "); give topic " + name + " more partitions, or omit --inboxes", e);
        }
    }

    /** @return the partitions of the one topic whose number may vary */
    private int check() throws InterruptedException, ExecutionException, TimeoutException {
        int inboxes = inboxes(describe());
        checkSettings();
        warnOfMissingAcls();
        return inboxes;
    }

    private int inboxes(Map<String, TopicDescription> found) {
        for (var topic : Topic.values()) {
            var description = found.get(topic.in(settings.fleet()));
            int partitions = description == null ? 0 : description.partitions().size();
            if (partitions == 0 || partitions != topic.partitions(partitions)) {
                throw new ChannelException("topic " + topic.in(settings.fleet()) + " has " + partitions
                        + " partitions where " + topic.partitions(wanted())
                        + " are needed; delete it, or choose another --fleet name");
            }
        }
        return Objects.requireNonNull(found.get(Topic.CASES.in(settings.fleet()))).partitions().size();
    }

    /** Checks topics that someone else created: the protocol depends on their settings. */
    private void checkSettings() throws InterruptedException, ExecutionException, TimeoutException {
        var resources = Stream.of(Topic.values()).collect(Collectors.toMap(
                topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic.in(settings.fleet())), topic -> topic));
        var found = admin.describeConfigs(resources.keySet()).all().get(patience.toMillis(), TimeUnit.MILLISECONDS);
        var faults = found.entrySet().stream().sorted(Comparator.comparing(each -> each.getKey().name()))
                .flatMap(each -> NEEDED.getOrDefault(resources.get(each.getKey()), List.of()).stream()
                        .flatMap(needed -> needed.fault(settings.bootstrap(), each.getKey().name(), each.getValue())
                                .stream()))
                .toList();
        if (!faults.isEmpty()) {
            throw new ChannelException(String.join("\n", faults));
        }
    }

    /** A required setting of a topic. */
    private record Needed(String setting, String value, boolean least, String why) {

        Optional<String> fault(String bootstrap, String topic, Config config) {
            var entry = config.get(setting);
            var found = entry == null ? null : entry.value();
            if (found == null || (least ? Long.parseLong(found) >= Long.parseLong(value) : found.equals(value))) {
                return Optional.empty();
            }
            return Optional.of("topic " + topic + " has " + setting + "=" + found + " where " + value + (least
                    ? " or more" : "") + " is needed: " + why + "; set it with kafka-configs.sh --bootstrap-server "
                    + bootstrap + " --alter --entity-type topics --entity-name " + topic + " --add-config " + setting
                    + "=" + value + ", or choose another --fleet name");
        }
    }

    /** Who may not ask for ACLs is on a broker that has some. */
    private void warnOfMissingAcls() throws InterruptedException, TimeoutException {
        for (var name : names()) {
            try {
                var acls = new AclBindingFilter(new ResourcePatternFilter(ResourceType.TOPIC, name, PatternType.MATCH),
                        AccessControlEntryFilter.ANY);
                if (admin.describeAcls(acls).values().get(patience.toMillis(), TimeUnit.MILLISECONDS).isEmpty()) {
                    LOG.warn("topic {} has no ACLs, so anyone on Kafka can use it; {}", name, RIGHTS);
                }
            } catch (ExecutionException e) {
                if (e.getCause() instanceof SecurityDisabledException) {
                    LOG.warn("anyone who reaches Kafka at {} can write as this coordinator or as any worker: it has no "
                            + "authorizer; {}", settings.bootstrap(), RIGHTS);
                } else if (!(e.getCause() instanceof AuthorizationException)) {
                    LOG.warn("it is not known whether topic {} has ACLs: {}", name, e.getMessage());
                }
                return;
            }
        }
    }

    private List<String> names() {
        return Stream.of(Topic.values()).map(topic -> topic.in(settings.fleet())).toList();
    }

    /** Describes the topics; a new one may not be known to every broker yet. */
    private Map<String, TopicDescription> describe()
            throws InterruptedException, ExecutionException, TimeoutException {
        long until = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                return admin.describeTopics(names()).allTopicNames().get(patience.toMillis(), TimeUnit.MILLISECONDS);
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException) || System.nanoTime() > until) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(20);
            }
        }
    }

    /**
     * Waits until every partition has a leader. Kafka reports a topic as created before that; on a busy machine it can
     * take longer than a send may, and the first records would fail.
     */
    private void awaitLeaders(int inboxes) throws InterruptedException {
        var asked = new HashMap<TopicPartition, OffsetSpec>();
        for (var topic : Topic.values()) {
            partitions(settings, topic, topic.partitions(inboxes))
                    .forEach(partition -> asked.put(partition, OffsetSpec.latest()));
        }
        try {
            admin.listOffsets(asked).all().get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new ChannelException("Kafka at " + settings.bootstrap() + " created the topics of fleet '"
                    + settings.fleet() + "', but can't be written to after " + patience.toSeconds()
                    + " s; try again when it has less load", e);
        }
    }

    static List<TopicPartition> partitions(KafkaSettings settings, Topic topic, int number) {
        return IntStream.range(0, number)
                .mapToObj(partition -> new TopicPartition(topic.in(settings.fleet()), partition)).toList();
    }

    static ChannelException unreachable(KafkaSettings settings, Exception e) {
        var cause = e.getCause() == null ? e : e.getCause();
        if (cause instanceof SaslAuthenticationException || cause instanceof UnsupportedSaslMechanismException) {
            return new ChannelException("Kafka at " + settings.bootstrap() + " refuses the login ("
                    + cause.getMessage() + "); see MUSTER_KAFKA_USER and MUSTER_KAFKA_PASSWORD, or sasl.mechanism and "
                    + "sasl.jaas.config in --kafka-config", e);
        }
        if (cause instanceof SslAuthenticationException) {
            return new ChannelException("Kafka at " + settings.bootstrap() + " and this process found no common TLS ("
                    + cause.getMessage() + "); see security.protocol and ssl.truststore.location in --kafka-config", e);
        }
        if (cause instanceof AuthorizationException) {
            return new ChannelException(
                    "Kafka at " + settings.bootstrap() + " denies this login a right that it needs ("
                            + cause.getMessage() + "); " + RIGHTS,
                    e);
        }
        return new ChannelException("Kafka at " + settings.bootstrap() + " does not answer ("
                + (cause.getMessage() == null ? "no connection within the time" : cause.getMessage())
                + "); is the broker running, the address right, and security.protocol in --kafka-config what it expects?",
                e);
    }

    private static Map<Topic, Map<String, String>> created() {
        var size = String.valueOf(Channel.MAX_RECORD + (1 << 20));
        // only closed segments are compacted, and every joining worker reads the whole topic
        var control = Map.of("cleanup.policy", "compact", "segment.bytes", String.valueOf(4 << 20),
                "segment.ms", "600000", "min.cleanable.dirty.ratio", "0.1", "delete.retention.ms", "3600000");
        return Map.of(Topic.CASES, Map.of("retention.ms", "3600000", "max.message.bytes", size),
                Topic.RESULTS, Map.of("retention.ms", "604800000", "max.message.bytes", size),
                Topic.WORKERS, Map.of("retention.ms", "3600000", "message.timestamp.type", "LogAppendTime"),
                Topic.CONTROL, control);
    }

    private static Map<Topic, List<Needed>> needed() {
        var size = new Needed("max.message.bytes", String.valueOf(Channel.MAX_RECORD), true,
                "a case or a result may be that large");
        var whole = new Needed("cleanup.policy", "delete", false,
                "compaction would remove unread records");
        return Map.of(Topic.CASES, List.of(size, whole), Topic.RESULTS, List.of(size, whole),
                Topic.WORKERS, List.of(new Needed("message.timestamp.type", "LogAppendTime", false,
                        "the broker's time tells whether a worker is silent"), whole),
                Topic.CONTROL, List.of(new Needed("cleanup.policy", "compact", false,
                        "leases must last as long as the fleet")));
    }
}
