package dev.muster.coordinator.analysis.replay;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.agent.Usage;
import dev.muster.common.assertion.ExternalCheck;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.CompiledAssertion;
import dev.muster.common.assertion.eval.ExaminedReply;
import dev.muster.common.model.ToolCall;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.TurnResult;
import dev.muster.common.script.ScriptFolder;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Evaluates the assertions of stored results again. It makes no calls: stored answers of agents, models, scripts and
 * databases are used unchanged.
 */
public final class Replay {

    private final List<Change> changes = new ArrayList<>();
    private int same;
    private int called;
    private int notKept;

    /** @param place {@code reply}, {@code turn 2}, {@code final} */
    public record Change(String key, String place, AssertionResult stored, AssertionResult today) {}

    /** Replays a case and returns the changes. */
    public List<Change> of(CaseResult result) {
        int before = changes.size();
        var kept = result.observed().judged();
        evaluate(result, result.dialogue() == null ? "reply" : "final", result.assertions(),
                kept == null ? StoredReply.of(result) : kept);
        if (result.dialogue() != null) {
            for (var turn : result.dialogue().turns()) {
                evaluate(result, "turn " + turn.utterance().turn(), turn.assertions(),
                        turn.judged() == null ? StoredReply.of(turn) : turn.judged());
            }
        }
        return List.copyOf(changes.subList(before, changes.size()));
    }

    private void evaluate(CaseResult result, String place, List<AssertionResult> stored,
            @Nullable AgentReply reply) {
        var examined = reply == null ? null : new ExaminedReply(reply);
        // The script itself evaluated its assertions.
        boolean inScript = ScriptFolder.isJavaScript(Path.of(result.identity().source().file()));
        boolean whole = examined != null && !StoredReply.wasCut(result);
        for (var each : stored) {
            var check = each.assertion().check();
            boolean byCase = String.valueOf(each.reason()).contains(AssertionResult.EMPTY_REPLY);
            if (inScript || byCase || check instanceof ExternalCheck) {
                called++;
            } else if (!whole || (check.readsBeyondReply() && StoredReply.isBare(Objects.requireNonNull(reply)))) {
                notKept++;
            } else {
                compare(result.identity().key(), place, each, again(each, Objects.requireNonNull(examined)));
            }
        }
    }

    private static AssertionResult again(AssertionResult stored, ExaminedReply reply) {
        try {
            return reply.by(CompiledAssertion.compile(stored.assertion()));
        } catch (AssertionFault fault) {
            return AssertionResult.broken(stored.assertion(), "it is refused today: " + fault.getMessage());
        }
    }

    private void compare(String key, String place, AssertionResult stored, AssertionResult today) {
        if (stored.passed() == today.passed() && stored.failed() == today.failed()
                && Objects.equals(stored.score(), today.score())) {
            same++;
        } else {
            changes.add(new Change(key, place, stored, today));
        }
    }

    /** Whether every assertion that could be evaluated gave the stored result. */
    public boolean stands() {
        return changes.isEmpty();
    }

    /** Returns how many gave the stored result. */
    public int same() {
        return same;
    }

    /** Returns how many could not be evaluated, since their input was too large to be stored. */
    public int notKept() {
        return notKept;
    }

    /** Returns a summary of all cases for human users. */
    public String summary() {
        return "Replay: " + same + " assertions give the same, " + changes.size() + " do not"
                + (called == 0 ? ""
                        : "; " + called + " called an agent, a script or a database, and were not called again")
                + (notKept == 0 ? "" : "; of " + notKept + " what they looked at was not kept");
    }

    /** Rebuilds an agent's reply from what every result contains: text, tool calls and their results. */
    private static final class StoredReply {

        /** Unknown times: no real reply ends before it begins. */
        private static final AgentReply.Timing UNKNOWN = new AgentReply.Timing(-1, -1, -1);

        static @Nullable AgentReply of(CaseResult result) {
            return result.observed().response() == null ? null
                    : reply(result.observed().response(), result.observed().toolCalls(),
                            result.observed().toolResults(),
                            result.observed().state(), result.spend().usage());
        }

        static @Nullable AgentReply of(TurnResult turn) {
            return turn.answer().output() == null ? null
                    : reply(turn.answer().output(), turn.answer().toolCalls(), turn.answer().toolResults(), null,
                            turn.effort().usage());
        }

        private static AgentReply reply(String text, List<ToolCall> calls, List<ToolResult> results,
                @Nullable JsonNode state, Usage usage) {
            return AgentReply.of(AgentReply.Content.of(text, calls, results, state, List.of()), "stop", usage, UNKNOWN);
        }

        /** Whether a reply was rebuilt here, so that its times and events are unknown. */
        static boolean isBare(AgentReply reply) {
            return reply.timing().equals(UNKNOWN);
        }

        /** Whether a result was too large for a message, and so lacks some of what was judged. */
        static boolean wasCut(CaseResult result) {
            return result.warnings().stream().anyMatch(warning -> warning.contains("details were cut"));
        }
    }
}
