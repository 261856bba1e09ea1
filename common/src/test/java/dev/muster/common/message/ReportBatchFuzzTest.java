package dev.muster.common.message;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.github.luben.zstd.Zstd;
import dev.muster.common.channel.Payload;
import dev.muster.common.testing.Cost;
import dev.muster.common.testing.FuzzContract;
import tools.jackson.databind.node.ObjectNode;

/** Whatever arrives in place of reports gives reports or an exception, and each of them a result, and costs no memory. */
class ReportBatchFuzzTest extends FuzzContract {

    static Stream<byte[]> seeds() {
        var three = Codec.REPORTS.seal(ReportBatchTest.batch("a", "b", "c")).bytes();
        return Stream.of(three, Codec.REPORTS.seal(ReportBatchTest.batch("a")).bytes(), new byte[0],
                ByteBuffer.allocate(8).putInt(0x4d524201).putInt(Integer.MAX_VALUE).array(),
                ReportBatchTest.tampered(three,
                        reports -> ((ObjectNode) reports.get(0)).put("bytes", Integer.MAX_VALUE)),
                ReportBatchTest.tampered(three, reports -> ((ObjectNode) reports.get(1)).put("bytes", -7)),
                ReportBatchTest.tampered(three, reports -> ((ObjectNode) reports.get(2)).remove("head")),
                bomb(three));
    }

    /** Two details: the first one says that it is larger than any, and the second one that it is the largest. */
    private static byte[] bomb(byte[] batch) {
        var large = Zstd.compress(new byte[(16 << 20) + 1]);
        var largest = Zstd.compress(new byte[16 << 20]);
        var heads = ReportBatchTest.tampered(batch, reports -> {
            ((ObjectNode) reports.get(0)).put("bytes", large.length);
            ((ObjectNode) reports.get(1)).put("bytes", largest.length);
        });
        int block = 8 + ByteBuffer.wrap(heads).getInt(4);
        return ByteBuffer.allocate(block + large.length + largest.length).put(heads, 0, block).put(large).put(largest)
                .array();
    }

    @Override
    protected void take(byte[] input) throws Exception {
        assertThat(Cost.bounded(() -> read(input))).isLessThanOrEqualTo(input.length);
    }

    private static int read(byte[] input) {
        try {
            var batch = Codec.REPORTS.open(Payload.of(input));
            batch.reports().forEach(each -> assertThat(each.result().result()).isNotNull());
            return batch.reports().size();
        } catch (UnreadableMessage e) {
            return 0;
        }
    }
}
