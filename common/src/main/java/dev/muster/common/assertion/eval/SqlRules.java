package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.assertion.OracleKind;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The database rules of {@code sql-validate}.
 *
 * @param database its name in the configuration
 * @param requireAll whether all must hold; otherwise one is enough
 * @param rules at least one
 */
public record SqlRules(String database, boolean requireAll, List<SqlRule> rules) {

    private static final Set<String> KEYS = Set.of("sql", "expectedResult", "description");
    private static final int MOST = 100;

    public SqlRules {
        rules = List.copyOf(rules);
    }

    /**
     * Reads the settings of the oracle and the expected {@code sqlValidations}.
     *
     * @throws AssertionFault for the first fault
     */
    public static SqlRules of(JsonNode config, JsonNode expected) throws AssertionFault {
        var settings = OracleSettings.of(OracleKind.SQL_VALIDATE, config);
        var faults = new ArrayList<SettingFault>();
        var rules = rules(expected, faults);
        if (!faults.isEmpty()) {
            throw faults.getFirst().thrown();
        }
        return new SqlRules(settings.text("database", ""), settings.flag("requireAll", true), rules);
    }

    /** Returns all faults of the expected outcomes. */
    public static List<SettingFault> faults(JsonNode expected) {
        var faults = new ArrayList<SettingFault>();
        var _ = rules(expected, faults);
        return faults;
    }

    /** Returns the valid rules. */
    private static List<SqlRule> rules(JsonNode expected, List<SettingFault> faults) {
        var written = expected.path(OracleKind.SQL);
        var items = written.isArray() ? List.copyOf(written.values())
                : written.isObject() ? List.of(written) : List.<JsonNode>of();
        if (items.isEmpty() || items.size() > MOST) {
            faults.add(SettingFault.expected(OracleKind.SQL, "the oracle sql-validate needs expectedOutcomes with a "
                    + "list " + OracleKind.SQL + " of 1 to " + MOST + " objects {sql, expectedResult, description}"));
            return List.of();
        }
        var rules = new ArrayList<SqlRule>();
        for (int n = 0; n < items.size(); n++) {
            try {
                rules.add(rule(items.get(n)));
            } catch (AssertionFault fault) {
                faults.add(new SettingFault(true, OracleKind.SQL, n, fault.sentence()));
            }
        }
        return rules;
    }

    private static SqlRule rule(JsonNode item) throws AssertionFault {
        var sql = item.path("sql");
        if (!item.isObject() || !sql.isString() || !KEYS.containsAll(item.propertyNames())) {
            throw new AssertionFault("an item of " + OracleKind.SQL + " must be an object with 'sql', and may have "
                    + "'expectedResult' and 'description', not " + Excerpt.of(item));
        }
        return new SqlRule(SqlStatement.of(sql.stringValue()), item.get("expectedResult"),
                item.path("description").asStringOpt().orElse(null));
    }

    /**
     * Returns what is wrong with the rows of a statement; null when nothing is.
     *
     * @param rows each an object of its columns, in order
     */
    public static @Nullable String trouble(SqlRule rule, List<JsonNode> rows) {
        var expected = rule.expected();
        if (expected == null) {
            return rows.isEmpty() ? "it gave no row" : null;
        }
        if (!expected.isArray()) {
            return rows.size() == 1 ? row(expected, rows.getFirst(), "$")
                    : "it gave " + Excerpt.counted(rows.size(), "row") + " instead of one";
        }
        if (rows.size() != expected.size()) {
            return "it gave " + Excerpt.counted(rows.size(), "row") + " instead of " + expected.size();
        }
        for (int i = 0; i < rows.size(); i++) {
            var trouble = row(expected.get(i), rows.get(i), "row " + (i + 1));
            if (trouble != null) {
                return trouble;
            }
        }
        return null;
    }

    private static @Nullable String row(JsonNode expected, JsonNode row, String at) {
        if (!expected.isObject()) {
            return row.size() == 1 ? JsonEquality.difference(expected, row.values().iterator().next(), at).orElse(null)
                    : "it gave " + Excerpt.counted(row.size(), "column") + " where one value is expected";
        }
        for (var column : expected.properties()) {
            var found = row.get(column.getKey());
            var trouble = found == null ? "it has no column " + column.getKey()
                    : JsonEquality.difference(column.getValue(), found, at + "." + column.getKey()).orElse(null);
            if (trouble != null) {
                return trouble;
            }
        }
        return null;
    }
}
