package dev.muster.worker;

import module java.base;
import dev.muster.common.json.RecordTexts;
import dev.muster.common.model.ToolCall;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Dialogue;
import dev.muster.common.result.Observed;
import dev.muster.common.result.SentMessages;
import org.jspecify.annotations.Nullable;

/** Truncates a result that is too large for a message; the result says that something was cut. */
final class ReportTruncation {

    private static final int SHORT = 64 << 10;
    private static final List<String> WARNING = List.of("the result was too large for a message; details were cut");
    /** Results are looked up by these; they came in an order, so they fit. */
    static final Set<String> EXEMPT = Set.of("CaseIdentity.key", "CaseIdentity.id", "CaseIdentity.source",
            "CaseIdentity.agent", "CaseIdentity.connector");
    private static final RecordTexts CUT = new RecordTexts(ReportTruncation::shorten, EXEMPT);

    static CaseResult withoutDetails(CaseResult of) {
        return cut(of, of.observed().toolCalls(), AssertionResult.withoutEvidence(of.assertions()),
                of.observed().sent(), of.dialogue() == null ? null : withoutEvidence(of.dialogue()));
    }

    static CaseResult bare(CaseResult of) {
        var passedOrNot = of.assertions().stream()
                .map(each -> new AssertionResult(each.assertion(), each.passed(), null, null)).toList();
        return cut(of, List.of(), passedOrNot, null, null);
    }

    private static CaseResult cut(CaseResult of, List<ToolCall> calls, List<AssertionResult> assertions,
            @Nullable SentMessages sent, @Nullable Dialogue dialogue) {
        var seen = new Observed(of.observed().messagesCount(), of.observed().response(), List.of(), calls, List.of(),
                null, null,
                sent, of.observed().finish());
        return CUT.in(new CaseResult(of.identity(), of.verdict(), seen, assertions, dialogue, of.timing(),
                of.spend(), WARNING, of.traceId(), of.muted()));
    }

    private static Dialogue withoutEvidence(Dialogue dialogue) {
        return new Dialogue(dialogue.kind(), dialogue.simulator(),
                dialogue.turns().stream().map(turn -> turn.judgedBy(AssertionResult.withoutEvidence(turn.assertions())))
                        .toList(),
                dialogue.checkpoints(), dialogue.score(), dialogue.helpers());
    }

    private static String shorten(String text) {
        if (text.length() <= SHORT) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(SHORT - 1)) ? SHORT - 1 : SHORT;
        return text.substring(0, end) + "… (cut)";
    }
}
