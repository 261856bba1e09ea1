package dev.muster.common.result;

import module java.base;
import dev.muster.common.json.Flat;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import org.jspecify.annotations.Nullable;

/** The identity of a case, and the agent and connector that it ran against. */
@Flat
public record CaseIdentity(String key, String id, @Nullable String name, Source source, Map<String, String> labels,
        String agent, @Nullable String connector) {

    public CaseIdentity {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(agent, "agent");
    }

    public static CaseIdentity of(TestCase testCase, String agent, @Nullable String connector) {
        var of = testCase.identity();
        return new CaseIdentity(of.key(), of.id(), of.name(), of.source(), of.labels(), agent, connector);
    }

    /** Returns the name if it differs from the id, which some dialects derive from it; else null. */
    public @Nullable String title() {
        return id.equals(name) ? null : name;
    }
}
