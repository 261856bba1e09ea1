package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.Check;
import dev.muster.common.template.TemplateNames;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads the check of an assertion, and compiles it once to make sure that a worker can. */
final class CheckReader {

    private final CheckCompiler sound;
    private final AskingReader asking;
    private final ForeignChecks foreign;
    private final ToolReader tools;
    private final SchemaReader schemas;
    private final Faults faults;

    CheckReader(CheckCompiler sound, AskingReader asking, ForeignChecks foreign, SchemaReader schemas, Faults faults) {
        this.sound = sound;
        this.tools = new ToolReader(sound, faults);
        this.schemas = schemas;
        this.asking = asking;
        this.foreign = foreign;
        this.faults = faults;
    }

    @Nullable
    Check check(String type, Fields fields) {
        return switch (type) {
            case "equals" -> equality(fields);
            case "contains" -> contains(fields);
            case "not_contains" -> notContains(fields);
            case "regex" -> regex(fields);
            case "json_path" -> jsonPath(fields);
            case "type" -> type(fields);
            case "tool_called" -> tools.called(fields);
            case "tool_not_called" -> tools.notCalled(fields);
            case "tools_in_order" -> tools.inOrder(fields);
            case "tools_exact" -> tools.exact(fields);
            case "tool_result" -> tools.result(fields);
            case "max_duration_ms" -> LimitReader.whole(fields, type, Check.MaxDuration::new);
            case "max_gap_ms" -> LimitReader.whole(fields, type, Check.MaxGap::new);
            case "max_tokens" -> LimitReader.whole(fields, type, Check.MaxTokens::new);
            case "max_cost_usd" -> LimitReader.dollars(fields, type);
            case "snapshot" -> snapshot(fields);
            case "schema" -> schemas.schema(fields);
            case "agent" -> asking.agent(fields);
            case "script" -> asking.script(fields);
            case "ag_ui" -> foreign.agUi(fields);
            case "oracle" -> foreign.oracle(fields);
            default -> throw new IllegalArgumentException(type);
        };
    }

    /** Whether {@code name} is the tool: in {@code tool_called} and its opposite, unless {@code value} names it. */
    static boolean takesName(String type, Fields fields) {
        return (type.equals("tool_called") || type.equals("tool_not_called")) && !fields.has("value");
    }

    private @Nullable Check equality(Fields fields) {
        var value = there("value", "equals", fields);
        return value == null ? null : new Check.Equals(value.json());
    }

    private @Nullable Check contains(Fields fields) {
        var ignoreCase = fields.flag("ignore_case");
        var values = strings("value", "contains", fields);
        return values.isEmpty() ? null : new Check.Contains(values, ignoreCase != null && ignoreCase);
    }

    private @Nullable Check notContains(Fields fields) {
        var ignoreCase = fields.flag("ignore_case");
        var values = strings("value", "not_contains", fields);
        return values.isEmpty() ? null : new Check.NotContains(values, ignoreCase != null && ignoreCase);
    }

    private @Nullable Check regex(Fields fields) {
        var spelling = fields.oneOf("pattern", "value");
        var pattern = fields.needed(spelling, "regex", "value");
        return pattern == null ? null : compiled(new Check.Regex(pattern), spelling, fields);
    }

    private @Nullable Check jsonPath(Fields fields) {
        var path = fields.needed("path", "json_path");
        var value = fields.any("value");
        return path == null ? null
                : compiled(new Check.JsonPath(path, value == null ? null : value.json()), "path", fields);
    }

    private @Nullable Check type(Fields fields) {
        var path = fields.text("path");
        var spelling = fields.oneOf("value", "expected");
        var expected = fields.needed(spelling, "type", "expected");
        if (expected == null) {
            return null;
        }
        var type = compiled(new Check.Type(null, expected), spelling, fields);
        return type == null || path == null ? type : compiled(new Check.Type(path, expected), "path", fields);
    }

    private @Nullable Check snapshot(Fields fields) {
        var masks = fields.has("mask") ? strings("mask", "snapshot", fields) : List.<String>of();
        return compiled(Check.Snapshot.masking(masks), "mask", fields);
    }

    private @Nullable Check compiled(Check check, String place, Fields fields) {
        var trouble = isFilledIn(check) ? Optional.<String>empty() : sound.trouble(check);
        trouble.ifPresent(sentence -> fields.fault(place, sentence));
        return trouble.isPresent() ? null : check;
    }

    /** Whether the check has templates, which can only be compiled at run time. */
    private static boolean isFilledIn(Check check) {
        return check instanceof Check.Regex(var pattern) && TemplateNames.any(pattern);
    }

    private @Nullable Node there(String name, String type, Fields fields) {
        var node = fields.any(name);
        if (node == null) {
            fields.missing(type + " needs '" + name + "'", name);
        }
        return node;
    }

    /** Reads a string or a non-empty list; empty, with a fault, when it is neither. */
    private List<String> strings(String name, String type, Fields fields) {
        var node = there(name, type, fields);
        if (node == null) {
            return List.of();
        }
        var items = node instanceof Node.Items list ? list.nodes() : List.of(node);
        var texts = new ArrayList<String>();
        for (var item : items) {
            if (item instanceof Node.Scalar scalar && scalar.type() == Node.Scalar.Type.STRING) {
                texts.add(scalar.text());
            } else {
                faults.add(item.at(), "'" + name + "' of " + type + " must be a string, not " + item.kind());
            }
        }
        if (items.isEmpty()) {
            faults.add(node.at(), "'" + name + "' of " + type + " must not be empty");
        }
        return texts;
    }
}
