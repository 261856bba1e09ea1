package dev.muster.common.result;

import dev.muster.common.json.Flat;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which case it is, and where it was played.
 *
 * @param key the case's identity across runs
 * @param id the case's id
 * @param name null when the case has none
 * @param source where the case was written
 * @param labels the case's labels
 * @param agent the target
 * @param connector null when none was named
 */
@Flat
public record CaseIdentity(String key, String id, @Nullable String name, Source source, Map<String, String> labels,
        String agent, @Nullable String connector) {

    /** What every result has; one that lacks it can't be read. */
    public CaseIdentity {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(agent, "agent");
        labels = Map.copyOf(labels);
    }

    public static CaseIdentity of(TestCase testCase, String agent, @Nullable String connector) {
        var of = testCase.identity();
        return new CaseIdentity(of.key(), of.id(), of.name(), of.source(), of.labels(), agent, connector);
    }

    /** The name where it says more than the id, which some dialects take from it; else null. */
    public @Nullable String title() {
        return id.equals(name) ? null : name;
    }
}
