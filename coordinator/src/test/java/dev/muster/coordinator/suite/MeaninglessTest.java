package dev.muster.coordinator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that what is accepted has an effect: the rest is a fault, or a warning, with its place. */
class MeaninglessTest {

    @TempDir
    Path root;

    private ReadSuite read(String members) {
        return ReadSuite.in(root).with("s.yaml", "- id: a\n" + members.translateEscapes().indent(2)).read("s.yaml");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "input: hi\\nskip: 'false' | s.yaml:3:9: 'skip' is the text 'false', which skips the case",
        "input: hi\\nskip: \"\" | s.yaml:3:9: 'skip' is the text '', which skips the case",
        "input: hi\\nassertions: [{ regex: '' }] | s.yaml:3:25: 'regex' must not be empty",
        "input: hi\\nassertions: [{ max_duration_ms: 99999999999 }] | s.yaml:3:35: 'max_duration_ms' must be at most 2147483647, not 99999999999",
        "input: hi\\nassertions: [{ max_duration_ms: -1 }] | s.yaml:3:35: 'max_duration_ms' must be at least 0, not -1",
        "input: hi\\nassertions: [{ max_duration_ms: 3s }] | s.yaml:3:35: 'max_duration_ms' must be a number, not a string",
        "input: hi\\nassertions: [{ json_path: 5 }] | s.yaml:3:29: 'json_path' must be a string, not a number",
        "input: hi\\nassertions: [{ json_path: '$.a[', negate: true }] | s.yaml:3:29: '$.a[' is not a JSON path (it ends too early)",
        "input: hi\\nassertions: [{ contains: x, not_contains: y }] | s.yaml:3:45: an item has one assertion, here 'contains'; write 'not_contains' as a separate item",
        "input: hi\\nassertions: [{ snapshot: , mask: '.*' }] | s.yaml:3:36: the mask '.*' matches any text",
        "input: hi\\nassertions: [{ schema: {} }] | s.yaml:3:26: every value fits this schema; write what it must be",
        "input: hi\\nassertions: [{ schema: true }] | s.yaml:3:26: every value fits this schema",
        "input: hi\\nassertions: [{ schema: { $ref: '#/$defs/a', $defs: { a: {} } } }] | s.yaml:3:26: every value fits",
        "input: hi\\nassertions: [{ schema: { typ: string } }] | s.yaml:3:26: unknown keyword 'typ' in the schema; did you mean 'type'?",
        "input: hi\\nassertions: [{ schema: { properties: { typ: { propertis: {} } } } }] | s.yaml:3:26: unknown keyword 'propertis'"})
    void whatCannotBeMeantIsAFault(String members, String fault) {
        assertThat(read(members).faults()).singleElement().asString().startsWith(fault);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "input: '' | s.yaml:2:10: case a sends the agent an empty message",
        "turns: [{ input: hi }, { input: ' ' }] | s.yaml:2:35: case a sends the agent an empty message",
        "input: hi\\nexpected: x\\nassertions: [{ contains: y }] | s.yaml:3:13: 'expected' is not checked, because there are 'assertions'",
        "input: hi\\nmessages: [{ role: user, content: y }] | s.yaml:2:10: 'input' is not sent, because 'messages' takes its place",
        "input: hi\\nturns: [{ input: y }] | s.yaml:2:10: 'input' is not sent, because 'turns' takes its place",
        "input: 'say ${rows.v}' | s.yaml:2:10: the agent is sent '${rows.v}' as it stands; did you mean ${row.v}?",
        "input: 'say ${ENV.FOO}' | s.yaml:2:10: the agent is sent '${ENV.FOO}' as it stands; messages take variables only where the case has 'hooks'",
        "input: 'say ${FOO}' | s.yaml:2:10: the agent is sent '${FOO}' as it stands; messages take variables only",
        "input: 'say {{name}}' | s.yaml:2:10: the agent is sent '{{name}}' as it stands; a value of a table is written ${row.name}",
        "input: hi\\nassertions: [{ regex: '.*' }] | s.yaml:3:25: the pattern '.*' is found in every text",
        "input: hi\\nassertions: [{ regex: '.' }] | s.yaml:3:25: the pattern '.' is found in every text",
        "input: hi\\nassertions: [{ type: regex, pattern: '[\\\\s\\\\S]' }] | s.yaml:3:40: the pattern '[\\s\\S]' is found in every",
        "input: hi\\nassertions: [{ contains: ' ' }] | s.yaml:3:28: a text of spaces is in nearly every reply",
        "input: hi\\nassertions: [{ icontains_any: [a, ' '] }] | s.yaml:3:33: a text of spaces is in nearly",
        "input: hi\\nassertions: [{ json_path: $ }] | s.yaml:3:29: every reply has something at $",
        "input: hi\\nassertions: [{ json_path: $.content }] | s.yaml:3:29: every reply has something at $.content",
        "input: hi\\nassertions: [{ schema: {}, path: $.a }] | s.yaml:3:26: every value fits this schema",
        "input: hi\\nassertions: [{ is_json: { title: x } }] | s.yaml:3:27: all JSON fits this schema",
        "input: hi\\nassertions: [{ tool_called: pay, count: { min: 0 } }] | s.yaml:3:43: this count allows any number of calls",
        "input: hi\\nassertions: [{ tool_called: pay, count: { min: 0, max: 1000000 } }] | s.yaml:3:43: this count allows any number of calls",
        "input: hi\\nassertions: [{ type: oracle, oracle: schema-validate, expected: { responseSchema: {} } }] | s.yaml:3:40: every reply fits"})
    void whatHasNoEffectIsAWarning(String members, String warning) {
        var suite = read(members);

        assertThat(suite.faults()).isEmpty();
        assertThat(suite.warnings()).singleElement().asString().startsWith(warning);
    }

    @ParameterizedTest
    @ValueSource(strings = {"input: hi\nskip: known bug", "input: 'cost is $5 {a} ${ }'", "input: hi\nexpected: x",
        "input: hi\nexpected: x\nassertions: [contains]", "input: hi\nassertions: [{ regex: '^$' }]",
        "input: hi\nassertions: [{ regex: '\\\\S' }, { not_regex: '.' }, { not_json_path: $.content }, { one_of: [' '] }]",
        "input: hi\nassertions: [{ tool_called: pay, count: { max: 3 } }, { tool_called: pay, count: { min: 0 }, after: b }]",
        "input: hi\nassertions: [{ schema: { type: object, properties: { typ: {}, mine: {} }, x-a: 1, hello: 2 } }]",
        "hooks: [{ cmd: [a] }]\ninput: '${ENV.A} ${B}'"})
    void whatHasAnEffectIsNeither(String members) {
        var suite = read(members);

        assertThat(suite.faults()).isEmpty();
        assertThat(suite.warnings()).isEmpty();
    }

    @Test
    void anEmptyTextIsAFaultWithoutAWarning() {
        var suite = read("input: hi\nassertions: [{ contains: '' }]");

        assertThat(suite.faults()).hasSize(1);
        assertThat(suite.warnings()).isEmpty();
    }

    @Test
    void anEmptyCellOfATableIsAWarning() {
        var suite = ReadSuite.in(root).with("t.csv", "k,q\n1,hi\n2,\n")
                .with("s.yaml", "- each: t.csv\n  key: k\n  id: a\n  input: ${row.q}\n").read("s.yaml");

        assertThat(suite.faults()).isEmpty();
        assertThat(suite.warnings()).singleElement().asString().contains("case a[2] sends the agent an empty message");
    }

    @Test
    void aCellOfASpaceIsAWarning() {
        var suite = ReadSuite.in(root).with("t.csv", "k,q\n1,hi\n2,\" \"\n").with("s.yaml",
                "- each: t.csv\n  key: k\n  id: a\n  input: hi\n  assertions: [{ contains: '${row.q}' }]\n")
                .read("s.yaml");

        assertThat(suite.faults()).isEmpty();
        assertThat(suite.warnings()).singleElement().asString().contains("a text of spaces is in nearly every reply");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "text: { must_match: [ok, .*] } | s.yaml:4:38: the pattern '.*' is found in every text",
        "text: { must_match: '.' } | s.yaml:4:33: the pattern '.' is found in every text",
        "tools: { require: [{ name: pay, count: { min: 0 } }] } | s.yaml:4:32: this count allows any number of calls, including none"})
    void aClauseThatAlwaysHoldsIsAWarning(String block, String warning) {
        var suite = ReadSuite.in(root)
                .with("s.yaml", "name: a\nturns:\n- user: hi\n  assert: { " + block + " }\n").read("s.yaml");

        assertThat(suite.faults()).isEmpty();
        assertThat(suite.warnings()).singleElement().asString().startsWith(warning);
    }

    @Test
    void anEmptyPatternOfABlockIsAFault() {
        var suite = ReadSuite.in(root)
                .with("s.yaml", "name: a\nturns:\n- user: hi\n  assert: { text: { must_match: '' } }\n").read("s.yaml");

        assertThat(suite.faults()).singleElement().asString()
                .startsWith("s.yaml:4:33: an empty pattern is found in every text");
    }
}
