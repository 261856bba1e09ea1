package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.AgUiClause;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads single clauses of an AG-UI assert block. */
final class ClauseReader {

    /** The keys of clauses in an assertion of type {@code ag_ui}. */
    static final List<String> KEYS = List.of("forbid", "require", "forbid_call", "max_duration_ms", "max_gap_ms",
            "max_idle_ms", "must_match", "must_not_match");

    private static final Map<String, LongFunction<AgUiClause>> LIMITS = Map.of("max_duration_ms",
            AgUiClause.MaxDuration::new, "max_gap_ms", AgUiClause.MaxGap::new, "max_idle_ms", AgUiClause.MaxIdle::new);
    private static final Map<String, Function<String, AgUiClause>> MATCHES = Map.of("must_match",
            AgUiClause.MustMatch::new, "must_not_match", AgUiClause.MustNotMatch::new);

    private final PatternReader patterns;

    ClauseReader(PatternReader patterns) {
        this.patterns = patterns;
    }

    /** Reads the clause of a key; null when it is absent, or, with a fault, when it is faulty. */
    @Nullable
    AgUiClause clause(String key, Fields fields) {
        var node = fields.any(key);
        if (node == null) {
            return null;
        }
        return switch (key) {
            case "forbid" -> forbid(node, fields);
            case "require" -> Fields.complete(fields.object(node, "an item of 'require'"), this::require);
            case "forbid_call" -> Fields.complete(fields.object(node, "an item of 'forbid_calls'"), this::forbidCall);
            case String limit when LIMITS.containsKey(limit) -> {
                var ms = fields.whole(limit, 0, Integer.MAX_VALUE);
                yield ms == null ? null : Objects.requireNonNull(LIMITS.get(limit)).apply(ms);
            }
            default -> {
                var pattern = patterns.pattern(fields, key);
                yield pattern == null ? null : Objects.requireNonNull(MATCHES.get(key)).apply(pattern);
            }
        };
    }

    /** Reads the name of a tool that must not be called. */
    private static @Nullable AgUiClause forbid(Node node, Fields fields) {
        var tool = node.string();
        if (tool != null && !tool.isBlank()) {
            return new AgUiClause.Forbid(tool);
        }
        fields.fault(node, "'forbid' must list names of tools" + (node instanceof Node.Obj
                ? "; what is forbidden with some arguments or results only goes into 'forbid_calls'"
                : ""));
        return null;
    }

    private @Nullable AgUiClause require(Fields item) {
        var name = item.needed("name", "an item of 'require'");
        var clause = new AgUiClause.Require(name == null ? "" : name, CountReader.of(item),
                patterns.patterns(item, "args_match"), patterns.pattern(item, "result_match"),
                patterns.pattern(item, "result_not_match"), after(item, name));
        return name == null ? null : clause;
    }

    private @Nullable AgUiClause forbidCall(Fields item) {
        var name = item.needed("name", "an item of 'forbid_calls'");
        var clause = new AgUiClause.ForbidCall(name == null ? "" : name, patterns.patterns(item, "args_match"),
                patterns.pattern(item, "result_match"));
        return name == null ? null : clause;
    }

    /** Reads a tool that must be called before; one that is the only tool meant itself is a fault. */
    static @Nullable String after(Fields fields, @Nullable String itself) {
        var after = fields.text("after");
        if (after != null && after.isBlank()) {
            fields.fault("after", "'after' must name a tool");
        } else if (after != null && after.equals(itself)) {
            fields.fault("after", "'after' names the tool itself, whose first call can't come after its first call");
        }
        return after;
    }
}
