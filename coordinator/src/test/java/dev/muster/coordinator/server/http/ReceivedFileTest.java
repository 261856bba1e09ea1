package dev.muster.coordinator.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.access.Denied;
import org.junit.jupiter.api.Test;

/** Tests how the body of an upload is received. */
final class ReceivedFileTest {

    private long nanos;

    @Test
    void isReadAsItWasSent() throws Exception {
        var sent = "a suite".repeat(100_000).getBytes(UTF_8);

        try (var received = ReceivedFile.of(new ByteArrayInputStream(sent), sent.length, () -> nanos)) {
            assertThat(received.size()).isEqualTo(sent.length);
            assertThat(received.content().readAllBytes()).isEqualTo(sent);
        }
    }

    @Test
    void endsBehindItsLimit() throws Exception {
        try (var received = ReceivedFile.of(endless(Duration.ZERO, 1 << 10), 1 << 20, () -> nanos)) {
            assertThat(received.size()).isBetween(1L + (1 << 20), 2L << 20);
        }
    }

    /** Attack 210. */
    @Test
    void oneThatComesTooSlowlyIsRefused() {
        assertThatExceptionOfType(Denied.class)
                .isThrownBy(() -> ReceivedFile.of(endless(Duration.ofSeconds(2), 1), 1 << 20, () -> nanos))
                .withMessage("after 62 s, 31 bytes of this upload have arrived; send at least 1024 bytes a second, and "
                        + "all of it within an hour")
                .satisfies(denied -> assertThat(denied.status()).isEqualTo(408));
    }

    @Test
    void noneTakesLongerThanAnHour() {
        assertThatExceptionOfType(Denied.class)
                .isThrownBy(() -> ReceivedFile.of(endless(Duration.ofSeconds(10), 20_000), 1 << 30, () -> nanos))
                .withMessageContaining("after 3610 s");
    }

    @Test
    void oneThatBreaksOffLeavesNoFile() throws Exception {
        var breaking = new SequenceInputStream(new ByteArrayInputStream(new byte[10]), new InputStream() {
            @Override
            public int read() throws IOException {
                throw new EOFException("gone");
            }
        });

        assertThatThrownBy(() -> ReceivedFile.of(breaking, 100, () -> nanos)).isInstanceOf(EOFException.class);

        try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())))
                    .noneMatch(name -> name.startsWith("muster-upload-"));
        }
    }

    /** @param each how long each piece takes */
    private InputStream endless(Duration each, int bytes) {
        return new InputStream() {
            @Override
            public int read() {
                return 0;
            }

            @Override
            public int read(byte[] to, int from, int most) {
                nanos += each.toNanos();
                return Math.min(bytes, most);
            }
        };
    }
}
