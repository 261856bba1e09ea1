package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.AgentEndpoint;
import dev.muster.common.config.Gate;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.config.Protocol;
import dev.muster.common.config.RetryPolicy;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.testing.TestResult;
import dev.muster.coordinator.run.CaseNeeds;
import dev.muster.coordinator.run.FailedAgain;
import dev.muster.coordinator.run.Matrix;
import dev.muster.coordinator.run.Quarantine;
import dev.muster.coordinator.run.RunSettings;

/** The cases of a simulated world, and their results. */
final class Cases {

    private static final Conversation HELLO = new Conversation.Standard(List.of(Message.user("hello")));
    private static final Source SOURCE = new Source("s.jsonl", 1);

    private Cases() {}

    static TestCase numbered(int n) {
        return TestCase.of(new TestCase.Identity("s.jsonl#" + n, "c" + n, null, Map.of(), SOURCE), "mock", HELLO,
                List.of());
    }

    static RunSettings settings(int parallel, int retries) {
        return settings(parallel, retries, 0);
    }

    /** @param concurrency of each agent; 0 for no limit */
    static RunSettings settings(int parallel, int retries, int concurrency) {
        var agent = AgentConfig.at(AgentEndpoint.at(Protocol.AG_UI, "http://mock"))
                .with(new AgentConfig.Limits(concurrency, 0));
        return new RunSettings(List.of("s.jsonl"),
                new ProjectConfig.Targets(Map.of("mock", agent, "other", agent, "third", agent), Map.of(), Map.of()),
                RunSettings.Pacing.of(parallel, Duration.ofSeconds(90)),
                new RunSettings.Policies(false, retries,
                        new RetryPolicy(1, Duration.ofMillis(10), Duration.ofSeconds(1)), FailedAgain.NEVER,
                        Gate.NONE, Quarantine.NONE),
                CaseNeeds.NONE, Matrix.ONCE);
    }

    static CaseResult result(TestCase of, Status status, Cause cause) {
        return TestResult.of(of.identity().key(), of.identity().id()).source(of.identity().source()).agent("mock")
                .status(status).cause(cause).response("").make();
    }
}
