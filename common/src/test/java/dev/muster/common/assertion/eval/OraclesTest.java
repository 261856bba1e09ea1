package dev.muster.common.assertion.eval;

import static dev.muster.common.assertion.eval.Replies.json;
import static dev.muster.common.assertion.eval.Replies.saying;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.agent.Timeline;
import dev.muster.common.agent.Trace;
import dev.muster.common.agent.Trace.StepRecord;
import dev.muster.common.agent.Trace.SubAgent;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ForeignCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OraclesTest {

    private static final String TIMELINE = "{'outputType': 'Component', 'component': {'type': 'ActivityTimeline', "
            + "'hasExportButton': true, 'dateRange': '6 months'}}";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "exact | {'a': 1, 'b': [1, 2]} | {'b': [1.0, 2], 'a': 1.00} | 1",
        "deep | {'a': 1} | {'a': 1} | 1", "exact | {'a': 1} | {'a': 1, 'b': 2} | 0",
        "exact | {'a': 1} | {'a': '1'} | 0",
        "exact | {'a': 1} | no JSON | 0", "exact | {'a': 1} | `` | 0", "exact | {'a': 'ü'} | {'a': 'ü'} | 1",
        "exact | {'a': 1, 'responsePatterns': ['x'], 'responseSchema': {}, 'sqlValidations': [], 'judgeValidationCriteria': []} | {'a': 1} | 1",
        "contains | {'a': 1, 'b': {'c': 2}} | {'a': null, 'b': {'c': 'x', 'd': 1}} | 1",
        "contains | {'a': 1, 'b': {'c': 2}} | {'a': 1, 'b': {}} | 0", "contains | {'a': 1} | {} | 0",
        "contains | {'b': {'c': 2}} | {'b': 5} | 0", "contains | {'a': 1} | a | 0",
        "contains | {'a': [1]} | {'a': 1} | 1",
        "partial | {'a': 1, 'b': 2} | {'a': 1, 'b': 2, 'c': 3} | 1",
        "partial | {'a': 1, 'b': 2} | {'a': 1, 'b': 3} | 0.5",
        "partial | {'a': {'b': [1, 2]}, 'c': null} | {'a': {'b': [1, 3, 4]}, 'c': null} | 0.6666666666666667",
        "partial | {'a': [1]} | {'a': {'0': 1}} | 0", "partial | {'a': {}} | {'a': {'b': 1}} | 1",
        "partial | {'a': []} | {'a': [1]} | 0", "partial | {'a': {}} | {'a': 1} | 0", "partial | {'a': 1} | text | 0",
        "partial | {'a': 1} | [1] | 0", "regex | {'responsePatterns': ['a', 'b+', 'c']} | xbbc | 0.6666666666666667",
        "regex | {'responsePatterns': ['^x', '北.$']} | x 北京 | 1", "regex | {'responsePatterns': 'x'} | axb | 1",
        "regex | {'responsePatterns': ['x']} | `` | 0"})
    void exactMatchScoresEachMode(String mode, String expected, String reply, double score) throws AssertionFault {
        var result = Checking.evaluate(oracle("exact-match", "{'mode': '" + mode + "'}", expected), false,
                saying(reply.replace('\'', '"')));

        assertThat(result.score()).isEqualTo(score);
        assertThat(result.passed()).isEqualTo(score == 1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{'mode': 'exact', 'caseSensitive': false} | {'a': 'Straße'} | {'a': 'STRASSE'} | 1",
        "{'mode': 'exact', 'caseSensitive': false} | {'a': 'x'} | {'A': 'x'} | 0",
        "{'mode': 'exact', 'ignoreWhitespace': true} | {'a': 'x  y'} | {'a': ' x\\ny '} | 1",
        "{'mode': 'exact', 'ignoreWhitespace': true} | {'a': 'xy'} | {'a': 'x y'} | 0",
        "{'mode': 'exact'} | {'a': 'x'} | {'a': 'X'} | 0", "{} | {'a': 'x'} | {'a': 'x'} | 1",
        "{'mode': 'partial', 'fields': ['a', 'b.c']} | {'a': 1, 'b': {'c': 2}, 'd': 3} | {'a': 1, 'b': {'c': 2}} | 1",
        "{'mode': 'partial', 'fields': ['a', 'b.c']} | {'a': 1, 'b': {'c': 2}} | {'a': 1} | 0.5",
        "{'mode': 'partial', 'fields': ['a']} | {'a': {'x': 1, 'y': 2}} | {'a': {'x': 1, 'y': 3}} | 0",
        "{'mode': 'partial', 'fields': ['items[0].id']} | {'items': [{'id': 1}]} | {'items': [{'id': 1, 'n': 2}, 3]} | 1",
        "{'mode': 'partial', 'fields': ['items[1].id', 'm[0][1]']} | {'items': [{}, {'id': 2}], 'm': [[1, 2]]} | {'items': [{}, {'id': 3}], 'm': [[0, 2]]} | 0.5",
        "{'mode': 'partial', 'fields': ['[0].id']} | {'[0]': {'id': 1}} | {'[0]': {'id': 1}} | 1",
        "{'mode': 'partial', 'fields': ['z', 'a']} | {'a': 1} | {'a': 1, 'z': 1} | 0.5",
        "{'mode': 'partial', 'caseSensitive': false} | {'a': 'x'} | {'a': 'X'} | 1",
        "{'mode': 'regex', 'caseSensitive': false} | {'responsePatterns': ['abc']} | xABCx | 1",
        "{'mode': 'regex'} | {'responsePatterns': ['abc']} | ABC | 0",
        "{'mode': 'regex', 'ignoreWhitespace': true} | {'responsePatterns': ['a b']} | a   b | 1"})
    void exactMatchHasRulesForTexts(String config, String expected, String reply, double score) throws AssertionFault {
        var result = Checking.evaluate(oracle("ExactMatch", config, expected), false, saying(reply.replace('\'', '"')));

        assertThat(result.score()).isEqualTo(score);
    }

    @Test
    void threeOfFourLeavesAreThreeQuarters() throws AssertionFault {
        var check = oracle("exact-match", "{'mode': 'partial'}", TIMELINE);

        assertThat(Checking.evaluate(check, false, saying(text(TIMELINE).replace("true", "false"))).score())
                .isEqualTo(0.75);
        assertThat(Checking.evaluate(check, false, saying("```json\n" + text(TIMELINE) + "\n```")).passed()).isTrue();
        assertThat(Checking.reason(check, saying("{\"outputType\": \"Component\", \"component\": {}}"))).isEqualTo(
                "expected the reply to have what {\"outputType\":\"Component\",\"component\":{\"type\":"
                        + "\"ActivityTimeline\",\"hasExportButton\":true,\"dateRange\":\"6 months\"}} has, found "
                        + "{\"outputType\":\"Component\",\"component\":{}}: it has no $.component.type; it has no "
                        + "$.component.hasExportButton; it has no $.component.dateRange");
    }

    @Test
    void aNegatedOracleTurnsItsScore() throws AssertionFault {
        var check = oracle("exact-match", "{'mode': 'partial'}", "{'a': 1, 'b': 2}");

        var result = Checking.evaluate(check, true, saying("{\"a\": 1}"));

        assertThat(result.passed()).isTrue();
        assertThat(result.score()).isEqualTo(0.5);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"exact-match | {} | {}",
        "exact-match | {'mode': 'partial'} | {'responseSchema': {}}", "exact-match | {'mode': 'regex'} | {'a': 1}",
        "exact-match | {'mode': 'contains'} | {}", "schema-validate | {} | {'a': 1}",
        "schema-validate | {'strict': true} | {}"})
    void whatHasNothingToJudgeFailsAndSaysSo(String name, String config, String expected) throws AssertionFault {
        for (boolean negate : new boolean[]{false, true}) {
            var result = Checking.evaluate(oracle(name, config, expected), negate, saying("{}"));
            assertThat(result.passed()).isFalse();
            assertThat(result.score()).isZero();
            assertThat(result.reason()).contains("but expectedOutcomes has no");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{} | {'type': 'object', 'required': ['a']} | {'a': 1} | true", "{} | {'required': ['a']} | {'b': 1} | false",
        "{} | {'type': 'object'} | plain | false", "{} | {'type': 'string'} | plain | true",
        "{'strict': true} | {'properties': {'a': {}}} | {'a': 1, 'b': 2} | false",
        "{'strict': false} | {'properties': {'a': {}}} | {'a': 1, 'b': 2} | true",
        "{'requiresFields': ['a', 'b.c']} | | {'a': null, 'b': {'c': 1}} | true",
        "{'requiresFields': ['a', 'b.c']} | | {'a': 1, 'b': {}} | false", "{'requiresFields': ['a']} | | text | false",
        "{'requiresFields': 'a'} | | {'a': 1} | true",
        "{'requiresFields': ['a']} | {'type': 'object'} | {'a': 1} | true",
        "{'requiresFields': ['a']} | {'required': ['b']} | {'a': 1} | false",
        "{'requiresFields': ['b']} | {'required': ['a']} | {'a': 1} | false"})
    void schemaValidateIsForSchemaAndFields(String config, String schema, String reply, boolean passes)
            throws AssertionFault {
        var expected = schema == null ? "{}" : "{'responseSchema': " + schema + "}";
        var result = Checking.evaluate(oracle("SchemaValidator", config, expected), false,
                saying(reply.replace('\'', '"')));

        assertThat(result.passed()).isEqualTo(passes);
        assertThat(result.score()).isEqualTo(passes ? 1 : 0);
    }

    @Test
    void theSentenceOfASchemaSaysWhereItDoesNotFit() throws AssertionFault {
        assertThat(Checking.reason(oracle("schema-validate", "{}", "{'responseSchema': {'type': 'object'}}"),
                saying("Created.")))
                .isEqualTo("expected the reply to fit the schema, found \"Created.\": at $, string found, object "
                        + "expected");
        assertThat(Checking.reason(oracle("schema-validate", "{'requiresFields': ['firstName', 'lastName']}", "{}"),
                saying("{\"firstName\": \"Ada\"}")))
                .isEqualTo("expected the reply to have firstName, lastName, found {\"firstName\":\"Ada\"}: it has no "
                        + "lastName");
    }

    @Test
    void traceNoErrorsReadsToolsSubAgentsAndSteps() throws AssertionFault {
        var steps = saying("").traced(trace(List.of("plan", "act"), List.of()));
        Checking.holds(oracle("trace-no-errors", "{}", "{}"), saying(""));
        Checking.holds(oracle("trace-no-errors", "{}", "{}"), saying("").answered("t", "{}", "ok"));
        Checking.fails(oracle("trace-no-errors", "{}", "{}"), saying("").failed("t", "{\"error\":\"x\"}"));
        Checking.fails(oracle("TraceNoErrors", "{}", "{}"),
                saying("").traced(trace(List.of(), List.of(new SubAgent("1", "Bot", "", "broke")))));
        Checking.holds(oracle("trace-no-errors", "{'requiredSteps': ['act', 'plan'], 'maxSteps': 2}", "{}"), steps);
        Checking.fails(oracle("trace-no-errors", "{'requiredSteps': ['done']}", "{}"), steps);
        Checking.fails(oracle("trace-no-errors", "{'maxSteps': 1}", "{}"), steps);
        Checking.holds(oracle("trace-no-errors", "{'requiredSteps': 2}", "{}"), steps);
        Checking.fails(oracle("trace-no-errors", "{'requiredSteps': 3, 'maxSteps': 4}", "{}"), steps);
        Checking.holds(oracle("trace-no-errors", "{'requiredSteps': 0}", "{}"), saying(""));
        assertThat(Checking.reason(oracle("trace-no-errors", "{'requiredSteps': 3}", "{}"), steps)).isEqualTo(
                "expected the trace to have no errors, at least 3 steps, but there were 2: plan, act");
        Checking.fails(oracle("trace-no-errors", "{'requiredSteps': ['done']}", "{}"), saying(""));
        Checking.holds(oracle("trace-no-errors", "{}", "{}"), saying("").warning("odd"));
        Checking.fails(oracle("trace-no-errors", "{'allowWarnings': false}", "{}"), saying("").warning("odd"));
    }

    @Test
    void traceValidateSubAgentsReadsWhoRan() throws AssertionFault {
        var two = saying("").traced(trace(List.of(), List.of(new SubAgent("1", "Research", "", null),
                new SubAgent("2", "Schreiber ü", "1", null))));
        var name = "trace-validate-sub-agents";
        Checking.holds(oracle(name, "{'requiredAgents': ['Research', 'Schreiber ü'], 'forbiddenAgents': ['Mail'], "
                + "'minIterations': 2}", "{}"), two);
        Checking.holds(oracle(name, "{'requiredAgents': ['research', 'SCHREIBER Ü']}", "{}"), two);
        Checking.fails(oracle(name, "{'forbiddenAgents': ['research']}", "{}"), two);
        Checking.fails(oracle(name, "{'forbiddenAgents': ['Research']}", "{}"), two);
        Checking.fails(oracle(name, "{'minIterations': 3}", "{}"), two);
        Checking.fails(oracle(name, "{'requiredAgents': ['Research']}", "{}"), saying(""));
        Checking.holds(oracle(name, "{}", "{}"), saying(""));
        assertThat(Checking.reason(oracle(name, "{'requiredAgents': ['Mail']}", "{}"), two)).isEqualTo(
                "expected the sub-agents to include Mail, but Mail did not run: Research, Schreiber ü");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "exact-mach | {} | {} | unknown oracle 'exact-mach'; there are exact-match, schema-validate, sql-validate",
        "exact-match | {'mode': 'fuzzy'} | {} | 'fuzzy' is not a mode of exact-match",
        "exact-match | {'mode': 5} | {} | 'mode' of the oracle exact-match must be a string, not 5",
        "exact-match | {'caseSensitive': 'no'} | {} | must be true or false",
        "exact-match | {'fields': [1]} | {} | 'fields' of the oracle exact-match must be a list of strings",
        "exact-match | {'strict': true} | {} | the oracle exact-match has no setting 'strict'; it has caseSensitive, fields",
        "exact-match | {'mode': 'regex'} | {'responsePatterns': ['(']} | not an RE2 pattern",
        "exact-match | {'mode': 'regex'} | {'responsePatterns': [5]} | 'responsePatterns' must be a list of strings",
        "schema-validate | {} | {'responseSchema': {'type': 'thing'}} | this is not a JSON Schema",
        "schema-validate | {} | {'responseSchema': {'pattern': '(?=x)'}} | lookahead",
        "trace-no-errors | {'requiredSteps': 1.5} | {} | must be a whole number of 0 or more",
        "trace-no-errors | {'requiredSteps': [1]} | {} | must be a list of strings",
        "trace-no-errors | {'maxSteps': -1} | {} | must be a whole number of 0 or more",
        "trace-no-errors | {'maxSteps': 1.5} | {} | must be a whole number of 0 or more",
        "sql-validate | {} | {} | the oracle sql-validate asks somebody",
        "LLMJudge | {} | {} | the oracle llm-judge asks somebody"})
    void whatCannotBeRunIsAFault(String name, String config, String expected, String sentence) {
        assertThatThrownBy(() -> CompiledAssertion.compile(Assertion.of(oracle(name, config, expected))))
                .isInstanceOf(AssertionFault.class).hasMessageContaining(sentence);
    }

    private static Trace trace(List<String> steps, List<SubAgent> agents) {
        var records = Stream.of(steps).flatMap(List::stream).map(step -> new StepRecord(step, "")).toList();
        return new Trace(Timeline.until(9), null, records, agents);
    }

    private static String text(String json) {
        return json.replace('\'', '"');
    }

    private static Check oracle(String name, String config, String expected) {
        return new ForeignCheck.Oracle(name, json(text(config)), json(text(expected)));
    }
}
