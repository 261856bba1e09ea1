package dev.muster.worker;

import dev.muster.common.message.AttemptFinished;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Dialogue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is left of a report that is too large for a message; its result says that something was cut. */
final class FittingReport {

    private static final int SHORT = 64 << 10;

    private FittingReport() {}

    static AttemptFinished withoutDetails(AttemptFinished report) {
        return cut(report, withoutDetails(report.result()));
    }

    static AttemptFinished bare(AttemptFinished report) {
        return cut(report, bare(report.result()));
    }

    private static AttemptFinished cut(AttemptFinished report, CaseResult shorter) {
        return new AttemptFinished(report.fleet(), report.epoch(), report.worker(), report.incarnation(), report.ref(),
                report.dispatch(), report.attempt(), shorter, report.again());
    }

    private static CaseResult withoutDetails(CaseResult result) {
        return new CaseResult(result.key(), result.id(), result.name(), result.source(), result.labels(),
                result.agent(), result.connector(), result.status(), result.cause(), shorten(result.error()),
                shorten(result.skipReason()), result.messagesCount(), shorten(result.response()), result.toolCalls(),
                List.of(), null, withoutEvidence(result.assertions()), result.usage(), result.durationMs(),
                result.workingMs(),
                result.firstEventMs(), result.startedAt(),
                List.of("the result was too large for a message; details were cut"),
                result.traceId(), result.dialogue() == null ? null : withoutEvidence(result.dialogue()), null,
                result.helped());
    }

    private static Dialogue withoutEvidence(Dialogue dialogue) {
        return new Dialogue(dialogue.kind(), dialogue.simulator(),
                dialogue.turns().stream().map(turn -> turn.judgedBy(withoutEvidence(turn.assertions()))).toList(),
                dialogue.checkpoints(), dialogue.score(), dialogue.helpers());
    }

    private static List<AssertionResult> withoutEvidence(List<AssertionResult> assertions) {
        return assertions.stream().map(AssertionResult::withoutEvidence).toList();
    }

    private static CaseResult bare(CaseResult result) {
        var less = withoutDetails(result);
        return new CaseResult(less.key(), less.id(), shorten(less.name()), less.source(), less.labels(), less.agent(),
                less.connector(), less.status(), less.cause(), less.error(), less.skipReason(), less.messagesCount(),
                less.response(), List.of(), List.of(), null, List.of(), less.usage(), less.durationMs(),
                less.workingMs(), less.firstEventMs(), less.startedAt(), less.warnings(), shorten(less.traceId()), null,
                null,
                less.helped());
    }

    private static @Nullable String shorten(@Nullable String text) {
        if (text == null || text.length() <= SHORT) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(SHORT - 1)) ? SHORT - 1 : SHORT;
        return text.substring(0, end) + "… (cut)";
    }
}
