package dev.muster.coordinator.lead;

import dev.muster.common.agent.Usage;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.Protocol;
import dev.muster.common.config.RetryPolicy;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Limits;
import dev.muster.common.model.Message;
import dev.muster.common.model.Setup;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.option.Options;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;

import dev.muster.coordinator.run.CaseNeeds;
import dev.muster.coordinator.run.RunSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The cases, and their results, of a simulated world. */
final class Cases {

    private static final Conversation HELLO = new Conversation.Standard(List.of(Message.user("hello")));
    private static final Source SOURCE = new Source("s.jsonl", 1);

    private Cases() {}

    static TestCase numbered(int n) {
        return new TestCase("s.jsonl#" + n, "c" + n, null, "mock", Options.NONE, Map.of(), SOURCE, HELLO, List.of(),
                Limits.NONE, Setup.NONE, null);
    }

    static RunSettings settings(int parallel, int retries) {
        return settings(parallel, retries, 0);
    }

    /** @param concurrency of each agent; 0 for no limit */
    static RunSettings settings(int parallel, int retries, int concurrency) {
        var agent = new AgentConfig(Protocol.AG_UI, "http://mock", Map.of(), null, null, null, null, true, false,
                concurrency, null);
        return new RunSettings(List.of("s.jsonl"), Map.of("mock", agent, "other", agent, "third", agent), Map.of(),
                parallel, Duration.ofSeconds(90),
                false, retries, new RetryPolicy(1, Duration.ofMillis(10), Duration.ofSeconds(1)), CaseNeeds.NONE);
    }

    static CaseResult result(TestCase of, Status status, Cause cause) {
        return new CaseResult(of.key(), of.id(), null, of.source(), Map.of(), "mock", null, status, cause, null, null,
                1, "", List.of(), List.of(), null, List.of(), Usage.NONE, 1, 1, 1, Instant.EPOCH, List.of(), null,
                null);
    }
}
