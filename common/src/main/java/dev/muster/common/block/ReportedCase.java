package dev.muster.common.block;

import module java.base;
import dev.muster.common.json.Flat;

/** The case of a result, and the agent that it ran against. */
@Flat
public record ReportedCase(String key, String id, String agent) {

    public ReportedCase {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(agent, "agent");
    }
}
