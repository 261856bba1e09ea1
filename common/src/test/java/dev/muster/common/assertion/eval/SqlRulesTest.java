package dev.muster.common.assertion.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Tests rules against rows, and invalid rules. */
final class SqlRulesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "-", value = {
        "5 | [{'n': 5}] | -",
        "5 | [{'n': 5.0}] | -",
        "5 | [{'n': 6}] | at $ it has 6 instead of 5",
        "5 | [{'n': '5'}] | at $ it has \"5\" instead of 5",
        "5 | [] | it gave 0 rows instead of one",
        "5 | [{'n': 5}, {'n': 5}] | it gave 2 rows instead of one",
        "5 | [{'n': 5, 'm': 1}] | it gave 2 columns where one value is expected",
        "null | [{'n': null}] | -",
        "'für' | [{'n': 'für'}] | -",
        "{'a': 1} | [{'a': 1, 'b': 2}] | -",
        "{'a': 1} | [{'b': 2}] | it has no column a",
        "{'a': 1} | [{'a': 2}] | at $.a it has 2 instead of 1",
        "{'a': {'x': [1]}} | [{'a': {'x': [1]}}] | -",
        "[] | [] | -",
        "[] | [{'n': 1}] | it gave 1 row instead of 0",
        "[1, 2] | [{'n': 1}, {'n': 2}] | -",
        "[1, 2] | [{'n': 2}, {'n': 1}] | at row 1 it has 2 instead of 1",
        "[{'a': 1}] | [{'a': 1, 'b': 9}] | -",
        "any | [{'n': 1}] | -",
        "any | [] | it gave no row"})
    void rowsAreComparedWithWhatIsExpected(String expected, String rows, @Nullable String trouble)
            throws AssertionFault {
        var rule = new SqlRule(SqlStatement.of("select 1"), expected.equals("any") ? null : json(expected), null);
        var found = new ArrayList<>(json(rows).values());

        assertThat(SqlRules.trouble(rule, List.copyOf(found))).isEqualTo(trouble);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{} | {} | needs expectedOutcomes with a list sqlValidations of 1 to 100",
        "{} | {'sqlValidations': []} | of 1 to 100",
        "{} | {'sqlValidations': 'select 1'} | of 1 to 100",
        "{} | {'sqlValidations': [{}]} | must be an object with 'sql'",
        "{} | {'sqlValidations': [{'sql': 'select 1', 'expect': 1}]} | may have 'expectedResult' and 'description'",
        "{} | {'sqlValidations': [{'sql': 'drop table t'}]} | not DROP",
        "{'requireAll': 'no'} | {'sqlValidations': [{'sql': 'select 1'}]} | must be true or false",
        "{'db': 'crm'} | {'sqlValidations': [{'sql': 'select 1'}]} | the oracle sql-validate has no setting 'db'"})
    void whatCannotBeAskedIsAFault(String config, String expected, String sentence) {
        assertThatThrownBy(() -> SqlRules.of(json(config), json(expected))).isInstanceOf(AssertionFault.class)
                .hasMessageContaining(sentence);
    }

    private static JsonNode json(String text) {
        return Json.MAPPER.readTree(text.replace('\'', '"'));
    }
}
