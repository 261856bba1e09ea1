package dev.muster.common.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import dev.muster.common.testing.TestResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that details are read as they were written, one by one, and that nothing else is taken for some. */
final class DetailFrameTest {

    @Test
    void whatWasWrittenIsRead() {
        var result = TestResult.of("s.jsonl#c").agent("shop").response("on its way").make();

        assertThat(DetailFrame.of(result).read()).isEqualTo(result);
    }

    /** The dictionary is part of what is stored: another one gets another name. */
    @Test
    void whatWasStoredBeforeIsRead() {
        var stored = "KLUv/We6/bYuEQAlAQAQYzEL/OVsRHXztbwZb/aFhmW3AStWuE5hsQoY8gCTAmHxSAO779xx";

        assertThat(new DetailFrame(Base64.getDecoder().decode(stored)).read().observed().response())
                .isEqualTo("on its way");
    }

    @Test
    void aResultTakesLessThanHalfOfItsText() {
        var frame = DetailFrame.of(TestResult.of("s.jsonl#c").agent("shop").response("on its way").make());

        assertThat(frame.bytes().length).isLessThan((int) frame.size() / 2);
    }

    @Test
    void eachFrameOfABlockIsReadByItself() {
        var frames = Stream.of("a", "b", "c").map(id -> DetailFrame.of(TestResult.of("s.jsonl#" + id).make())).toList();
        var block = DetailBlock.of(frames);
        var lengths = block.places().stream().map(DetailBlock.Place::length).toList();

        assertThat(DetailBlock.split(block.bytes(), 0, lengths)).isEqualTo(frames);
        block.bytes()[block.places().get(1).offset() + 9] ^= 0x55;
        var damaged = DetailBlock.split(block.bytes(), 0, lengths);
        assertThat(damaged.get(0).read().identity().id()).isEqualTo("a");
        assertThatThrownBy(() -> damaged.get(1).read()).isInstanceOf(UnreadableDetail.class);
        assertThat(damaged.get(2).read().identity().id()).isEqualTo("c");
    }

    @Test
    void aFrameThatIsNotThereIsUnreadable() {
        var bytes = DetailFrame.of(TestResult.of("s.jsonl#a").make()).bytes();

        for (var lengths : List.of(List.of(bytes.length + 1), List.of(-1), List.of(bytes.length, 1), List.of(0),
                List.of(Integer.MAX_VALUE, Integer.MAX_VALUE))) {
            assertThatThrownBy(() -> DetailBlock.split(bytes, 0, lengths).getLast().read())
                    .isInstanceOf(UnreadableDetail.class);
        }
    }

    /** It says how large it is, and is refused before anything is allocated. */
    @Test
    void aFrameThatGrowsWithoutEndIsRefusedBeforeItIsRead() {
        try (var context = new ZstdCompressCtx()) {
            var bomb = context.setContentSize(true).compress(new byte[DetailFrame.MOST + 1]);

            assertThat(bomb.length).isLessThan(10_000);
            assertThatThrownBy(() -> new DetailFrame(bomb).json()).isInstanceOf(UnreadableDetail.class)
                    .hasMessageContaining("more than 16777216 bytes");
        }
    }

    @Test
    void aFrameThatHidesItsSizeIsRefused() {
        try (var context = new ZstdCompressCtx()) {
            var silent = context.setContentSize(false).compress(new byte[100]);

            assertThatThrownBy(() -> new DetailFrame(silent).json()).isInstanceOf(UnreadableDetail.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{}", "{\"key\":\"a\"}", "no JSON"})
    void whatIsNoResultIsUnreadable(String json) {
        var frame = DetailFrame.ofJson(json.getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(frame::read).isInstanceOf(UnreadableDetail.class);
    }

    @Test
    void twoFramesAreNotOne() {
        var frame = Zstd.compress("{}".getBytes(StandardCharsets.UTF_8));
        var twice = ByteBuffer.allocate(2 * frame.length).put(frame).put(frame).array();

        assertThatThrownBy(() -> new DetailFrame(twice).json()).isInstanceOf(UnreadableDetail.class);
    }
}
