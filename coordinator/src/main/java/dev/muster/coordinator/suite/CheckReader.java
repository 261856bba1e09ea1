package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.LimitCheck;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.assertion.ValueCheck;
import dev.muster.common.template.TemplateNames;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Nodes;
import org.jspecify.annotations.Nullable;

/** Reads checks of texts and values and limits, and compiles them once to make sure that a worker can. */
final class CheckReader {

    private static final Map<String, BiFunction<List<String>, Boolean, Check>> CONTAINING = Map.ofEntries(
            Map.entry("contains", TextCheck.Contains::new), Map.entry("not_contains", TextCheck.NotContains::new),
            Map.entry("contains_any", TextCheck.ContainsAny::new), Map.entry("starts_with", TextCheck.StartsWith::new),
            Map.entry("ends_with", TextCheck.EndsWith::new), Map.entry("one_of", TextCheck.OneOf::new),
            Map.entry("contains_all", TextCheck.Contains::new), Map.entry("icontains", TextCheck.Contains::new),
            Map.entry("icontains_all", TextCheck.Contains::new),
            Map.entry("icontains_any", TextCheck.ContainsAny::new));
    private static final Map<String, LongFunction<Check>> LIMITS = Map.of("max_duration_ms",
            LimitCheck.MaxDuration::new,
            "max_gap_ms", LimitCheck.MaxGap::new, "max_tokens", LimitCheck.MaxTokens::new);
    private static final String VALUE = "value";
    private static final double MOST_DOLLARS = 1e9;

    private final CheckCompiler compiler;

    CheckReader(SuiteScope scope) {
        this.compiler = scope.compiler();
    }

    Map<String, CheckKind> kinds() {
        var kinds = new HashMap<String, CheckKind>(Map.of("equals", CheckReader::equality, "regex", this::regex,
                "json_path", this::jsonPath, "type", this::type, "snapshot", this::snapshot,
                "max_cost_usd", CheckReader::cost));
        CONTAINING.forEach((type, check) -> kinds.put(type, fields -> containing(fields, type, check)));
        LIMITS.forEach((type, check) -> kinds.put(type, fields -> limit(fields, type, check)));
        return kinds;
    }

    private static @Nullable Check equality(Fields fields) {
        var value = there(VALUE, "equals", fields);
        return value == null ? null : new TextCheck.Equals(value.json());
    }

    private @Nullable Check containing(Fields fields, String type, BiFunction<List<String>, Boolean, Check> check) {
        // a type of promptfoo has it in its name
        boolean ignoreCase = type.startsWith("icontains") || fields.flag("ignore_case", false);
        var values = strings(VALUE, type, fields);
        if (values.contains("") && !type.equals("one_of")) {
            fields.fault(VALUE, "'value' of " + type + " must not be empty");
            return null;
        }
        return values.isEmpty() ? null : check.apply(values, ignoreCase);
    }

    /** Reads a pattern; one with templates can only be compiled at run time. */
    private @Nullable Check regex(Fields fields) {
        var spelling = fields.oneOf("pattern", VALUE);
        var pattern = fields.needed(spelling, "regex", VALUE);
        if (pattern == null) {
            return null;
        }
        PatternReader.slashes(pattern).ifPresent(sentence -> fields.warn(spelling, sentence));
        var check = new TextCheck.Regex(pattern);
        return TemplateNames.any(pattern) ? check : compiler.compiled(check, spelling, fields);
    }

    private @Nullable Check jsonPath(Fields fields) {
        var path = fields.needed("path", "json_path");
        var value = fields.json(VALUE);
        return path == null || compiler.compiled(new ValueCheck.JsonPath(path, null), "path", fields) == null ? null
                : new ValueCheck.JsonPath(path, value);
    }

    private @Nullable Check type(Fields fields) {
        var path = fields.text("path");
        var spelling = fields.oneOf(VALUE, "expected");
        var expected = fields.needed(spelling, "type", "expected");
        if (expected == null) {
            return null;
        }
        var type = compiler.compiled(new ValueCheck.Type(null, expected), spelling, fields);
        return type == null || path == null ? type
                : compiler.compiled(new ValueCheck.Type(path, expected), "path", fields);
    }

    private @Nullable Check snapshot(Fields fields) {
        var masks = fields.has("mask") ? strings("mask", "snapshot", fields) : List.<String>of();
        masks.stream().filter(compiler::isFoundInAnyText).findFirst()
                .ifPresent(mask -> fields.fault("mask", "the mask '"
                        + mask
                        + "' matches any text, so that the snapshot would compare nothing; write a pattern of what "
                        + "changes, such as \\d+"));
        return compiler.compiled(TextCheck.Snapshot.masking(masks), "mask", fields);
    }

    /** Reads a whole-number limit, of milliseconds or tokens. */
    private static @Nullable Check limit(Fields fields, String type, LongFunction<Check> check) {
        var most = isThere(fields, type) ? fields.whole(VALUE, 0, Integer.MAX_VALUE) : null;
        return most == null ? null : check.apply(most);
    }

    private static @Nullable Check cost(Fields fields) {
        var most = isThere(fields, "max_cost_usd") ? fields.number(VALUE, 0, MOST_DOLLARS) : null;
        return most == null ? null : new LimitCheck.MaxCost(BigDecimal.valueOf(most));
    }

    private static boolean isThere(Fields fields, String type) {
        if (fields.any(VALUE) == null) {
            fields.missing(type + " needs 'value', a number", VALUE);
        }
        return fields.has(VALUE);
    }

    private static @Nullable Node there(String name, String type, Fields fields) {
        var node = fields.any(name);
        if (node == null) {
            fields.missing(type + " needs '" + name + "'", name);
        }
        return node;
    }

    /** Reads a string or a non-empty list; empty, with a fault, when it is neither. */
    static List<String> strings(String name, String type, Fields fields) {
        var node = there(name, type, fields);
        if (node == null) {
            return List.of();
        }
        if (node.items().isEmpty()) {
            fields.fault(name, "'" + name + "' of " + type + " must not be empty");
        }
        return Nodes.strings(node.items(), "'" + name + "' of " + type + " must be a string", fields.faults());
    }
}
