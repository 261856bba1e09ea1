package dev.muster.worker.alone;

import dev.muster.common.agent.Usage;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.Protocol;
import dev.muster.common.config.RetryPolicy;
import dev.muster.common.message.AttemptSettings;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.Target;
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
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Orders and results for tests. */
public final class Orders {

    private Orders() {}

    /** For a case that says hello. */
    public static CaseOrder order(boolean alone) {
        var testCase = new TestCase("t.jsonl#a", "a", null, "agent", Options.NONE, Map.of(), new Source("t.jsonl", 1),
                new Conversation.Standard(List.of(Message.user("Hello \u00fc"))), List.of(), Limits.NONE, Setup.NONE,
                null);
        var agent = new AgentConfig(Protocol.AG_UI, "http://agent", Map.of(), null, null, null, null, true, false, 0,
                null);
        return new CaseOrder("f", 1, "i", new CaseRef("r", 0, 0, 0), new Dispatch(1, 1), 3, testCase,
                new Target("agent", agent, null, null), Map.of(),
                new AttemptSettings(Duration.ofSeconds(30), RetryPolicy.DEFAULT), alone);
    }

    /** The case passed. */
    static CaseResult passed() {
        return result(Status.PASSED, Cause.NONE).error("none");
    }

    /** The attempt was lost. */
    static CaseResult lost(String how) {
        return result(Status.ERROR, Cause.WORKER_LOST).error(how);
    }

    private static CaseResult result(Status status, Cause cause) {
        return new CaseResult("t.jsonl#a", "a", null, new Source("t.jsonl", 1), Map.of(), "agent", null, status, cause,
                null, null, 1, "Hi", List.of(), List.of(), null, List.of(), Usage.NONE, 1, 1, 1, Instant.EPOCH,
                List.of(), null, null);
    }
}
