package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.model.ToolCall;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.CheckpointResult;
import dev.muster.common.result.TurnResult;
import dev.muster.coordinator.run.StoredCase;
import org.jspecify.annotations.Nullable;

/** Why a case did not pass, in sentences: errors first, then failed assertions. */
public final class Reasons {

    private Reasons() {}

    /** Returns the most important reason; empty for a case that needs none. */
    public static Optional<String> first(CaseResult result) {
        return all(result).stream().findFirst();
    }

    /** Returns the most important reason, or that of an earlier attempt: the last attempt of a flaky case has none. */
    public static Optional<String> first(StoredCase stored) {
        return first(stored.result()).or(() -> stored.earlier().stream().map(StoredCase.Earlier::error)
                .filter(Objects::nonNull).findFirst().map(error -> "before it passed: " + error));
    }

    /** Returns each reason once, in order. */
    public static List<String> all(CaseResult result) {
        var reasons = new LinkedHashSet<String>();
        Stream.of(result.verdict().error(), result.verdict().skipReason()).filter(text -> text != null)
                .forEach(reasons::add);
        result.failures().map(AssertionResult::why).forEach(reasons::add);
        if (result.dialogue() != null) {
            result.dialogue().checkpoints().stream().filter(each -> each.required() && !each.passed())
                    .map(Reasons::of).forEach(reasons::add);
        }
        return new ArrayList<>(reasons);
    }

    private static String of(CheckpointResult checkpoint) {
        return "checkpoint " + checkpoint.id() + " was not reached"
                + (checkpoint.reason() == null ? "" : ": " + checkpoint.reason());
    }

    /** A tool call and its first result; null when there is none. */
    public record CallMade(ToolCall call, @Nullable ToolResult result) {

        public static List<CallMade> of(TurnResult turn) {
            return of(turn.answer().toolCalls(), turn.answer().toolResults());
        }

        /** Returns the calls of a result; matches conversations turn by turn, as an agent may reuse an id. */
        public static List<CallMade> of(CaseResult result) {
            return result.dialogue() == null ? of(result.observed().toolCalls(), result.observed().toolResults())
                    : result.dialogue().turns().stream().flatMap(turn -> of(turn).stream()).toList();
        }

        private static List<CallMade> of(List<ToolCall> calls, List<ToolResult> results) {
            return calls.stream().map(call -> new CallMade(call, results.stream()
                    .filter(result -> result.toolCallId().equals(call.id())).findFirst().orElse(null))).toList();
        }
    }
}
