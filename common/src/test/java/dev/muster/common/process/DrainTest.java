package dev.muster.common.process;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;

class DrainTest {

    private static final Duration LONG = Duration.ofSeconds(10);

    @Test
    void theEndIsKeptAcrossReads() throws Exception {
        var drain = Drain.last(stream("a".repeat(20_000) + "the end"), 10);
        drain.awaitEnd(LONG);

        assertThat(drain.text()).isEqualTo("aaathe end");
        assertThat(drain.tooMuch()).isFalse();
    }

    @Test
    void theBeginningIsKeptAndTooMuchIsToldOnce() throws Exception {
        var told = new AtomicInteger();
        var drain = Drain.first(stream("x".repeat(50_000)), 20_000, told::incrementAndGet);
        drain.awaitEnd(LONG);

        assertThat(drain.tooMuch()).isTrue();
        assertThat(told).hasValue(1);
        assertThat(drain.text()).hasSizeLessThanOrEqualTo(20_000);
    }

    @Test
    void asMuchAsIsAllowedIsNotTooMuch() throws Exception {
        var drain = Drain.first(stream("x".repeat(20_000)), 20_000, () -> {});
        drain.awaitEnd(LONG);

        assertThat(drain.tooMuch()).isFalse();
        assertThat(drain.text()).hasSize(20_000);
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
