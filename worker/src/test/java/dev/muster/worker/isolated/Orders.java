package dev.muster.worker.isolated;

import module java.base;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.AgentEndpoint;
import dev.muster.common.config.Protocol;
import dev.muster.common.config.RetryPolicy;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.InboxMessage.AttemptSettings;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.InboxMessage.Parties;
import dev.muster.common.message.InboxMessage.Terms;
import dev.muster.common.message.Target;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.testing.TestResult;

/** Orders and results for tests. */
public final class Orders {

    private Orders() {}

    /** Returns an order for a case that says hello. */
    public static CaseOrder order(boolean alone) {
        var testCase = TestCase.of(new TestCase.Identity("t.jsonl#a", "a", null, Map.of(), new Source("t.jsonl", 1)),
                "agent", new Conversation.Standard(List.of(Message.user("Hello \u00fc"))), List.of());
        var agent = AgentConfig.at(AgentEndpoint.at(Protocol.AG_UI, "http://agent"));
        return new CaseOrder("f", 1, "i", new CaseRef("r", 0, 0, 0), new Dispatch(1, 1), 3, testCase,
                new Parties(new Target("agent", agent, null, null), Map.of()),
                new AttemptSettings(Duration.ofSeconds(30), RetryPolicy.DEFAULT,
                        new CaseFiles.None(), Map.of()),
                new Terms(alone, false, null));
    }

    /** Returns a result that passed. */
    static CaseResult passed() {
        return result(Status.PASSED, Cause.NONE, "none");
    }

    /** Returns the result of a lost attempt. */
    static CaseResult lost(String how) {
        return result(Status.ERROR, Cause.WORKER_LOST, how);
    }

    private static CaseResult result(Status status, Cause cause, String error) {
        return TestResult.of("t.jsonl#a").status(status).cause(cause).error(error).response("Hi").make();
    }
}
