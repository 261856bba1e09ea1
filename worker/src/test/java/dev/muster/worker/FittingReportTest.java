package dev.muster.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.common.agent.Usage;
import dev.muster.common.channel.Channel;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Codec;
import dev.muster.common.message.Dispatch;
import dev.muster.common.model.Source;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A report that never fits is repeated for ever, and its case never ends. */
class FittingReportTest {

    private static final String LONG = "x".repeat(20 << 20);

    @Test
    void aVeryLongReasonForSkippingIsCut() {
        assertFits(report(null, LONG, "hi", null));
    }

    @Test
    void aVeryLongErrorAnswerOrConversationIdIsCut() {
        assertFits(report(LONG, null, LONG, LONG));
    }

    @Test
    void aCutNeverLeavesHalfACharacter() {
        var bare = FittingReport.bare(report(null, "x" + "😀".repeat(100_000), "hi", null));
        var reason = String.valueOf(bare.result().skipReason());
        assertThat(reason.codePoints().filter(each -> each >= 0xD800 && each <= 0xDFFF)).isEmpty();
    }

    private static void assertFits(AttemptFinished report) {
        var bare = FittingReport.bare(report);
        assertThat(Codec.RESULT.seal(bare).bytes()).hasSizeLessThan(Channel.MAX_RECORD);
        assertThat(bare.result().warnings()).singleElement().asString().contains("details were cut");
    }

    private static AttemptFinished report(@Nullable String error, @Nullable String skipReason, String response,
            @Nullable String traceId) {
        var result = new CaseResult("s#a", "a", null, new Source("s", 1), Map.of(), "agent", null, Status.SKIPPED,
                Cause.SIMULATOR_ERROR, error, skipReason, 1, response, List.of(), List.of(), null, List.of(),
                Usage.NONE, 1, 1, 1, Instant.EPOCH, List.of(), traceId, null);
        return new AttemptFinished("f", 1, "w", "i", new CaseRef("r", 0, 0, 0), new Dispatch(1, 1), 1, result, false);
    }
}
