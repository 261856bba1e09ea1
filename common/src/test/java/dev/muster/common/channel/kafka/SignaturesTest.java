package dev.muster.common.channel.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a record is believed only as it was signed. */
final class SignaturesTest {

    private static final String OLD = "00".repeat(32);
    private static final String NEW = "11".repeat(32);
    private static final byte[] VALUE = "{\"epoch\":3}".getBytes(StandardCharsets.UTF_8);

    private final Signatures signatures = new Signatures(FleetKey.of(OLD));

    @Test
    void whatWasSignedIsGood() {
        assertThat(signatures.good(record("f.cases", 1, "k", VALUE, signed("f.cases", 1, "k", VALUE)))).isTrue();
        assertThat(
                signatures.good(record("f.control", 0, "3/inbox/i", null, signed("f.control", 0, "3/inbox/i", null))))
                .isTrue();
    }

    @Test
    void whatWasMovedOrChangedIsNot() {
        var header = signed("f.cases", 1, "k", VALUE);

        assertThat(signatures.good(record("g.cases", 1, "k", VALUE, header))).as("another topic").isFalse();
        assertThat(signatures.good(record("f.cases", 2, "k", VALUE, header))).as("another inbox").isFalse();
        assertThat(signatures.good(record("f.cases", 1, "l", VALUE, header))).as("another key").isFalse();
        assertThat(signatures.good(record("f.cases", 1, null, VALUE, header))).as("no key").isFalse();
        assertThat(signatures.good(record("f.cases", 1, "k", null, header))).as("a tombstone").isFalse();
        assertThat(signatures.good(record("f.cases", 1, "k", new byte[0], header))).as("no value").isFalse();
        for (int at = 0; at < VALUE.length; at++) {
            var changed = VALUE.clone();
            changed[at] ^= 1;
            assertThat(signatures.good(record("f.cases", 1, "k", changed, header))).as("byte " + at).isFalse();
        }
    }

    @Test
    void nothingMovesBetweenKeyAndValue() {
        var header = signed("f.cases", 1, "ab", "c".getBytes(StandardCharsets.UTF_8));

        assertThat(signatures.good(record("f.cases", 1, "a", "bc".getBytes(StandardCharsets.UTF_8), header))).isFalse();
    }

    @Test
    void itMustBeTheOneHeaderAndWhole() {
        var good = signed("f.cases", 1, "k", VALUE);
        var value = good.value();

        assertThat(signatures.good(record("f.cases", 1, "k", VALUE))).as("none").isFalse();
        assertThat(signatures.good(record("f.cases", 1, "k", VALUE, good, good))).as("twice").isFalse();
        assertThat(signatures.good(record("f.cases", 1, "k", VALUE, good, new Text("more", value)))).isFalse();
        assertThat(signatures.good(record("f.cases", 1, "k", VALUE, new Text("other", value)))).isFalse();
        for (int length : List.of(0, 16, 31)) {
            assertThat(signatures.good(record("f.cases", 1, "k", VALUE,
                    new Text(Signatures.HEADER, Arrays.copyOf(value, length))))).as(length + " bytes").isFalse();
        }
        assertThat(signatures.good(record("f.cases", 1, "k", VALUE,
                new Text(Signatures.HEADER, Arrays.copyOf(value, 33))))).isFalse();
        assertThat(signatures.good(record("f.cases", 1, "k", VALUE, new Text(Signatures.HEADER,
                HexFormat.of().formatHex(value).getBytes(StandardCharsets.UTF_8))))).as("hexadecimal").isFalse();
        var many = Stream.generate(() -> good).limit(10_000).toArray(Header[]::new);
        assertThat(signatures.good(record("f.cases", 1, "k", VALUE, many))).isFalse();
    }

    @Test
    void theOldKeyIsBelievedWhileItIsReplacedAndThenNoMore() {
        var old = signed("f.cases", 1, "k", VALUE);
        var both = new Signatures(FleetKey.of(NEW + "," + OLD));
        var fresh = new Signatures(FleetKey.of(NEW));

        assertThat(both.good(record("f.cases", 1, "k", VALUE, old))).isTrue();
        assertThat(fresh.good(record("f.cases", 1, "k", VALUE, old))).isFalse();

        var record = new ProducerRecord<>("f.cases", 1, "k", VALUE);
        both.sign(record);
        assertThat(fresh.good(record("f.cases", 1, "k", VALUE, record.headers().toArray()))).isTrue();
    }

    @Test
    void withoutAKeyNothingIsSignedOrChecked() {
        var none = new Signatures(FleetKey.NONE);
        var record = new ProducerRecord<>("f.cases", 1, "k", VALUE);

        none.sign(record);

        assertThat(record.headers().toArray()).isEmpty();
        assertThat(none.good(record("f.cases", 1, "k", VALUE))).isTrue();
    }

    @Test
    void aKeyMayBeWrittenInTwoWays() {
        var base64 = new Signatures(FleetKey.of(Base64.getEncoder().encodeToString(new byte[32])));
        var url = new Signatures(FleetKey.of(Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[32])));
        var header = signed("f.cases", 1, "k", VALUE);

        assertThat(base64.good(record("f.cases", 1, "k", VALUE, header))).isTrue();
        assertThat(url.good(record("f.cases", 1, "k", VALUE, header))).isTrue();
        assertThat(FleetKey.of(null).isNone()).isTrue();
        assertThat(FleetKey.of(FleetKey.random()).isNone()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret-word", "0011", "zz", "AAAA,", "00,11,22", "äöü"})
    void anythingElseIsNoKeyAndNotRepeated(String text) {
        assertThatThrownBy(() -> FleetKey.of(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("takes 32 bytes in hexadecimal or Base64").hasMessageNotContaining(text);
    }

    @SuppressWarnings("NullAway") // a null value is Kafka's tombstone
    private Header signed(String topic, int partition, String key, byte @Nullable [] value) {
        var record = new ProducerRecord<>(topic, partition, key, value);
        signatures.sign(record);
        return record.headers().toArray()[0];
    }

    @SuppressWarnings("NullAway") // so is this one, and a record may have no key
    private static ConsumerRecord<String, byte[]> record(String topic, int partition, @Nullable String key,
            byte @Nullable [] value, Header... headers) {
        var record = new ConsumerRecord<>(topic, partition, 0, key, value);
        Stream.of(headers).forEach(record.headers()::add);
        return record;
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Text(String key, byte[] value) implements Header {}
}
