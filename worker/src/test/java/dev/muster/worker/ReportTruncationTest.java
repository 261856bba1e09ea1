package dev.muster.worker;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.json.Json;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Codec;
import dev.muster.common.message.Dispatch;
import dev.muster.common.model.Source;
import dev.muster.common.result.CaseIdentity;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.testing.Filled;
import dev.muster.common.testing.TestResult;
import dev.muster.common.testing.TextsOf;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A report that never fits is repeated forever, and its case never ends. */
class ReportTruncationTest {

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
        var bare = ReportTruncation.bare(report(null, "x" + "😀".repeat(100_000), "hi", null));
        var reason = String.valueOf(bare.verdict().skipReason());
        assertThat(reason.codePoints().filter(each -> each >= 0xD800 && each <= 0xDFFF)).isEmpty();
    }

    /** Any text of a result that is not needed to look it up is cut. */
    @Test
    void noTextOfAResultStaysTooLong() {
        var whole = Filled.with(LONG, CaseResult.class);
        var report = whole;

        for (var cut : List.of(ReportTruncation.withoutDetails(report), ReportTruncation.bare(report))) {
            assertThat(TextsOf.in(cut, text -> text.length() > 70_000)).containsExactly("CaseIdentity.agent",
                    "CaseIdentity.connector", "CaseIdentity.id", "CaseIdentity.key", "Source.file", "Source.row");
        }
        var named = whole.identity();
        var found = new CaseIdentity("s#a", "a", named.name(), new Source("s", 1), named.labels(), "agent", null);
        assertFits((new CaseResult(found, whole.verdict(), whole.observed(), whole.assertions(), whole.dialogue(),
                whole.timing(), whole.spend(), whole.warnings(), whole.traceId(), whole.muted())));
    }

    private static void assertFits(CaseResult report) {
        var bare = ReportTruncation.bare(report);
        assertThat(Json.MAPPER.writeValueAsBytes(bare)).hasSizeLessThan(Channel.MAX_RECORD);
        assertThat(bare.warnings()).singleElement().asString().contains("details were cut");
    }

    private static CaseResult report(@Nullable String error, @Nullable String skipReason, String response,
            @Nullable String traceId) {
        var result = TestResult.of("s#a").status(Status.SKIPPED).cause(Cause.SIMULATOR_ERROR).error(error)
                .skipReason(skipReason).response(response).traceId(traceId).make();
        return result;
    }
}
