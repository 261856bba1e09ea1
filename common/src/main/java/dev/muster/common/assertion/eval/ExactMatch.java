package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.assertion.OracleKind;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Compiles the modes of the oracle exact-match, which parse the reply as JSON, except for {@code regex}. */
final class ExactMatch {

    private static final List<String> OF_OTHERS = List.of(OracleKind.PATTERNS, OracleKind.SCHEMA, OracleKind.SQL,
            OracleKind.CRITERIA);
    private static final int MOST_SHOWN = 3;

    static CompiledCheck compile(OracleSettings settings, JsonNode expected) throws AssertionFault {
        var rule = new TextRule(settings.flag("caseSensitive", true), settings.flag("ignoreWhitespace", false));
        var fields = settings.texts("fields").stream().map(DottedPath::new).toList();
        var mode = settings.text("mode", "exact");
        var compared = compared(expected);
        return switch (mode) {
            case "exact", "deep" -> some(compared, equal(rule.applied(compared), rule));
            case "contains" -> some(compared, members(compared));
            case "partial" -> some(compared, parts(rule.applied(compared), fields, rule));
            case "regex" -> patterns(expected, rule);
            default -> throw new AssertionFault("'" + mode
                    + "' is not a mode of exact-match; write exact, deep, contains, regex or partial");
        };
    }

    private static CompiledCheck some(JsonNode compared, CompiledCheck check) {
        return compared.isEmpty()
                ? Oracles.nothingExpected("match what is expected", "expectedOutcomes has nothing to compare it with")
                : check;
    }

    /** Returns the expected value without the members that belong to other oracles. */
    private static ObjectNode compared(JsonNode expected) {
        var compared = JsonNodeFactory.instance.objectNode();
        expected.properties().stream().filter(member -> !OF_OTHERS.contains(member.getKey()))
                .forEach(member -> compared.set(member.getKey(), member.getValue()));
        return compared;
    }

    private static CompiledCheck ofJson(Supplier<Expectation> expectation, Function<JsonNode, Observation> look) {
        return CompiledCheck.of(expectation, reply -> reply.json().map(look).orElseGet(reply::noJson));
    }

    private static CompiledCheck equal(JsonNode expected, TextRule rule) {
        return ofJson(() -> Expectation.ofReply("equal " + Excerpt.of(expected)).of(expected), found -> {
            var differences = JsonEquality.differences(expected, rule.applied(found), "$");
            return Observation.unless(differences, () -> "but it does",
                    () -> "found " + Excerpt.of(found) + differences.behindColon())
                    .seeing(() -> Seen.of(found).at("$").differing(differences));
        });
    }

    /** The reply has the expected members, with any values. */
    private static CompiledCheck members(JsonNode expected) {
        return ofJson(() -> Expectation.ofReply("have the members of " + Excerpt.of(expected)), found -> {
            var missing = new ArrayList<String>();
            collect(expected, found, "$", missing);
            return missing.isEmpty() ? Observation.holds(() -> "but it does")
                    : Observation
                            .fails(() -> "found " + Excerpt.of(found) + ": it has no " + String.join(", no ", missing));
        });
    }

    private static void collect(JsonNode expected, JsonNode found, String at, List<String> missing) {
        if (!expected.isObject()) {
            return;
        }
        for (var member : expected.properties()) {
            var path = at + "." + member.getKey();
            var inner = found.get(member.getKey());
            if (inner == null) {
                missing.add(path);
            } else {
                collect(member.getValue(), inner, path, missing);
            }
        }
    }

