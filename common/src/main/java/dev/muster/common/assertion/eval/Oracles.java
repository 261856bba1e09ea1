package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.OracleKind;
import tools.jackson.databind.JsonNode;

/** Compiles the oracles of AgentEval. */
final class Oracles {

    private Oracles() {}

    static CompiledCheck compile(Check.Oracle oracle) throws AssertionFault {
        var kind = OracleKind.named(oracle.oracle());
        if (kind.isEmpty()) {
            throw new AssertionFault("there is no oracle '" + oracle.oracle() + "'; there are " + known());
        }
        var settings = OracleSettings.of(kind.get(), oracle.config());
        return switch (kind.get()) {
            case EXACT_MATCH -> ExactMatch.compile(settings, oracle.expected());
            case SCHEMA_VALIDATE -> schema(settings, oracle.expected());
            case TRACE_NO_ERRORS -> new TraceCheck(settings.flag("allowWarnings", true),
                    settings.isNumber("requiredSteps") ? List.of() : settings.texts("requiredSteps"),
                    settings.isNumber("requiredSteps") ? settings.whole("requiredSteps") : OptionalInt.empty(),
                    settings.whole("maxSteps"));
            case TRACE_VALIDATE_SUB_AGENTS -> new SubAgentsCheck(settings.texts("requiredAgents"),
                    settings.texts("forbiddenAgents"), settings.whole("minIterations"));
            case SQL_VALIDATE, LLM_JUDGE -> throw new AssertionFault(
                    "the oracle " + kind.get().wire() + " asks somebody, and is not compiled");
        };
    }

    private static String known() {
        return Stream.of(OracleKind.values()).map(OracleKind::wire).collect(Collectors.joining(", "));
    }

    private static CompiledCheck schema(OracleSettings settings, JsonNode expected) throws AssertionFault {
        boolean strict = settings.flag("strict", false);
        List<DottedPath> fields = settings.texts("requiresFields").stream().map(DottedPath::new).toList();
        var schema = expected.get(OracleKind.SCHEMA);
        if (schema == null && fields.isEmpty()) {
            return new NothingExpectedCheck("fit a schema", "expectedOutcomes has no " + OracleKind.SCHEMA
                    + ", and the oracle no requiresFields");
        }
        return new SchemaCheck(schema == null ? null : JsonSchema.compile(strict ? StrictSchema.of(schema) : schema),
                fields);
    }
}
