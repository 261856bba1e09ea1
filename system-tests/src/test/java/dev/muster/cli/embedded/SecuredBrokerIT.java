package dev.muster.cli.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.ChannelException;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Payload;
import dev.muster.common.channel.Topic;
import dev.muster.common.channel.kafka.KafkaChannel;
import dev.muster.common.channel.kafka.KafkaSettings;
import java.lang.ProcessBuilder.Redirect;
import org.apache.kafka.common.utils.Time;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a broker with TLS and a login: {@code --kafka-config} reaches every client, and problems are reported. */
@Tag("slow")
final class SecuredBrokerIT {

    private static final String STORE_PASSWORD = "store-password";
    private static final String PASSWORD = "fleet-password";

    @TempDir
    private static Path folder;

    private static EmbeddedBroker broker;

    @BeforeAll
    static void startBroker() throws Exception {
        makeKey(folder.resolve("key.p12"));
        broker = EmbeddedBroker.start(folder.resolve("broker"), 0, null, secured(), Time.SYSTEM);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Test
    void recordsGoThroughTlsWithALogin() throws Exception {
        try (var channel = open(login(PASSWORD)); var feed = channel.feed(Topic.RESULTS, new From.Beginning())) {
            channel.append(Topic.RESULTS, 0, "k", Payload.of("hello".getBytes(StandardCharsets.UTF_8))).get(30,
                    TimeUnit.SECONDS);

            var entries = feed.poll(Duration.ofSeconds(30));

            assertThat(entries).singleElement().satisfies(entry -> assertThat(entry.key()).isEqualTo("k"));
            assertThat(channel.ends(Topic.RESULTS)).containsEntry(0, 1L);
        }
    }

    @Test
    void aWrongPasswordIsTold() {
        assertThatThrownBy(() -> open(login("a-wrong-one"))).isInstanceOf(ChannelException.class)
                .hasMessageStartingWith("Kafka at " + broker.address() + " refuses the login (")
                .hasMessageEndingWith("or sasl.mechanism and sasl.jaas.config in --kafka-config")
                .hasMessageNotContaining("a-wrong-one");
    }

    @Test
    void aCertificateThatNobodyTrustsIsTold() {
        var untrusting = login(PASSWORD);
        untrusting.remove("ssl.truststore.location");
        untrusting.remove("ssl.truststore.password");

        assertThatThrownBy(() -> open(untrusting)).isInstanceOf(ChannelException.class)
                .hasMessageStartingWith("Kafka at " + broker.address() + " and this process found no common TLS (")
                .hasMessageContaining("ssl.truststore.location");
    }

    @Tag("slow")
    @Test
    void noTlsAtAllIsTold() {
        assertThatThrownBy(() -> open(Map.of())).isInstanceOf(ChannelException.class)
                .hasMessageStartingWith("Kafka at " + broker.address() + " does not answer (")
                .hasMessageContaining("security.protocol in --kafka-config");
    }

    private static Channel open(Map<String, String> extra) {
        return KafkaChannel.open(new KafkaSettings(broker.address(), "secured", (short) 1, 3, extra),
                Duration.ofSeconds(15));
    }

    private static Map<String, String> login(String password) {
        var client = new HashMap<String, String>();
        client.put("security.protocol", "SASL_SSL");
        client.put("sasl.mechanism", "PLAIN");
        client.put("sasl.jaas.config", jaas("username=\"fleet\" password=\"" + password + "\""));
        client.put("ssl.truststore.location", folder.resolve("key.p12").toString());
        client.put("ssl.truststore.password", STORE_PASSWORD);
        return client;
    }

    private static Map<String, String> secured() {
        var both = "username=\"broker\" password=\"broker-password\" user_broker=\"broker-password\" user_fleet=\""
                + PASSWORD + "\"";
        return Map.of("listener.security.protocol.map", "PLAINTEXT:SASL_SSL,CONTROLLER:PLAINTEXT,DOOR:SASL_SSL",
                "sasl.enabled.mechanisms", "PLAIN",
                "sasl.mechanism.inter.broker.protocol", "PLAIN",
                "listener.name.plaintext.plain.sasl.jaas.config", jaas(both),
                "ssl.keystore.location", folder.resolve("key.p12").toString(),
                "ssl.keystore.password", STORE_PASSWORD,
                "ssl.truststore.location", folder.resolve("key.p12").toString(),
                "ssl.truststore.password", STORE_PASSWORD);
    }

    private static String jaas(String options) {
        return "org.apache.kafka.common.security.plain.PlainLoginModule required " + options + ";";
    }

    private static void makeKey(Path store) throws IOException, InterruptedException {
        var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        var made = new ProcessBuilder(keytool, "-genkeypair", "-keyalg", "EC", "-dname", "CN=127.0.0.1", "-ext",
                "SAN=ip:127.0.0.1", "-alias", "broker", "-storetype", "PKCS12", "-keystore", store.toString(),
                "-storepass", STORE_PASSWORD).redirectErrorStream(true).redirectOutput(Redirect.DISCARD).start();
        assertThat(made.waitFor()).isZero();
    }
}
