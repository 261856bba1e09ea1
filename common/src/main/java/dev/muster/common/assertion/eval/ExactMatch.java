package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.assertion.OracleKind;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Compiles the modes of the oracle exact-match. */
final class ExactMatch {

    private static final List<String> OF_OTHERS = List.of(OracleKind.PATTERNS, OracleKind.SCHEMA, OracleKind.SQL,
            OracleKind.CRITERIA);

    private ExactMatch() {}

    static CompiledCheck compile(OracleSettings settings, JsonNode expected) throws AssertionFault {
        var rule = new TextRule(settings.flag("caseSensitive", true), settings.flag("ignoreWhitespace", false));
        var fields = settings.texts("fields");
        var mode = settings.text("mode", "exact");
        return switch (mode) {
            case "exact", "deep" -> some(compared(expected),
                    new OutcomeEqualsCheck(rule.applied(compared(expected)), rule));
            case "contains" -> some(compared(expected), new OutcomeKeysCheck(compared(expected)));
            case "partial" -> some(compared(expected), OutcomePartsCheck.of(rule.applied(compared(expected)), fields,
                    rule));
            case "regex" -> patterns(expected, rule);
            default -> throw new AssertionFault("'" + mode
                    + "' is no mode of exact-match; write exact, deep, contains, regex or partial");
        };
    }

    private static CompiledCheck some(JsonNode compared, CompiledCheck check) {
        return compared.isEmpty()
                ? new NothingExpectedCheck("match what is expected", "expectedOutcomes has nothing to compare it with")
                : check;
    }

    /** Returns the expected value without the members that belong to other oracles. */
    private static ObjectNode compared(JsonNode expected) {
        var compared = JsonNodeFactory.instance.objectNode();
        expected.properties().stream().filter(member -> !OF_OTHERS.contains(member.getKey()))
                .forEach(member -> compared.set(member.getKey(), member.getValue()));
        return compared;
    }

    private static CompiledCheck patterns(JsonNode expected, TextRule rule) throws AssertionFault {
        var patterns = new ArrayList<BoundedPattern>();
        for (var source : OracleSettings.texts("'" + OracleKind.PATTERNS + "'", expected.get(OracleKind.PATTERNS))) {
            patterns.add(BoundedPattern.compile(rule.caseSensitive() ? source : "(?i)" + source));
        }
        return patterns.isEmpty()
                ? new NothingExpectedCheck("match patterns", "expectedOutcomes has no " + OracleKind.PATTERNS)
                : new OutcomePatternsCheck(patterns, rule);
    }
}
