package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.assertion.Check;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.CallMapping;
import dev.muster.common.config.Keeping;
import dev.muster.common.option.Shown;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CaseResult;
import dev.muster.coordinator.report.Reasons.CallMade;
import dev.muster.coordinator.run.RunSettings;
import org.jspecify.annotations.Nullable;

/**
 * Counts, for each agent, the cases that passed because no tool was called, and sees whether any call was ever found: if
 * a mapping finds none, its path may be wrong. Not thread-safe.
 */
final class UnseenTools {

    private final Set<String> seen = new HashSet<>();
    private final SortedMap<String, Integer> passed = new TreeMap<>();

    /** Whether an agent of the run shows its calls only where a path finds them. */
    static boolean mayBeIn(RunSettings settings) {
        return settings.keeping().replies() == Keeping.Replies.ALL
                && settings.targets().agents().values().stream().anyMatch(agent -> mapping(agent) != null);
    }

    void add(CaseResult result) {
        var agent = result.identity().agent();
        if (!CallMade.of(result).isEmpty()) {
            seen.add(agent);
        } else if (result.passed() && assertions(result).anyMatch(UnseenTools::holdsWithoutCalls)) {
            passed.merge(agent, 1, Integer::sum);
        }
    }

    private static Stream<AssertionResult> assertions(CaseResult result) {
        var turns = result.dialogue() == null ? Stream.<AssertionResult>empty()
                : result.dialogue().turns().stream().flatMap(turn -> turn.assertions().stream());
        return Stream.concat(turns, result.assertions().stream());
    }

    private static boolean holdsWithoutCalls(AssertionResult result) {
        Check check = result.assertion().check();
        return result.passed() && Stream.concat(check.needs().stream(), check.mayNeed().stream())
                .anyMatch(Shown.TOOLS::equals);
    }

    /** Returns what to doubt, for the first such agent; empty where calls were found, or need no path. */
    Optional<String> doubt(RunSettings settings) {
        return !mayBeIn(settings) ? Optional.empty()
                : passed.entrySet().stream().filter(each -> !seen.contains(each.getKey()))
                        .flatMap(each -> doubt(each.getKey(), each.getValue(),
                                settings.targets().agents().get(each.getKey())).stream())
                        .findFirst();
    }

    private static Optional<String> doubt(String id, int cases, @Nullable AgentConfig agent) {
        var calls = agent == null ? null : mapping(agent);
        return calls == null ? Optional.empty()
                : Optional.of((cases == 1 ? "1 case" : cases + " cases") + " of agent " + id
                        + " passed because no tool was called, but response.tool_calls (" + calls.each()
                        + ") found no call in any reply of this run: add a case in which it calls a tool, or try the"
                        + " paths with muster probe");
    }

    private static @Nullable CallMapping mapping(AgentConfig agent) {
        var custom = agent.endpoint().custom();
        return custom == null || custom.http() == null ? null : custom.http().answer().toolCalls();
    }
}