    /**
     * The reply has every expected value; the score is the share found.
     *
     * @param fields the only fields compared, each counting once; empty compares every leaf
     */
    private static CompiledCheck parts(JsonNode expected, List<DottedPath> fields, TextRule rule) {
        var which = fields.isEmpty() ? ""
                : " at " + String.join(", ", fields.stream().map(DottedPath::path).toList());
        return ofJson(() -> Expectation.ofReply("have what " + Excerpt.of(expected) + " has" + which).of(expected),
                reply -> {
                    var found = rule.applied(reply);
                    var parts = fields.isEmpty() ? leaves(expected, found, "$")
                            : fields.stream().map(field -> at(field, expected, found)).toList();
                    var missing = parts.stream().flatMap(Optional::stream).toList();
                    return lacking(missing, reply).seeing(() -> Seen.of(reply))
                            .scored(1 - (double) missing.size() / parts.size());
                });
    }

    /** Returns what is wrong at a field, in words. */
    private static Optional<String> at(DottedPath field, JsonNode expected, JsonNode found) {
        var value = field.in(expected);
        return value.isEmpty() ? Optional.of("expectedOutcomes has no " + field)
                : leaves(value.get(), field.in(found).orElse(null), field.path()).stream().flatMap(Optional::stream)
                        .findFirst();
    }

    private static Observation lacking(List<String> missing, JsonNode found) {
        if (missing.isEmpty()) {
            return Observation.holds(() -> "but it has");
        }
        var more = missing.size() > MOST_SHOWN ? "; and " + (missing.size() - MOST_SHOWN) + " more" : "";
        return Observation.fails(() -> "found " + Excerpt.of(found) + ": "
                + String.join("; ", missing.subList(0, Math.min(MOST_SHOWN, missing.size()))) + more);
    }

    /**
     * Returns for each leaf of the expected value (a scalar, or an empty list or object) what is wrong, in words; empty
     * if it is present. Ignores other members of the found value.
     */
    private static List<Optional<String>> leaves(JsonNode expected, @Nullable JsonNode found, String at) {
        if (expected.isObject() && !expected.isEmpty()) {
            return expected.properties().stream().flatMap(member -> leaves(member.getValue(),
                    found == null ? null : found.get(member.getKey()), at + "." + member.getKey()).stream()).toList();
        }
        if (expected.isArray() && !expected.isEmpty()) {
            return IntStream.range(0, expected.size()).boxed().flatMap(i -> leaves(expected.get(i),
                    found == null || !found.isArray() ? null : found.get(i), at + "[" + i + "]").stream()).toList();
        }
        return List.of(leaf(expected, found, at));
    }

    private static Optional<String> leaf(JsonNode expected, @Nullable JsonNode found, String at) {
        if (found == null) {
            return Optional.of("it has no " + at);
        }
        return expected.isObject() && found.isObject() ? Optional.empty()
                : JsonEquality.difference(expected, found, at);
    }

    /** Every pattern matches in the reply's text; the score is the share that does. */
    private static CompiledCheck patterns(JsonNode expected, TextRule rule) throws AssertionFault {
        var patterns = new ArrayList<BoundedPattern>();
        for (var source : OracleSettings.texts("'" + OracleKind.PATTERNS + "'", expected.get(OracleKind.PATTERNS))) {
            patterns.add(BoundedPattern.compile(rule.caseSensitive() ? source : "(?i)" + source));
        }
        if (patterns.isEmpty()) {
            return Oracles.nothingExpected("match patterns", "expectedOutcomes has no " + OracleKind.PATTERNS);
        }
        return CompiledCheck.of(() -> Expectation.ofReply("match " + listed(patterns)), reply -> {
            var text = rule.ignoreWhitespace() ? TextRule.singleSpaced(reply.text()) : reply.text();
            var missing = patterns.stream().filter(pattern -> !pattern.isIn(text, reply.budget())).toList();
            return Observation.of(missing.isEmpty(),
                    () -> (missing.isEmpty() ? "found all in " : listed(missing) + " is not in ")
                            + Excerpt.of(reply.text()))
                    .scored(1 - (double) missing.size() / patterns.size());
        });
    }

    private static String listed(List<BoundedPattern> patterns) {
        return patterns.stream().map(pattern -> "/" + pattern + "/").collect(Collectors.joining(" and "));
    }
}
