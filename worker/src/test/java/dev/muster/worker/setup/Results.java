package dev.muster.worker.setup;

import dev.muster.common.agent.Usage;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.Protocol;
import dev.muster.common.message.Target;
import dev.muster.common.model.Source;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A target and a result for tests. */
final class Results {

    private Results() {}

    static Target target() {
        return new Target("agent", new AgentConfig(Protocol.AG_UI, "http://localhost:1", Map.of(), null, null, null,
                null, false, false, 0, null), null, null);
    }

    static CaseResult passed() {
        return new CaseResult("a#one", "one", null, new Source("a.yaml", 1), Map.of(), "agent", null, Status.PASSED,
                Cause.NONE, null, null, 1, "hi", List.of(), List.of(), null, List.of(), Usage.NONE, 1, 1, 1,
                Instant.EPOCH, List.of(), null, null);
    }
}
