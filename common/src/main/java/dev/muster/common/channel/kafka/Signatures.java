package dev.muster.common.channel.kafka;

import module java.base;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Signs and checks records: HMAC-SHA256 over topic, partition, key and value, each with its length before it, as the one
 * header of the record. Epoch and incarnation are in the value, those of a tombstone in its key. Belongs to one thread.
 */
public final class Signatures {

    /** The header's name; its value is the 32 bytes of the signature. */
    public static final String HEADER = "muster-signature";

    private final List<Mac> newestFirst;
    private final ByteBuffer number = ByteBuffer.allocate(Integer.BYTES);

    public Signatures(FleetKey key) {
        newestFirst = key.newestFirst.stream().map(Signatures::mac).toList();
    }

    /** Adds the header, if there is a key. */
    public void sign(ProducerRecord<String, byte[]> record) {
        if (!newestFirst.isEmpty()) {
            record.headers().add(HEADER, signature(newestFirst.getFirst(), record.topic(), record.partition(),
                    record.key(), record.value()));
        }
    }

    /** Whether one of the keys signed the record; any record is good without a key. */
    public boolean good(ConsumerRecord<String, byte[]> record) {
        if (newestFirst.isEmpty()) {
            return true;
        }
        var found = onlyHeader(record.headers());
        return found != null && newestFirst.stream().anyMatch(mac -> MessageDigest.isEqual(found,
                signature(mac, record.topic(), record.partition(), record.key(), record.value())));
    }

    /** Returns the signature; null unless it is the record's one header: no other is signed. */
    private static byte @Nullable [] onlyHeader(Headers headers) {
        var each = headers.iterator();
        var first = each.hasNext() ? each.next() : null;
        return first != null && !each.hasNext() && first.key().equals(HEADER) ? first.value() : null;
    }

    private byte[] signature(Mac mac, String topic, int partition, @Nullable String key, byte @Nullable [] value) {
        add(mac, topic.getBytes(StandardCharsets.UTF_8));
        add(mac, partition);
        add(mac, key == null ? null : key.getBytes(StandardCharsets.UTF_8));
        add(mac, value);
        return mac.doFinal();
    }

    /** Adds a part and its length: -1 for none. */
    private void add(Mac mac, byte @Nullable [] part) {
        add(mac, part == null ? -1 : part.length);
        if (part != null) {
            mac.update(part);
        }
    }

    private void add(Mac mac, int value) {
        mac.update(number.putInt(0, value).array());
    }

    private static Mac mac(SecretKeySpec key) {
        try {
            var mac = Mac.getInstance(key.getAlgorithm());
            mac.init(key);
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has HMAC-SHA256", e);
        }
    }
}
