package dev.muster.common.block;

import module java.base;
import dev.muster.common.model.Message;
import dev.muster.common.result.AttemptSpend;
import dev.muster.common.result.AttemptTiming;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Muted;
import dev.muster.common.result.Status;
import dev.muster.common.result.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * A result of which only the head is read: decisions need no more, and its details stay as they were written.
 *
 * @param amended what was changed since it was reported
 * @param stripped whether replies are not kept
 * @param definition the messages that the case's definition has; empty where nothing was sent, or the details have it
 */
public record ReportedResult(ResultHead head, Amendment amended, ResultDetail detail, boolean stripped,
        List<Message> definition) {

    public static ReportedResult of(CaseResult result) {
        var muted = result.muted();
        return new ReportedResult(ResultHead.of(result), muted == null ? Amendment.NONE : Amendment.NONE.with(muted),
                new ResultDetail.Whole(result), false, List.of());
    }

    /** Returns a result as it was received. */
    public static ReportedResult of(ResultHead head, DetailFrame frame) {
        return new ReportedResult(head, Amendment.NONE, frame, false, List.of());
    }

    public ReportedCase identity() {
        return head.of();
    }

    public Verdict verdict() {
        return amended.over(head.verdict());
    }

    public AttemptTiming timing() {
        return head.timing();
    }

    public AttemptSpend spend() {
        return head.spend();
    }

    public @Nullable Muted muted() {
        return amended.muted();
    }

    /** Whether it passed, or would have, were it not muted. */
    public boolean passed() {
        return (amended.muted() == null ? verdict().status() : amended.muted().status()) == Status.PASSED;
    }

    public ReportedResult with(Verdict verdict) {
        return with(amended.with(verdict(), verdict));
    }

    /** Returns this result for a case that passed only on a retry. */
    public ReportedResult flaky() {
        var verdict = verdict();
        return with(new Verdict(Status.FLAKY, verdict.cause(), verdict.error(), verdict.skipReason()));
    }

    public ReportedResult warning(String sentence) {
        return with(amended.warning(sentence));
    }

    /** Returns this result muted: as if skipped, with the verdict that it would have. */
    public ReportedResult muted(String owner, String why) {
        var verdict = verdict();
        var muted = with(new Verdict(Status.SKIPPED, Cause.MUTED, verdict.error(), why));
        return muted.with(muted.amended.with(new Muted(verdict.status(), verdict.cause(), owner, why)));
    }

    /** Returns this without what the agent answered, except where a reason quotes it. */
    public ReportedResult withoutReplies() {
        return new ReportedResult(head, amended, detail, true, definition);
    }

    /** Returns this with the messages that were sent, if these are those of the definition. */
    public ReportedResult joined(List<Message> messages) {
        return head.written() ? new ReportedResult(head, amended, detail, stripped, messages) : this;
    }

    /** Returns this ready to be sent, so that it need not be written again. */
    public ReportedResult encoded() {
        return new ReportedResult(head, amended, frame(), false, definition);
    }

    private ReportedResult with(Amendment other) {
        return new ReportedResult(head, other, detail, stripped, definition);
    }

    /** Returns what is stored of it, with its head and what was amended. */
    public DetailFrame frame() {
        if (!stripped) {
            return detail.frame();
        }
        try {
            return DetailFrame.of(detail.read().withoutReplies());
        } catch (UnreadableDetail e) {
            return new DetailFrame(new byte[0]);
        }
    }

    /** Reads the whole result, which takes a while; what can't be read says so. */
    public CaseResult result() {
        CaseResult result;
        try {
            result = detail.read();
        } catch (UnreadableDetail e) {
            return amended.over(head.withoutDetails(String.valueOf(e.getMessage())));
        }
        var sent = result.observed().sent();
        var joined = sent == null || definition.isEmpty() ? result
                : result.with(result.observed().with(sent.joined(definition)));
        return amended.over(stripped ? joined.withoutReplies() : joined);
    }
}
