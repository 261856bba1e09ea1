package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.Protocol;
import dev.muster.common.model.CaseAssertions;
import dev.muster.common.model.TestCase;
import dev.muster.common.option.Shown;
import dev.muster.coordinator.run.Cell;
import dev.muster.coordinator.suite.source.Fault;
import org.jspecify.annotations.Nullable;

/**
 * The assertions of a case that look at what its agents do not show: they would pass or fail whatever the agent does.
 *
 * @param faults the first of each kind and agent
 * @param warnings of paths that may mean the reply's own JSON
 */
record UnobservableChecks(List<Fault> faults, List<Fault> warnings) {

    private static final UnobservableChecks NONE = new UnobservableChecks(List.of(), List.of());

    /** Looks at the agent of every cell; an unknown agent is reported elsewhere. */
    static UnobservableChecks of(TestCase testCase, List<Cell> cells, Map<String, AgentConfig> agents,
            AssertionPlaces places) {
        if (testCase.agent() == null) {
            return NONE;
        }
        var all = cells.stream().map(cell -> cell.of(testCase)).map(each -> of(each, agents.get(each.agent()), places))
                .toList();
        return new UnobservableChecks(all.stream().flatMap(each -> each.faults.stream()).distinct().toList(),
                all.stream().flatMap(each -> each.warnings.stream()).distinct().toList());
    }

    static UnobservableChecks of(TestCase testCase, @Nullable AgentConfig agent, AssertionPlaces places) {
        if (agent == null) {
            return NONE;
        }
        var faults = new EnumMap<Shown, Fault>(Shown.class);
        var warnings = new EnumMap<Shown, Fault>(Shown.class);
        CaseAssertions.by(testCase).forEach(assertion -> {
            unseen(assertion.check().needs(), agent).forEach(what -> faults.computeIfAbsent(what,
                    _ -> fault(testCase, agent, assertion, what, places)));
            unseen(assertion.check().mayNeed(), agent).forEach(what -> warnings.computeIfAbsent(what,
                    _ -> warning(testCase, agent, assertion, what, places)));
        });
        if (faults.containsKey(Shown.TOOLS)) {
            faults.remove(Shown.TOOL_RESULTS); // for the same reason
        } else if (agent.endpoint().protocol() == Protocol.HTTP && testCase.answersCalls()) {
            faults.remove(Shown.TOOL_RESULTS); // the results are the test's own
            warnings.remove(Shown.TOOL_RESULTS);
        }
        return new UnobservableChecks(List.copyOf(faults.values()), List.copyOf(warnings.values()));
    }

    private static Stream<Shown> unseen(Set<Shown> needed, AgentConfig agent) {
        return needed.stream().filter(what -> !agent.canShow(what));
    }

    private static Fault fault(TestCase testCase, AgentConfig agent, Assertion assertion, Shown what,
            AssertionPlaces places) {
        return places.fault(testCase, assertion,
                " has the assertion '" + assertion.label() + "', but " + lack(testCase, agent,
                        what) + "; " + remedy(agent, what));
    }

    private static Fault warning(TestCase testCase, AgentConfig agent, Assertion assertion, Shown what,
            AssertionPlaces places) {
        return places.fault(testCase, assertion,
                " has the assertion '" + assertion.label() + "', but " + lack(testCase, agent,
                        what) + "; only JSON in the reply itself can have this path");
    }

    private static String lack(TestCase testCase, AgentConfig agent, Shown what) {
        return "agent " + testCase.agent() + " " + agent.lackOf(what) + ", so " + what.never();
    }

    private static String remedy(AgentConfig agent, Shown what) {
        if (agent.endpoint().protocol() == Protocol.HTTP && what != Shown.STEPS) {
            return "say in its 'response' where its answer has them, or assert on the reply";
        }
        return what == Shown.TOOL_RESULTS || what == Shown.FAILURES ? "assert on the call or on the reply"
                : "assert on the reply";
    }
}
