package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.assertion.ForeignCheck;
import dev.muster.common.assertion.OracleKind;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Compiles the oracles of AgentEval. */
final class Oracles {

    static CompiledCheck compile(ForeignCheck.Oracle oracle) throws AssertionFault {
        var kind = OracleKind.named(oracle.oracle()).orElseThrow(() -> new AssertionFault("unknown oracle '"
                + oracle.oracle() + "'; there are "
                + Stream.of(OracleKind.values()).map(OracleKind::wire).collect(Collectors.joining(", "))));
        var settings = OracleSettings.of(kind, oracle.config());
        return scored(switch (kind) {
            case EXACT_MATCH -> ExactMatch.compile(settings, oracle.expected());
            case SCHEMA_VALIDATE -> schema(settings, oracle.expected());
            case TRACE_NO_ERRORS -> new CleanTraceOracle(settings.flag("allowWarnings", true),
                    settings.isNumber("requiredSteps") ? List.of() : settings.texts("requiredSteps"),
                    settings.isNumber("requiredSteps") ? settings.whole("requiredSteps") : OptionalInt.empty(),
                    settings.whole("maxSteps"));
            case TRACE_VALIDATE_SUB_AGENTS -> new SubAgentsOracle(settings.texts("requiredAgents"),
                    settings.texts("forbiddenAgents"), settings.whole("minIterations"));
            case SQL_VALIDATE, LLM_JUDGE -> throw new AssertionFault(
                    "the oracle " + kind.wire() + " asks somebody, and is not compiled");
        });
    }

    /** Returns a check that always gives a score: 1 when it holds, else 0, unless it gives another one itself. */
    private static CompiledCheck scored(CompiledCheck check) {
        return CompiledCheck.of(check::expectation, reply -> {
            try {
                var finding = check.look(reply);
                return finding.score() == null ? finding.scored() : finding;
            } catch (LimitExceeded bound) {
                return Observation.undecided(bound::sentence).scored(0);
            }
        });
    }

    /**
     * Returns an oracle without expectations: a pass would mean nothing, so it fails.
     *
     * @param verb what the reply should do
     * @param missing what the suite lacks
     */
    static CompiledCheck nothingExpected(String verb, String missing) {
        return CompiledCheck.of(() -> Expectation.ofReply(verb),
                reply -> Observation.undecided(() -> "but " + missing));
    }

    /** Returns a check that the reply matches a JSON Schema and has some fields; a null value counts. */
    private static CompiledCheck schema(OracleSettings settings, JsonNode expected) throws AssertionFault {
        boolean strict = settings.flag("strict", false);
        List<DottedPath> fields = settings.texts("requiresFields").stream().map(DottedPath::new).toList();
        var written = expected.get(OracleKind.SCHEMA);
        if (written == null && fields.isEmpty()) {
            return nothingExpected("fit a schema", "expectedOutcomes has no " + OracleKind.SCHEMA
                    + ", and the oracle no requiresFields");
        }
        var schema = written == null ? null : JsonSchema.compile(strict ? StrictSchema.of(written) : written);
        var names = String.join(", ", fields.stream().map(DottedPath::path).toList());
        var have = fields.isEmpty() ? "" : "have " + names;
        return CompiledCheck.of(
                () -> Expectation.ofReply(
                        schema == null ? have : "fit the schema" + (have.isEmpty() ? "" : " and " + have)),
                reply -> !fields.isEmpty() && reply.json().isEmpty() ? reply.noJson()
                        : Observation.unless(missing(fields, reply.value()).or(() -> misfit(schema, reply.value())),
                                () -> "but it does").seeing(() -> Seen.of(reply.value())));
    }

    private static Optional<String> missing(List<DottedPath> fields, JsonNode found) {
        return fields.stream().filter(field -> field.in(found).isEmpty()).findFirst()
                .map(field -> "found " + Excerpt.of(found) + ": it has no " + field);
    }

    private static Optional<String> misfit(@Nullable JsonSchema schema, JsonNode found) {
        if (schema == null) {
            return Optional.empty();
        }
        var differences = schema.trouble(found);
        return !differences.none() ? Optional.of("found " + Excerpt.of(found) + differences.behindColon())
                : schema.concerns(found) ? Optional.empty()
                        : Optional.of("found " + Excerpt.of(found) + ", of which the schema says nothing; write its"
                                + " 'type'");
    }

    static String listed(List<String> names, String none) {
        return names.isEmpty() ? none
                : names.stream().limit(10).collect(Collectors.joining(", ")) + (names.size() > 10 ? ", …" : "");
    }
}
