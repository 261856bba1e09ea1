package dev.muster.common.block;

import module java.base;
import dev.muster.common.model.Source;
import dev.muster.common.model.ToolCall;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.AttemptSpend;
import dev.muster.common.result.AttemptTiming;
import dev.muster.common.result.CaseIdentity;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Dialogue;
import dev.muster.common.result.Observed;
import dev.muster.common.result.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * All of a result that decisions, columns and sums need. A new column is added here, and in the rows of {@code results}.
 *
 * @param verdict its texts are cut
 * @param why the reason of the first failed assertion, cut; null when there is none, or the verdict has an error
 * @param written whether what was sent is that of the case's definition, and therefore not in the details
 */
public record ResultHead(ReportedCase of, Verdict verdict, AttemptTiming timing, AttemptSpend spend,
        @Nullable Double score,
        @Nullable String why, boolean written, Evaluated evaluated, Seen seen) {

    /** Characters that are kept of a text. */
    public static final int TEXT = 200;

    private static final int MOST_TOOLS = 20;

    /**
     * How much was evaluated.
     *
     * @param assertions at the end of the case
     * @param checkpoints the required ones that were reached; null for a case without a conversation
     * @param turns for each turn, how many assertions were evaluated; -1 for one that was not sent
     */
    public record Evaluated(int assertions, @Nullable Long checkpoints, List<Integer> turns) {
        public Evaluated {
            turns = List.copyOf(turns);
        }

        static Evaluated of(CaseResult result) {
            var dialogue = result.dialogue();
            return dialogue == null ? new Evaluated(result.assertions().size(), null, List.of())
                    : new Evaluated(result.assertions().size(), reached(dialogue), dialogue.turns().stream()
                            .map(turn -> turn.wasSent() ? turn.assertions().size() : -1).toList());
        }

        private static long reached(Dialogue dialogue) {
            return dialogue.checkpoints().stream().filter(each -> each.required() && each.reachedAtTurn() != null)
                    .count();
        }

        public boolean conversation() {
            return checkpoints != null;
        }
    }

    /**
     * What the agent did.
     *
     * @param turns number of messages sent to it
     * @param finish why its last answer ended; null when it never answered
     * @param tools the first that it called, by name
     */
    public record Seen(int turns, @Nullable String finish, List<String> tools) {
        public Seen {
            tools = List.copyOf(tools);
        }

        static Seen of(CaseResult result) {
            return new Seen(turns(result), cut(result.observed().finish()), result.observed().toolCalls().stream()
                    .map(ToolCall::name).distinct().limit(MOST_TOOLS).map(ResultHead::shortened).toList());
        }

        private static int turns(CaseResult result) {
            if (result.dialogue() != null) {
                return result.dialogue().turnsSent();
            }
            boolean failedToAnswer = result.verdict().cause() == Cause.AGENT_ERROR
                    || result.verdict().cause() == Cause.AGENT_TIMEOUT;
            return result.observed().response() != null || result.observed().sent() != null || failedToAnswer ? 1 : 0;
        }
    }

    public ResultHead {
        Objects.requireNonNull(of, "case");
        Objects.requireNonNull(verdict.status(), "status");
        Objects.requireNonNull(verdict.cause(), "cause");
        Objects.requireNonNull(timing, "times");
        Objects.requireNonNull(spend, "spend");
        Objects.requireNonNull(evaluated, "evaluated");
        Objects.requireNonNull(seen, "seen");
    }

    public static ResultHead of(CaseResult result) {
        var of = result.identity();
        var verdict = result.verdict();
        var sent = result.observed().sent();
        return new ResultHead(new ReportedCase(of.key(), of.id(), of.agent()),
                new Verdict(verdict.status(), verdict.cause(), cut(verdict.error()), cut(verdict.skipReason())),
                result.timing(), result.spend(), result.score(), verdict.error() == null ? cut(why(result)) : null,
                sent != null && sent.written(), Evaluated.of(result), Seen.of(result));
    }

    /** Returns what is left of a result whose details can't be read. */
    CaseResult withoutDetails(String why) {
        var file = of.key().substring(0, Math.max(0, of.key().indexOf('#')));
        return new CaseResult(
                new CaseIdentity(of.key(), of.id(), null, new Source(file, 0), Map.of(), of.agent(), null),
                verdict, Observed.nothing(0), List.of(), null, timing, spend, List.of(why), null, null);
    }

    private static @Nullable String why(CaseResult result) {
        return result.failures().map(AssertionResult::reason).filter(Objects::nonNull).findFirst().orElse(null);
    }

    private static @Nullable String cut(@Nullable String text) {
        return text == null ? null : shortened(text);
    }

    private static String shortened(String text) {
        if (text.length() <= TEXT) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(TEXT - 2)) ? TEXT - 2 : TEXT - 1) + "…";
    }
}
