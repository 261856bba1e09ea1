package dev.muster.system.channel;

import static dev.muster.common.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.embedded.EmbeddedBroker;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Payload;
import dev.muster.common.channel.RefusedPayload;
import dev.muster.common.channel.Topic;
import dev.muster.common.channel.kafka.KafkaChannel;
import dev.muster.common.channel.kafka.KafkaSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a record which the broker's disk has damaged does not hold up those behind it. */
final class CorruptRecordIT {

    private static final int HEAD = 12;

    @TempDir
    private Path data;

    @Test
    void isPassedOverAndSetAside() throws Exception {
        try (var broker = EmbeddedBroker.start(data, 0, null);
                var channel = KafkaChannel.open(new KafkaSettings(broker.address(), "torn", (short) 1, 3, Map.of()),
                        Duration.ofSeconds(30))) {
            for (int n = 0; n < 3; n++) {
                var _ = channel.append(Topic.RESULTS, 1, "k" + n, Payload.of(new byte[]{(byte) n})).get(20,
                        TimeUnit.SECONDS);
            }
            damageSecondBatch();

            var found = read(channel, 3);

            assertThat(found).extracting(Entry::offset).containsExactly(0L, 1L, 2L);
            assertThat(found).extracting(Entry::key).containsExactly("k0", "", "k2");
            assertThat(found.get(1).value()).isInstanceOf(RefusedPayload.class);
            assertThat(found.get(1).partition()).isEqualTo(1);
            assertThat(found.get(1).time()).isEqualTo(found.getFirst().time());
            assertThat(channel.refused(Topic.RESULTS)).isEqualTo(1);
        }
    }

    private static List<Entry> read(Channel channel, int records) throws Exception {
        var found = new ArrayList<Entry>();
        try (var feed = channel.feed(Topic.RESULTS, new From.Beginning())) {
            eventually("all are read", () -> {
                found.addAll(feed.poll(Duration.ofMillis(200)));
                return found.size() >= records;
            });
            assertThat(feed.positions()).containsEntry(1, 3L);
        }
        return found;
    }

    /** A batch begins with its offset, 8 bytes, and the length of what follows, 4 bytes. */
    private void damageSecondBatch() throws IOException {
        try (var files = Files.walk(data)) {
            var log = files.filter(file -> file.endsWith("torn.results-1/00000000000000000000.log")).findFirst()
                    .orElseThrow();
            try (var file = new RandomAccessFile(log.toFile(), "rw")) {
                file.seek(8);
                long second = HEAD + file.readInt();
                file.seek(second + 8);
                long last = second + HEAD + file.readInt() - 1;
                file.seek(last);
                int before = file.read();
                file.seek(last);
                file.write(before ^ 1);
            }
        }
    }
}
