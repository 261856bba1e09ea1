package dev.muster.worker.setup;

import module java.base;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.AgentEndpoint;
import dev.muster.common.config.Protocol;
import dev.muster.common.message.Target;
import dev.muster.common.model.Source;
import dev.muster.common.result.CaseResult;
import dev.muster.common.testing.TestResult;

/** A target and a result for tests. */
final class Results {

    private Results() {}

    static Target target() {
        return new Target("agent", AgentConfig
                .at(new AgentEndpoint(Protocol.AG_UI, "http://localhost:1", Map.of(), null, null, null, false)),
                null, null);
    }

    static CaseResult passed() {
        return TestResult.of("a#one").source(new Source("a.yaml", 1)).make();
    }
}
