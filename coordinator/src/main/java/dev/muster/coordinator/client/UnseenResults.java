package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.model.Asked.Checked;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.suite.source.Fault;
import org.jspecify.annotations.Nullable;

/** Finds cases that check tool results of agents that do not expose them; such cases could only fail. */
final class UnseenResults {

    private UnseenResults() {}

    /** @param agent the case's target; null when it is unknown, which is reported elsewhere */
    static Optional<Fault> in(TestCase testCase, @Nullable AgentConfig agent) {
        if (agent == null || agent.endpoint().protocol().reportsToolResults()
                || Checked.by(testCase).noneMatch(assertion -> assertion.check().readsToolResults())) {
            return Optional.empty();
        }
        return Optional.of(new Fault(testCase.identity().source().file(), testCase.identity().source().line(), 1,
                "case " + testCase.identity().id()
                        + " has an assertion on the result of a tool, but agent '" + testCase.agent() + "' speaks "
                        + agent.endpoint().protocol().wire()
                        + ", which shows no results of tools; assert on the call or on the reply"));
    }
}
