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

    /** Returns the most important reason without numbers and quoted parts. */
    public static String shape(StoredCase stored) {
        return MessageShape.of(first(stored).orElse(""));
    }

    /** Returns each reason once, in order. */
    public static List<String> all(CaseResult result) {
        var reasons = new LinkedHashSet<String>();
        Stream.of(result.verdict().error(), result.verdict().skipReason()).filter(text -> text != null)
                .forEach(reasons::add);
        result.failures().map(Reasons::of).forEach(reasons::add);
        if (result.dialogue() != null) {
            result.dialogue().checkpoints().stream().filter(each -> each.required() && !each.passed())
                    .map(Reasons::of).forEach(reasons::add);
        }
        return new ArrayList<>(reasons);
    }

    private static String of(AssertionResult assertion) {
        if (assertion.error() != null) {
            return assertion.error();
        }
        return assertion.reason() == null ? assertion.assertion().label() + " does not hold"
                : assertion.reason();
    }

    private static String of(CheckpointResult checkpoint) {
        return "checkpoint " + checkpoint.id() + " was not reached"
                + (checkpoint.reason() == null ? "" : ": " + checkpoint.reason());
    }

    /** Makes messages with the same meaning equal by removing numbers and quoted parts. */
    static final class MessageShape {

        private static final int LONGEST = 160;

        private final String message;
        private final StringBuilder like = new StringBuilder();
        private int at;

        private MessageShape(String message) {
            this.message = message;
        }

        static String of(String message) {
            var likeness = new MessageShape(message);
            likeness.read();
            return likeness.like.toString();
        }

        private void read() {
            while (at < message.length() && like.length() < LONGEST) {
                char c = message.charAt(at);
                if (isDigit(c)) {
                    number();
                } else if (closing(c) != 0 && !isInWord()) {
                    quoted(c);
                } else {
                    like.append(Character.isWhitespace(c) ? ' ' : c);
                    at++;
                }
            }
        }

        private void number() {
            like.append('#');
            while (at < message.length() && (isDigit(message.charAt(at)) || isPoint())) {
                at++;
            }
        }

        /** Whether this is a decimal point, as in {@code 1.5}, not the end of a sentence. */
        private boolean isPoint() {
            char c = message.charAt(at);
            return (c == '.' || c == ',') && at + 1 < message.length() && isDigit(message.charAt(at + 1));
        }

        /** Skips to the closing quote; without one, the rest counts as quoted, as in a text that was cut. */
        private void quoted(char opening) {
            int close = message.indexOf(closing(opening), at + 1);
            like.append("“…”");
            at = close < 0 ? message.length() : close + 1;
        }

        /** Whether the quote is an apostrophe, as in {@code can't}. */
        private boolean isInWord() {
            return message.charAt(at) == '\'' && at > 0 && Character.isLetter(message.charAt(at - 1));
        }

        private static char closing(char c) {
            return switch (c) {
                case '"', '\'', '`' -> c;
                case '“' -> '”';
                case '«' -> '»';
                default -> 0;
            };
        }

        private static boolean isDigit(char c) {
            return c >= '0' && c <= '9';
        }
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
