package dev.muster.common.block;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.model.Message;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.SentMessages;
import dev.muster.common.result.Status;
import dev.muster.common.result.Verdict;
import dev.muster.common.testing.TestResult;
import org.junit.jupiter.api.Test;

/** Tests that what is decided by heads alone is what whole results would say. */
final class ReportedResultTest {

    private static final CaseResult FAILED = TestResult.of("s.jsonl#c").status(Status.FAILED).cause(Cause.ASSERTION)
            .error("no\n".repeat(100)).response("on its way").make();

    @Test
    void whatIsAmendedIsLaidOverTheDetails() {
        assertThat(received(FAILED).flaky().result()).isEqualTo(FAILED.flaky());
        assertThat(received(FAILED).muted("me", "why").result()).isEqualTo(FAILED.muted("me", "why"));
        assertThat(received(FAILED).warning("w").result()).isEqualTo(FAILED.warning("w"));
        assertThat(received(FAILED).withoutReplies().result()).isEqualTo(FAILED.withoutReplies());
        assertThat(received(FAILED).with(Verdict.error(Cause.WORKER_LOST, "gone")).result())
                .isEqualTo(FAILED.with(Verdict.error(Cause.WORKER_LOST, "gone")));
    }

    /** The head has the beginning of an error only. */
    @Test
    void anErrorThatWasNotAmendedStaysWhole() {
        var flaky = received(FAILED).flaky();

        assertThat(flaky.verdict().error()).hasSize(ResultHead.TEXT).endsWith("…");
        assertThat(flaky.result().verdict().error()).isEqualTo(FAILED.verdict().error());
    }

    @Test
    void whatIsMutedWouldHavePassedOrNot() {
        assertThat(received(FAILED).muted("me", "why").passed()).isFalse();
        assertThat(received(TestResult.of("s.jsonl#c").make()).muted("me", "why").passed()).isTrue();
    }

    @Test
    void whatTheDefinitionHasIsNotSentAndIsJoined() {
        var messages = List.of(Message.user("where is it?"));
        var sent = Objects.requireNonNull(SentMessages.of(messages)).against(messages);
        var result = FAILED.with(FAILED.observed().with(sent));
        var received = received(result);

        assertThat(new String(received.frame().json(), StandardCharsets.UTF_8)).doesNotContain("where is it?");
        assertThat(received.joined(messages).result()).isEqualTo(result);
    }

    @Test
    void aResultWhoseDetailsCantBeReadIsWhatItsHeadSays() {
        var received = ReportedResult.of(ResultHead.of(FAILED), new DetailFrame(new byte[]{1, 2, 3}));

        assertThat(received.result().verdict().status()).isEqualTo(Status.FAILED);
        assertThat(received.result().identity().key()).isEqualTo("s.jsonl#c");
        assertThat(received.result().warnings()).singleElement().asString().contains("details");
        assertThat(received.withoutReplies().frame().bytes()).isEmpty();
    }

    private static ReportedResult received(CaseResult result) {
        return ReportedResult.of(ResultHead.of(result), DetailFrame.of(result));
    }
}
