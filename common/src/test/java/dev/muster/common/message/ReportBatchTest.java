package dev.muster.common.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.channel.Payload;
import dev.muster.common.json.Json;
import dev.muster.common.result.CaseResult;
import dev.muster.common.testing.TestResult;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Tests that reports travel together, and that one that can't be read takes no other with it. */
final class ReportBatchTest {

    @Test
    void reportsArriveAsTheyLeft() {
        var sent = batch("a", "b", "c");
        var received = received(Codec.REPORTS.seal(sent).bytes());

        assertThat(received.incarnation()).isEqualTo("w.1");
        assertThat(received.unread()).isEmpty();
        for (int i = 0; i < 3; i++) {
            var report = received.reports().get(i);
            assertThat(report.dispatch()).isEqualTo(sent.reports().get(i).dispatch());
            assertThat(report.ticket()).isEqualTo("t");
            assertThat(report.result().head()).isEqualTo(sent.reports().get(i).result().head());
            assertThat(report.result().result()).isEqualTo(sent.reports().get(i).result().result());
        }
    }

    @Test
    void aHeadOfALaterVersionDropsItsReportOnly() {
        var received = received(tampered(Codec.REPORTS.seal(batch("a", "b", "c")).bytes(),
                reports -> ((ObjectNode) reports.get(1).get("head")).put("status", "puzzled")));

        assertThat(received.reports()).extracting(each -> each.result().result().identity().id())
                .containsExactly("a", "c");
        assertThat(received.unread()).singleElement()
                .satisfies(each -> assertThat(each.head().path("dispatch").path("n").asInt()).isEqualTo(1));
    }

    @Test
    void detailsThatAreNotThereLeaveTheOthersAndTheHead() {
        var received = received(tampered(Codec.REPORTS.seal(batch("a", "b")).bytes(),
                reports -> ((ObjectNode) reports.get(1)).put("bytes", 1 << 30)));

        assertThat(received.reports().getFirst().result().result().warnings()).isEmpty();
        assertThat(received.reports().getLast().result().result().warnings()).hasSize(1);
    }

    @Test
    void whatIsNoBatchIsUnreadable() {
        var whole = Codec.REPORTS.seal(batch("a")).bytes();

        for (var bytes : List.of(new byte[0], "{}".getBytes(StandardCharsets.UTF_8), Arrays.copyOf(whole, 7),
                Arrays.copyOf(whole, 20), ByteBuffer.allocate(8).putInt(0x4d524201).putInt(-1).array())) {
            assertThatThrownBy(() -> received(bytes)).isInstanceOf(UnreadableMessage.class);
        }
    }

    static ReportBatch batch(String... ids) {
        return ReportBatch.of(IntStream.range(0, ids.length)
                .mapToObj(i -> new AttemptFinished("f", 1, "w", "w.1", new CaseRef("r", i, 0, 0), new Dispatch(1, i), 1,
                        result(ids[i]), false, "t"))
                .toList());
    }

    private static CaseResult result(String id) {
        return TestResult.of("s.jsonl#" + id).response("on its way").make();
    }

    private static ReportBatch received(byte[] bytes) {
        return Codec.REPORTS.open(Payload.of(bytes));
    }

    static byte[] tampered(byte[] bytes, Consumer<JsonNode> how) {
        var in = ByteBuffer.wrap(bytes);
        int mark = in.getInt();
        var heads = new byte[in.getInt()];
        in.get(heads);
        var read = Json.MAPPER.readTree(heads);
        how.accept(read.get("reports"));
        var written = Json.MAPPER.writeValueAsBytes(read);
        return ByteBuffer.allocate(2 * Integer.BYTES + written.length + in.remaining()).putInt(mark)
                .putInt(written.length).put(written).put(in).array();
    }
}
