package dev.muster.cli.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedBrokerIT {

    private static final String TOPIC = "words";
    private static final int SIXTEEN_MIB = 16 << 20;

    @TempDir
    Path data;

    @Test
    @Tag("slow")
    void whatWasSentIsThereAfterARestart() throws Exception {
        int port;
        try (EmbeddedBroker broker = EmbeddedBroker.start(data, 0, null)) {
            port = Integer.parseInt(broker.address().substring(broker.address().indexOf(':') + 1));
            createTopic(broker.address());
            send(broker.address(), "before");
            assertThat(received(broker.address(), 1)).containsExactly("before");
        }

        try (EmbeddedBroker broker = EmbeddedBroker.start(data, port, null)) {
            assertThat(broker.address()).isEqualTo("127.0.0.1:" + port);
            send(broker.address(), "after");
            assertThat(received(broker.address(), 2)).containsExactly("before", "after");
        }
    }

    @Tag("slow")
    @Test
    void whatWasSentIsThereAfterAKill() throws Exception {
        BrokerProcess killed = BrokerProcess.start(data);
        createTopic(killed.address());
        send(killed.address(), "before");
        killed.kill();

        try (EmbeddedBroker broker = EmbeddedBroker.start(data, 0, null)) {
            send(broker.address(), "after");
            assertThat(received(broker.address(), 2)).containsExactly("before", "after");
        }
    }

    @Test
    @Tag("slow")
    void aMessageOfSixteenMebibytesPasses() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(data, 0, null)) {
            createTopic(broker.address());
            send(broker.address(), "x".repeat(SIXTEEN_MIB));
            assertThat(received(broker.address(), 1)).singleElement().asString().hasSize(SIXTEEN_MIB);
        }
    }

    @Test
    void aPortInUseIsToldInOneSentence() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            assertThatThrownBy(() -> EmbeddedBroker.start(data, taken.getLocalPort(), null))
                    .isInstanceOf(EmbeddedServerException.class)
                    .hasMessage("The broker cannot listen on 127.0.0.1:" + taken.getLocalPort()
                            + " (Address already in use): stop the program that does, or choose another port.");
        }
    }

    @Test
    @Tag("slow")
    void aFolderInUseIsToldInOneSentence() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(data, 0, null)) {
            assertThatThrownBy(() -> EmbeddedBroker.start(data, 0, null))
                    .isInstanceOf(EmbeddedServerException.class)
                    .hasMessageStartingWith("Another broker is running in ");
            createTopic(broker.address());
        }
    }

    private static void createTopic(String address) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get();
        }
    }

    private static void send(String address, String word) throws Exception {
        Map<String, Object> settings = Map.of("bootstrap.servers", address, "max.request.size", 17 << 20);
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(TOPIC, word)).get();
        }
    }

    private static List<String> received(String address, int count) {
        TopicPartition partition = new TopicPartition(TOPIC, 0);
        Map<String, Object> settings = Map.of("bootstrap.servers", address);
        List<String> words = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            while (words.size() < count) {
                consumer.poll(Duration.ofSeconds(5)).forEach(record -> words.add(record.value()));
            }
        }
        return words;
    }
}
