package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.ArgsMatch;
import dev.muster.common.assertion.ExpectedCall;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Nodes;
import dev.muster.coordinator.suite.source.Words;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads an expected tool call: its name, or several alternative names, and its arguments. */
final class CallReader {

    private static final String REGEX_VALUE = "regex:";
    private static final Map<String, ArgsMatch> MATCHES = Words.of(ArgsMatch.values(), ArgsMatch::wire);
    private static final String VALUE = "value";
    private static final String NAME = "name";
    private static final String ARGUMENTS = "arguments";
    private static final String ARGS_MATCH = "args_match";

    private final CheckCompiler compiler;
    private final Faults faults;

    CallReader(SuiteScope scope) {
        this.compiler = scope.compiler();
        this.faults = scope.faults();
    }

    /** Reads {@code name} or {@code value}: a string, a list of alternatives, or a call as an object. */
    @Nullable
    ExpectedCall ofAssertion(Fields fields, String type) {
        if (fields.any(VALUE) instanceof Node.Obj node) {
            return inValue(Fields.of(node, faults), fields, type);
        }
        var match = argsMatch(fields);
        return call(names(fields, fields.has(VALUE) ? VALUE : NAME, type), arguments(fields), match, fields);
    }

    private @Nullable ExpectedCall inValue(Fields call, Fields fields, String type) {
        for (var key : List.of(ARGUMENTS, ARGS_MATCH)) {
            if (call.has(key) && fields.has(key)) {
                fields.fault(key, "'" + key + "' is in 'value' too; write it once");
            }
        }
        var names = names(call, NAME, "the tool in 'value' of " + type);
        var match = call.has(ARGS_MATCH) ? argsMatch(call) : argsMatch(fields);
        var arguments = call.has(ARGUMENTS) ? arguments(call) : arguments(fields);
        List.of(ARGUMENTS, ARGS_MATCH).forEach(key -> {
            call.any(key);
            fields.any(key);
        });
        call.done();
        return call(names, arguments, match, call.has(ARGS_MATCH) ? call : fields);
    }

    /** Reads an item of a list of calls: a name, or a call as an object. */
    @Nullable
    ExpectedCall item(Node node, String type, @Nullable ArgsMatch usual) {
        if (!(node instanceof Node.Obj object)) {
            var name = name(node, "a tool of " + type);
            return name == null ? null : new ExpectedCall(List.of(name), null, ArgsMatch.SUBSET);
        }
        var fields = Fields.of(object, faults);
        var names = names(fields, NAME, "a tool of " + type);
        var own = argsMatch(fields);
        var arguments = arguments(fields);
        fields.done();
        return call(names, arguments, own == null && arguments != null ? usual : own, fields);
    }

    private static @Nullable ExpectedCall call(List<String> names, @Nullable JsonNode arguments,
            @Nullable ArgsMatch match, Fields where) {
        if (match != null && match != ArgsMatch.IGNORE && arguments == null && !where.has(ARGUMENTS)) {
            where.fault(ARGS_MATCH, "'args_match' says how 'arguments' match, and there are none");
        }
        return names.isEmpty() ? null
                : new ExpectedCall(names, arguments, Objects.requireNonNullElse(match, ArgsMatch.SUBSET));
    }

    /** Returns {@code args_match}; null when it is absent. */
    static @Nullable ArgsMatch argsMatch(Fields fields) {
        return fields.choice(ARGS_MATCH, MATCHES,
                word -> "'args_match' is exact, subset, superset or ignore, not '" + word + "'");
    }

    private @Nullable JsonNode arguments(Fields fields) {
        var arguments = fields.any(ARGUMENTS);
        if (arguments != null && !(arguments instanceof Node.Obj)) {
            faults.add(arguments.at(), "'arguments' must be an object, not " + arguments.kind());
            return null;
        }
        return shape(arguments);
    }

    /** Returns a value whose {@code regex:…} strings are patterns; faults are reported at each pattern's position. */
    @Nullable
    JsonNode shape(@Nullable Node node) {
        if (node == null) {
            return null;
        }
        node.scalars().forEach(this::compilePattern);
        return node.json();
    }

    private void compilePattern(Node.Scalar scalar) {
        if (scalar.text().startsWith(REGEX_VALUE)) {
            compiler.patternTrouble(scalar.text().substring(REGEX_VALUE.length()).strip())
                    .ifPresent(sentence -> faults.add(scalar.at(), sentence));
        }
    }

    /** Reads a string or a non-empty list; empty, with a fault, when it is neither. */
    List<String> names(Fields fields, String key, String type) {
        var node = fields.any(key);
        if (node == null) {
            fields.missing(type + " needs '" + key + "'", key);
            return List.of();
        }
        var items = node.items();
        if (items.isEmpty()) {
            faults.add(node.at(), "'" + key + "' of " + type + " must not be empty");
        }
        return Nodes.each(items, item -> name(item, "'" + key + "' of " + type));
    }

    private @Nullable String name(Node node, String what) {
        var name = node.string();
        if (name == null || name.isBlank()) {
            faults.add(node.at(),
                    what + (name == null ? " must be a string, not " + node.kind() : " must name a tool"));
            return null;
        }
        return name;
    }
}
