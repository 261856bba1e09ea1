package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.Check;
import dev.muster.common.template.TemplateNames;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads checks of texts and values and limits, and compiles them once to make sure that a worker can. */
record CheckReader(CheckCompiler sound, Faults faults) {

    private static final String VALUE = "value";
    private static final double MOST_DOLLARS = 1e9;

    /** Reads one kind of check; null, with a fault, when it is faulty. */
    @FunctionalInterface
    interface Kind {

        @Nullable
        Check read(Fields fields);
    }

    Map<String, Kind> kinds() {
        return Map.ofEntries(Map.entry("equals", CheckReader::equality),
                Map.entry("contains", fields -> containing(fields, "contains", Check.Contains::new)),
                Map.entry("not_contains", fields -> containing(fields, "not_contains", Check.NotContains::new)),
                Map.entry("contains_any", fields -> containing(fields, "contains_any", Check.ContainsAny::new)),
                Map.entry("starts_with", fields -> containing(fields, "starts_with", Check.StartsWith::new)),
                Map.entry("ends_with", fields -> containing(fields, "ends_with", Check.EndsWith::new)),
                Map.entry("one_of", fields -> containing(fields, "one_of", Check.OneOf::new)),
                Map.entry("contains_all", fields -> containing(fields, "contains_all", Check.Contains::new)),
                Map.entry("icontains", fields -> containing(fields, "icontains", Check.Contains::new)),
                Map.entry("icontains_all", fields -> containing(fields, "icontains_all", Check.Contains::new)),
                Map.entry("icontains_any", fields -> containing(fields, "icontains_any", Check.ContainsAny::new)),
                Map.entry("regex", this::regex), Map.entry("json_path", this::jsonPath),
                Map.entry("type", this::type), Map.entry("snapshot", this::snapshot),
                Map.entry("max_duration_ms", fields -> limit(fields, "max_duration_ms", Check.MaxDuration::new)),
                Map.entry("max_gap_ms", fields -> limit(fields, "max_gap_ms", Check.MaxGap::new)),
                Map.entry("max_tokens", fields -> limit(fields, "max_tokens", Check.MaxTokens::new)),
                Map.entry("max_cost_usd", CheckReader::cost));
    }

    private static @Nullable Check equality(Fields fields) {
        var value = there(VALUE, "equals", fields);
        return value == null ? null : new Check.Equals(value.json());
    }

    private @Nullable Check containing(Fields fields, String type, BiFunction<List<String>, Boolean, Check> check) {
        // a type of promptfoo has it in its name
        boolean ignoreCase = type.startsWith("icontains") || Boolean.TRUE.equals(fields.flag("ignore_case"));
        var values = strings(VALUE, type, fields, faults);
        if (values.contains("") && !type.equals("one_of")) {
            fields.fault(VALUE, "'value' of " + type + " must not be empty");
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
        PatternReader.slashes(pattern).ifPresent(sentence -> faults.warn(fields.at(spelling), sentence));
        var check = new Check.Regex(pattern);
        return TemplateNames.any(pattern) ? check : sound.compiled(check, spelling, fields);
    }

    private @Nullable Check jsonPath(Fields fields) {
        var path = fields.needed("path", "json_path");
        var value = fields.json(VALUE);
        return path == null || sound.compiled(new Check.JsonPath(path, null), "path", fields) == null ? null
                : new Check.JsonPath(path, value);
    }

    private @Nullable Check type(Fields fields) {
        var path = fields.text("path");
        var spelling = fields.oneOf(VALUE, "expected");
        var expected = fields.needed(spelling, "type", "expected");
        if (expected == null) {
            return null;
        }
        var type = sound.compiled(new Check.Type(null, expected), spelling, fields);
        return type == null || path == null ? type : sound.compiled(new Check.Type(path, expected), "path", fields);
    }

    private @Nullable Check snapshot(Fields fields) {
        var masks = fields.has("mask") ? strings("mask", "snapshot", fields, faults) : List.<String>of();
        return sound.compiled(Check.Snapshot.masking(masks), "mask", fields);
    }

    /** Reads a whole-number limit, of milliseconds or tokens. */
    private static @Nullable Check limit(Fields fields, String type, LongFunction<Check> check) {
        var most = isThere(fields, type) ? fields.whole(VALUE, 0, Integer.MAX_VALUE) : null;
        return most == null ? null : check.apply(most);
    }

    private static @Nullable Check cost(Fields fields) {
        var most = isThere(fields, "max_cost_usd") ? fields.number(VALUE, 0, MOST_DOLLARS) : null;
        return most == null ? null : new Check.MaxCost(BigDecimal.valueOf(most));
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
    static List<String> strings(String name, String type, Fields fields, Faults faults) {
        var node = there(name, type, fields);
        if (node == null) {
            return List.of();
        }
        if (node.items().isEmpty()) {
            faults.add(node.at(), "'" + name + "' of " + type + " must not be empty");
        }
        return Fields.strings(node.items(), "'" + name + "' of " + type + " must be a string", faults);
    }
}
