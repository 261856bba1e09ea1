package dev.muster.coordinator.run;

import module java.base;
import dev.muster.common.model.TestCase;
import org.jspecify.annotations.Nullable;

/**
 * The agent and connector that a run uses for its cases; they override those of the case.
 *
 * @param agent null leaves it to the case
 * @param connector null leaves it to the case, and to the agent's configuration
 */
public record Cell(@Nullable String agent, @Nullable String connector) {

    /** Leaves both to the case. */
    public static final Cell OWN = new Cell(null, null);

    public String name() {
        return agent == null && connector == null ? "as the case says"
                : Stream.of(agent, connector).filter(Objects::nonNull).collect(Collectors.joining(" / "));
    }

    /** Returns its name in stored figures, given the agent of a run that names no other. */
    public String name(String ofRun) {
        return Stream.of(Objects.requireNonNullElse(agent, ofRun), connector).filter(Objects::nonNull)
                .collect(Collectors.joining(" / "));
    }

    /** Returns a case as it runs in this cell. */
    public TestCase of(TestCase testCase) {
        if (agent == null && connector == null) {
            return testCase;
        }
        var target = agent == null ? Objects.requireNonNull(testCase.agent()) : agent;
        return connector == null ? testCase.at(target, testCase.options())
                : testCase.withoutConnectorsOfTurns().at(target, testCase.options().withConnector(connector));
    }
}
