package dev.muster.common.assertion;

import module java.base;

/** The oracles of AgentEval, with their names and settings. */
public enum OracleKind {

    EXACT_MATCH("exact-match", "ExactMatch"),
    SCHEMA_VALIDATE("schema-validate", "SchemaValidator"),
    SQL_VALIDATE("sql-validate", "SqlValidator"),
    TRACE_NO_ERRORS("trace-no-errors", "TraceValidator"),
    TRACE_VALIDATE_SUB_AGENTS("trace-validate-sub-agents", "SubAgentsValidator"),
    LLM_JUDGE("llm-judge", "LlmJudge");

    /** Members of {@code expectedOutcomes} that oracles other than the comparing modes of exact-match read. */
    public static final String PATTERNS = "responsePatterns";
    public static final String SCHEMA = "responseSchema";
    public static final String SQL = "sqlValidations";
    public static final String CRITERIA = "judgeValidationCriteria";

    private final String wire;
    private final String className;

    OracleKind(String wire, String className) {
        this.wire = wire;
        this.className = className;
    }

    /** Returns its name in cases and results. */
    public String wire() {
        return wire;
    }

    /** Returns the keys of its configuration. */
    public Map<String, OracleSetting> settings() {
        return switch (this) {
            case EXACT_MATCH ->
                Map.of("mode", OracleSetting.TEXT, "fields", OracleSetting.TEXTS, "caseSensitive", OracleSetting.FLAG,
                        "ignoreWhitespace", OracleSetting.FLAG);
            case SCHEMA_VALIDATE -> Map.of("strict", OracleSetting.FLAG, "requiresFields", OracleSetting.TEXTS);
            case SQL_VALIDATE -> Map.of("database", OracleSetting.TEXT, "requireAll", OracleSetting.FLAG);
            case TRACE_NO_ERRORS -> Map.of("allowWarnings", OracleSetting.FLAG, "requiredSteps",
                    OracleSetting.TEXTS_OR_WHOLE, "maxSteps",
                    OracleSetting.WHOLE);
            case TRACE_VALIDATE_SUB_AGENTS -> Map.of("requiredAgents", OracleSetting.TEXTS, "forbiddenAgents",
                    OracleSetting.TEXTS, "minIterations", OracleSetting.WHOLE);
            case LLM_JUDGE ->
                Map.of("criteria", OracleSetting.ANY, "model", OracleSetting.TEXT, "judgePrompt", OracleSetting.TEXT,
                        "temperature", OracleSetting.NUMBER, "strictMode", OracleSetting.FLAG, "passThreshold",
                        OracleSetting.NUMBER,
                        "timeoutMS", OracleSetting.WHOLE);
        };
    }

    /** Finds an oracle by its kebab-case name, the same as one word, or its class; ignores case and separators. */
    public static Optional<OracleKind> named(String name) {
        var word = oneWord(name);
        return List.of(values()).stream()
                .filter(kind -> word.equals(oneWord(kind.wire)) || word.equals(oneWord(kind.className))).findFirst();
    }

    private static String oneWord(String name) {
        return name.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }
}
