package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ExpectedCall;
import dev.muster.common.assertion.ExpectedCall.ArgsMatch;
import dev.muster.coordinator.suite.CheckReader.Kind;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads assertions about tools. */
record ToolReader(CallReader calls, Faults faults) {

    ToolReader(CheckCompiler sound, Faults faults) {
        this(new CallReader(sound, faults), faults);
    }

    Map<String, Kind> kinds() {
        return Map.of("tool_called", this::called, "tool_not_called", this::notCalled,
                "tools_in_order", fields -> listed(fields, "tools_in_order", false, Check.ToolsInOrder::new),
                "tools_exact", fields -> listed(fields, "tools_exact", true, Check.ToolsExact::new),
                "tool_result", this::result);
    }

    private @Nullable Check called(Fields fields) {
        var call = calls.ofAssertion(fields, "tool_called");
        var count = CountReader.orNumber(fields);
        var result = calls.shape(fields.any("result"));
        var after = ClauseReader.after(fields, anyCall(call));
        return call == null ? null
                : new Check.ToolCalled(call.names(), call.arguments(), call.argsMatch(), count, result, after);
    }

    /** Returns the tool of a call with any arguments; null when the call is more particular. */
    private static @Nullable String anyCall(@Nullable ExpectedCall call) {
        return call == null || call.arguments() != null || call.names().size() != 1 ? null : call.names().getFirst();
    }

    private @Nullable Check notCalled(Fields fields) {
        var call = calls.ofAssertion(fields, "tool_not_called");
        return call == null ? null : new Check.ToolNotCalled(call);
    }

    /** Reads names, or {@code {name, arguments, args_match}}; {@code args_match} beside the list applies to all. */
    private @Nullable Check listed(Fields fields, String type, boolean mayBeEmpty,
            Function<List<ExpectedCall>, Check> check) {
        var spelling = fields.oneOf("value", "tools");
        var usual = CallReader.argsMatch(fields);
        var node = fields.any(spelling);
        if (node == null) {
            fields.missing(type + " needs 'value', a list of tools", "value", "tools");
            return null;
        }
        var nodes = node.items();
        if (nodes.isEmpty() && !mayBeEmpty) {
            faults.add(node.at(), "'" + spelling + "' of " + type + " must not be empty");
        }
        return check.apply(Fields.each(nodes, each -> calls.item(each, type, usual)));
    }

    /** Reads {@code tool} and {@code result}, in {@code value} or side by side. */
    private @Nullable Check result(Fields fields) {
        if (!fields.has("value")) {
            return result(fields, fields.oneOf("tool", "value"));
        }
        if (!(fields.any("value") instanceof Node.Obj)) {
            return result(fields, fields.oneOf("value", "tool"));
        }
        var value = fields.object("value");
        if (value == null) {
            return null;
        }
        var check = result(value, "tool");
        value.done();
        return check;
    }

    private @Nullable Check result(Fields fields, String spelling) {
        var tools = calls.names(fields, spelling, "tool_result");
        var result = calls.shape(fields.any("result"));
        return tools.isEmpty() ? null : new Check.ToolResult(tools, result);
    }

    /** Reads an expected tool call: its name, or several alternative names, and its arguments. */
    private record CallReader(CheckCompiler sound, Faults faults) {

        private static final String REGEX_VALUE = "regex:";
        private static final String VALUE = "value";
        private static final String NAME = "name";
        private static final String ARGUMENTS = "arguments";
        private static final String ARGS_MATCH = "args_match";

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
            var said = fields.text(ARGS_MATCH);
            var match = Stream.of(ArgsMatch.values()).filter(each -> each.wire().equals(said)).findFirst();
            if (said != null && match.isEmpty()) {
                fields.fault(ARGS_MATCH, "'args_match' is exact, subset, superset or ignore, not '" + said + "'");
            }
            return match.orElse(null);
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
            compilePatterns(node);
            return node.json();
        }

        private void compilePatterns(Node node) {
            switch (node) {
                case Node.Obj object -> object.members().values().forEach(member -> compilePatterns(member.value()));
                case Node.Items items -> items.nodes().forEach(this::compilePatterns);
                case Node.Scalar scalar -> {
                    if (scalar.text().startsWith(REGEX_VALUE)) {
                        sound.patternTrouble(scalar.text().substring(REGEX_VALUE.length()).strip())
                                .ifPresent(sentence -> faults.add(scalar.at(), sentence));
                    }
                }
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
            return Fields.each(items, item -> name(item, "'" + key + "' of " + type));
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
}
