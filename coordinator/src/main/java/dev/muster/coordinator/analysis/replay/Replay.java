package dev.muster.coordinator.analysis.replay;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.CompiledAssertion;
import dev.muster.common.assertion.eval.CompiledAssertions.ExaminedReply;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CaseResult;
import dev.muster.common.script.ScriptFolder;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the assertions of stored results again. It calls nobody: stored answers of agents, models, scripts and
 * databases are used unchanged.
 */
public final class Replay {

    private final List<Change> changes = new ArrayList<>();
    private int same;
    private int asked;
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
            if (inScript || check instanceof Check.Elsewhere) {
                asked++;
            } else if (!whole || (check.readsCourse() && StoredReply.isBare(Objects.requireNonNull(reply)))) {
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
                + (asked == 0 ? "" : "; " + asked + " asked an agent, a script or a database, and were not asked again")
                + (notKept == 0 ? "" : "; of " + notKept + " what they looked at was not kept");
    }
}
