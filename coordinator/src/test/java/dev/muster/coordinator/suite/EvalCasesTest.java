package dev.muster.coordinator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.ForeignCheck;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.config.Judging;
import dev.muster.common.json.Json;
import dev.muster.common.model.CaseHelpers;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Finals;
import dev.muster.common.model.Conversation.Scope;
import dev.muster.common.model.ExpectedOutcome;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.Then;
import dev.muster.common.model.Turn;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import dev.muster.common.option.RefusalRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class EvalCasesTest {

    @TempDir
    Path root;

    @Test
    void userMessageIsATextOrAList() {
        assertThat(said("{'userMessage': 'Book'}")).containsExactly("Book");
        assertThat(said("{'userMessage': ['Book', 'Change', 'Confirm ü']}")).containsExactly("Book", "Change",
                "Confirm ü");
        assertThat(scripted(sound("{'userMessage': 'Book'}"))).isEqualTo(new Conversation.Scripted(List.of(),
                List.of(Turn.saying(List.of(new ContentPart.Text("Book")), List.of())), new Then.End(),
                Finals.LAST_REPLY));
    }

    @ParameterizedTest
    @ValueSource(strings = {"conversationTurns", "turns"})
    void conversationTurnsAreRead(String key) {
        var testCase = sound("{'" + key + "': [{'userMessage': 'a', 'expectSuccess': true, 'turnOracles': [{'type': "
                + "'SchemaValidator', 'config': {'requiresFields': ['firstName']}}]}, {'userMessage': 'b', "
                + "'expectSuccess': false, 'continueOnFailure': true}, {'userMessage': 'c'}]}");

        var turns = scripted(testCase).turns();
        assertThat(turns).extracting(Turn::expected).containsExactly(new ExpectedOutcome(true, false),
                new ExpectedOutcome(false, true), new ExpectedOutcome(null, false));
        assertThat(turns.getFirst().assertions())
                .isEqualTo(List.of(oracle("schema-validate", "{'requiresFields': ['firstName']}", "{}")));
        assertThat(testCase.assertions()).isEmpty();
    }

    @Test
    void aTurnHasEverythingThatOtherDialectsTurnsHave() {
        var suite = ReadSuite.in(root).with("f.txt", "x").with("t.json", json("{'conversationTurns': [{'name': 'one', "
                + "'userMessage': 'a', 'attachments': [{'type': 'file', 'source': 'file://f.txt'}], 'delay_ms': 5, "
                + "'timeout': '3s', 'capture': {'id': '$.id'}, 'inputPayload': {'k': 1}}, {'userMessage': "
                + "'${captured.id}', 'when': {'type': 'contains', 'value': 'x'}, 'goto': 'one'}]}")).read("t.json");

        assertThat(suite.faults()).isEmpty();
        var turns = scripted(suite.cases().getFirst()).turns();
        var first = turns.getFirst();
        assertThat(first.name()).isEqualTo("one");
        assertThat(first.content()).hasSize(2);
        assertThat(first.pace()).isEqualTo(new Turn.Pace(Duration.ofMillis(5), Duration.ofSeconds(3)));
        assertThat(first.payload()).isEqualTo(node("{'k': 1}"));
        assertThat(first.path()).isEqualTo(new Turn.Path(Map.of("id", "$.id"), null, null));
        assertThat(turns.get(1).path()).isEqualTo(new Turn.Path(Map.of(),
                Assertion.of(new TextCheck.Contains(List.of("x"), false)), "one"));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{'turns': [{'userMessage': 'b', 'expectSuccess': false, 'refusal': {'pattern': 'I can.t'}}]}",
        "{'turns': [{'userMessage': 'b', 'expectSuccess': false}], 'config': {'refusal': {'pattern': 'I can.t'}}}",
        "{'turns': [{'userMessage': 'b', 'expectSuccess': false}], 'Configuration': {'refusal': {'pattern': 'I can.t'}}}",
        "{'turns': [{'userMessage': 'b', 'expectSuccess': false, 'refusal': {'pattern': 'I can.t'}}], "
                + "'config': {'refusal': {'pattern': 'not this one'}}}"})
    void aRefusalInWordsIsKnownByAPattern(String text) {
        assertThat(scripted(sound(text)).turns()).extracting(Turn::expected).containsExactly(
                new ExpectedOutcome(false, false, Assertion.of(new TextCheck.Regex("I can.t"))));
    }

    @Test
    void theProjectSaysHowRefusalsAreKnownInTheSeedsOwnSpelling() {
        var defaults = new CaseDefaults(null, false, false, false, null, null, Reference.agent("judge"), null,
                new RefusalRule(null, List.of("It refuses.")), Judging.NONE);
        var suite = ReadSuite.in(root).in(defaults).with("t.json", json("{'turns': [{'userMessage': 'a'}, "
                + "{'userMessage': 'b', 'expectSuccess': false}]}")).read("t.json");

        var turns = scripted(suite.cases().getFirst()).turns();
        assertThat(turns.getFirst().expected().refusal()).isNull();
        assertThat(Objects.requireNonNull(turns.getLast().expected().refusal()).check())
                .isInstanceOfSatisfying(HelperCheck.LlmJudge.class, judge -> {
                    assertThat(judge.ask().use()).isEqualTo(Reference.agent("judge"));
                    assertThat(judge.config().toString()).isEqualTo("{\"criteria\":[\"It refuses.\"]}");
                });
        assertThat(CaseHelpers.by(suite.cases().getFirst())).hasSize(1);
    }

    @Test
    void aSimulatorSaysWhatComesAfterTheTurnsOrEverything() {
        var after = scripted(sound("{'userMessage': 'a', 'simulator': {'use': 'agents:judge'}, 'max_turns': 4}"));
        var all = scripted(sound("{'name': 'n', 'InputDefinition': {'simulator': 'agents:judge'}}"));

        assertThat(after.turns()).hasSize(1);
        assertThat(after.then()).isEqualTo(new Then.Ask(new HelperUse(Reference.agent("judge"), Options.NONE), null,
                Then.OnMissingInput.END, 4));
        assertThat(all.turns()).isEmpty();
        assertThat(all.then()).isInstanceOf(Then.Ask.class);
    }

    @Test
    void structuredTurnsBeatTheMessageThatOlderRunnersRead() {
        assertThat(said("{'userMessage': 'old', 'conversationTurns': [{'userMessage': 'new'}]}"))
                .containsExactly("new");
    }

    @Test
    void whatGoesInWithTheTestGoesInWithItsFirstTurn() {
        var turns = scripted(sound("{'userMessage': ['a', 'b'], 'inputPayload': {'k': [1]}}")).turns();

        assertThat(turns.getFirst().payload()).isEqualTo(node("{'k': [1]}"));
        assertThat(turns.get(1).payload()).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{'a': 1} | exact-match {'mode': 'partial'}", "{'responsePatterns': ['x']} | exact-match {'mode': 'regex'}",
        "{'responseSchema': {}} | schema-validate {}",
        "{'a': 1, 'responseSchema': {}, 'responsePatterns': ['x']} | exact-match {'mode': 'partial'}, exact-match {'mode': 'regex'}, schema-validate {}",
        "{} | exact-match {'mode': 'partial'}"})
    void outcomesWithoutOraclesCallTheirOwn(String outcomes, String oracles) {
        var expected = List.of(oracles.split(", ", -1)).stream()
                .map(each -> oracle(each.substring(0, each.indexOf(' ')), each.substring(each.indexOf(' ')), outcomes))
                .toList();

        assertThat(sound("{'userMessage': 'a', 'expectedOutcomes': " + outcomes + "}").assertions())
                .isEqualTo(outcomes.equals("{}") ? List.of() : expected);
        assertThat(scripted(sound("{'turns': [{'userMessage': 'a', 'expectedOutcomes': " + outcomes + "}]}")).turns()
                .getFirst().assertions()).isEqualTo(outcomes.equals("{}") ? List.of() : expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exact-match", "ExactMatch", "exactMatch", "exact_match"})
    void oracleTypesInBothSpellings(String type) {
        assertThat(sound("{'userMessage': 'a', 'expectedOutcomes': {'b': 1}, 'oracles': [{'type': '" + type
                + "', 'config': {'mode': 'deep', 'caseSensitive': false, 'ignoreWhitespace': true, 'fields': ['b']}, "
                + "'weight': 0.5}]}").assertions()).isEqualTo(List.of(weighted(oracle("exact-match",
                        "{'mode': 'deep', 'caseSensitive': false, 'ignoreWhitespace': true, 'fields': ['b']}",
                        "{'b': 1}"), 0.5)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "['plan', 'act']", "'plan'"})
    void requiredStepsAreNamesOrTheirLeastNumber(String steps) {
        var config = "{'requiredSteps': " + steps + "}";
        var testCase = sound("{'userMessage': 'a', 'oracles': [{'type': 'trace-no-errors', 'config': " + config
                + "}]}");

        assertThat(testCase.assertions()).isEqualTo(List.of(oracle("trace-no-errors", config, "{}")));
    }

    @Test
    void scoringWeightsBeatTheOraclesOwn() {
        var testCase = sound("{'turns': [{'userMessage': 'a', 'turnOracles': [{'type': 'trace-no-errors'}]}], "
                + "'expectedOutcomes': {'b': 1}, 'oracles': [{'type': 'exact-match', 'weight': 3}, {'type': "
                + "'SchemaValidator', 'weight': 2}, {'type': 'trace-validate-sub-agents'}], 'scoringWeights': "
                + "{'ExactMatch': 0.25, 'TraceNoErrors': 4}}");

        assertThat(testCase.assertions()).extracting(Assertion::weight).containsExactly(0.25, 2.0, 1.0);
        assertThat(scripted(testCase).turns().getFirst().assertions()).extracting(Assertion::weight)
                .containsExactly(4.0);
    }

    @Test
    void strategyFinalTurnOnly() {
        for (var strategy : List.of("", ", 'evaluationStrategy': 'final-turn-only'")) {
            var testCase = sound("{'userMessage': ['a', 'b'], 'expectedOutcomes': {'c': 1}" + strategy + "}");
            assertThat(testCase.assertions()).hasSize(1);
            assertThat(scripted(testCase).finals()).isEqualTo(Finals.LAST_REPLY);
            assertThat(scripted(testCase).turns()).allMatch(turn -> turn.assertions().isEmpty());
        }
    }

    @Test
    void strategyEachTurn() {
        var testCase = sound("{'turns': [{'userMessage': 'a'}, {'userMessage': 'b', 'expectedOutcomes': {'d': 2}}, "
                + "{'userMessage': 'c', 'turnOracles': [{'type': 'trace-no-errors'}]}], 'expectedOutcomes': {'c': 1}, "
                + "'oracles': [{'type': 'ExactMatch'}], 'evaluationStrategy': 'each-turn'}");

        assertThat(testCase.assertions()).isEmpty();
        assertThat(scripted(testCase).finals()).isEqualTo(Finals.LAST_REPLY);
        assertThat(scripted(testCase).turns()).extracting(Turn::assertions).containsExactly(
                List.of(oracle("exact-match", "{}", "{'c': 1}")), List.of(oracle("exact-match", "{}", "{'d': 2}")),
                List.of(oracle("trace-no-errors", "{}", "{'c': 1}"), oracle("exact-match", "{}", "{'c': 1}")));
    }

    @Test
    void strategyAllTurnsAggregate() {
        var testCase = sound("{'userMessage': ['a', 'b'], 'expectedOutcomes': {'responsePatterns': ['x']}, "
                + "'evaluationStrategy': 'all-turns-aggregate', 'pass_threshold': 0.7}");

        assertThat(scripted(testCase).finals()).isEqualTo(new Finals(Scope.WHOLE, 0.7));
    }

    @Test
    void timeAndAgentAreOfTheTest() {
        var testCase = sound("{'userMessage': 'a', 'maxExecutionTime': 1500, 'agentId': 'chat'}");

        assertThat(testCase.limits().timeout()).isEqualTo(Duration.ofMillis(1500));
        assertThat(testCase.agent()).isEqualTo("chat");
    }

    @ParameterizedTest
    @ValueSource(strings = {"@lookup:MJ: AI Agents.Name=chat", "@lookup:Agents.Name= chat ",
        "@lookup:Agents.Type=x&Name=chat?create&Status=y", "chat"})
    void anAgentMayBeLookedUpByItsName(String agent) {
        assertThat(sound("{'userMessage': 'a', 'agentId': '" + agent + "'}").agent()).isEqualTo("chat");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{'fields': {'Name': 'n', 'TypeID': '@lookup:x', 'Description': 'two\\nlines', 'Status': 'Active', 'RubricID': null, 'Variables': [1, {'a': 2}], 'InputDefinition': {'userMessage': ['a', 'b'], 'agentId': 'chat'}, 'ExpectedOutcomes': {'c': 1}, 'Configuration': {'oracles': [{'type': 'ExactMatch'}], 'maxExecutionTime': 5}}, 'primaryKey': {'ID': 'x'}, 'sync': {'at': 'now'}}",
        "{'Name': 'n', 'TypeID': '@lookup:x', 'Description': 'two\\nlines', 'Status': 'Active', 'Variables': [1, {'a': 2}], 'InputDefinition': '{\\\"userMessage\\\": [\\\"a\\\", \\\"b\\\"]}', 'ExpectedOutcomes': '{\\\"c\\\": 1}', 'Configuration': '{\\\"oracles\\\": [{\\\"type\\\": \\\"ExactMatch\\\"}], \\\"maxExecutionTime\\\": 5, \\\"agentId\\\": \\\"chat\\\"}', 'primaryKey': {'ID': 'x'}, 'sync': {'at': 'now'}}",
        "{'name': 'n', 'TypeID': '@lookup:x', 'Description': 'two\\nlines', 'Status': 'Active', 'Variables': [1, {'a': 2}], 'userMessage': ['a', 'b'], 'agentId': 'chat', 'expectedOutcomes': {'c': 1}, 'oracles': [{'type': 'ExactMatch'}], 'maxExecutionTime': 5, 'primaryKey': {'ID': 'x'}, 'sync': {'at': 'now'}}",
        "{'fields': {'Name': 'n', 'TypeID': '@lookup:x', 'Description': 'two\\nlines', 'Status': 'Active', 'Variables': [1, {'a': 2}], 'userMessage': ['a', 'b'], 'agentId': 'chat', 'ExpectedOutcomes': {'expectedOutcomes': {'c': 1}}, 'Configuration': {'oracles': [{'type': 'ExactMatch'}], 'maxExecutionTime': 5}}, 'primaryKey': {'ID': 'x'}, 'sync': {'at': 'now'}}"})
    void wrappedFormsAreTheSameTest(String text) {
        var testCase = sound(text);

        assertThat(testCase.identity().key()).isEqualTo("t.json#n");
        assertThat(testCase.agent()).isEqualTo("chat");
        assertThat(testCase.limits().timeout()).isEqualTo(Duration.ofMillis(5));
        assertThat(testCase.identity().labels()).isEqualTo(Map.of("TypeID", "@lookup:x", "Description", "two lines",
                "Status",
                "Active", "Variables", "[1,{\"a\":2}]", "primaryKey", "{\"ID\":\"x\"}", "sync", "{\"at\":\"now\"}"));
        assertThat(testCase.assertions()).isEqualTo(List.of(oracle("exact-match", "{}", "{'c': 1}")));
        assertThat(said(testCase)).containsExactly("a", "b");
    }

    @Test
    void theFileNamesTestsThatNameNothing() {
        var suite = ReadSuite.in(root).with("in/book.v1.json", json("[{'userMessage': 'a'}, {'userMessage': 'b'}, "
                + "{'name': 'n', 'userMessage': 'c'}, {'id': 'i', 'name': 'm', 'userMessage': 'd'}, {'userMessage': "
                + "'e'}]")).read("in/book.v1.json");

        assertThat(suite.faults()).isEmpty();
        assertThat(suite.cases()).extracting(each -> each.identity().id()).containsExactly("book.v1", "book.v1-2", "n",
                "i",
                "book.v1-3");
        assertThat(suite.cases()).extracting(each -> each.identity().name()).containsExactly(null, null, "n", "m",
                null);
    }

    @Test
    void yamlHoldsTheSame() {
        var suite = ReadSuite.in(root).with("t.yaml", """
                name: n
                conversationTurns:
                  - userMessage: a
                    turnOracles:
                      - type: SchemaValidator
                        config: { requiresFields: [x] }
                """).read("t.yaml");

        assertThat(suite.faults()).isEmpty();
        assertThat(scripted(suite.cases().getFirst()).turns().getFirst().assertions()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{'userMessage': 5} | 17: 'userMessage' must be a text or a list of texts, none of them empty",
        "{'userMessage': ['a', '']} | 23: 'userMessage' must be a text or a list of texts, none of them empty",
        "{'userMessage': []} | 17: 'userMessage' must have at least one message",
        "{'userMessage': 'a', 'Configuration': {'fields': {'oracles': []}}} | 40: unknown key 'fields'",
        "{'userMessages': ['a']} | 2: unknown key 'userMessages'; did you mean 'userMessage'?",
        "{'conversationTurns': []} | 23: 'conversationTurns' must have at least one turn",
        "{'conversationTurns': {}} | 23: 'conversationTurns' must be a list, not an object",
        "{'conversationTurns': [{}]} | 24: a turn needs 'userMessage'",
        "{'conversationTurns': [{'userMessage': ['a']}]} | 40: 'userMessage' must be a string, not a list",
        "{'conversationTurns': [{'userMessage': 'a', 'turnOracle': []}]} | 45: unknown key 'turnOracle'; did you mean 'turnOracles'?",
        "{'conversationTurns': [{'userMessage': 'a', 'expectSuccess': 'no'}]} | 62: 'expectSuccess' must be true or false, not a string",
        "{'conversationTurns': [{'userMessage': 'a', 'continueOnFailure': 1}]} | 66: 'continueOnFailure' must be true or false, not a number",
        "{'conversationTurns': [{'userMessage': 'a', 'goto': 'none'}]} | 53: no turn is called 'none'",
        "{'conversationTurns': [{'userMessage': 'a', 'capture': {'x': '$['}}]} | 62: '$[' is not a JSON path (it ends too early); write one like $.items[0].id",
        "{'conversationTurns': [{'userMessage': 'a', 'turnOracles': [{'type': 'Foo'}]}]} | 70: unknown oracle 'Foo'; there are exact-match, schema-validate, sql-validate, trace-no-errors, trace-validate-sub-agents, llm-judge",
        "{'userMessage': 'a', 'turns': [{'userMessage': 'b'}], 'conversationTurns': [{'userMessage': 'c'}]} | 31: 'turns' is already given as 'conversationTurns' at 1:76; write one of them",
        "{'userMessage': 'a', 'oracles': [{'type': 'exact-mach'}]} | 43: unknown oracle 'exact-mach'; did you mean 'exact-match'?",
        "{'userMessage': 'a', 'oracles': [{}]} | 34: an oracle needs 'type'",
        "{'userMessage': 'a', 'oracles': ['ExactMatch']} | 34: an oracle must be an object, not a string",
        "{'userMessage': 'a', 'oracles': [{'type': 'ExactMatch', 'config': {'mod': 'deep'}}]} | 68: unknown key 'mod'; did you mean 'mode'?",
        "{'userMessage': 'a', 'oracles': [{'type': 'ExactMatch', 'config': []}]} | 67: 'config' must be an object, not a list",
        "{'userMessage': 'a', 'oracles': [{'type': 'ExactMatch', 'config': {'mode': 'fuzzy'}}]} | 43: 'fuzzy' is not a mode of exact-match; write exact, deep, contains, regex or partial",
        "{'userMessage': 'a', 'oracles': [{'type': 'trace-no-errors', 'config': {'maxSteps': -1}}]} | 85: 'maxSteps' must be at least 0, not -1",
        "{'userMessage': 'a', 'oracles': [{'type': 'ExactMatch', 'weight': -1}]} | 67: 'weight' must be at least 0, not -1",
        "{'userMessage': 'a', 'oracles': [{'type': 'ExactMatch', 'wieght': 1}]} | 57: unknown key 'wieght'; did you mean 'weight'?",
        "{'userMessage': 'a', 'oracles': [{'type': 'sql-validate'}]} | 43: the oracle sql-validate needs a 'database'; the configuration has none under 'databases'",
        "{'userMessage': 'a', 'expectedOutcomes': {'judgeValidationCriteria': ['x']}} | 70: no judge is configured for the oracle llm-judge: give it a 'model', which is a connector of the configuration, or set defaults.validator or defaults.judge",
        "{'userMessage': 'a', 'expectedOutcomes': {'responsePatterns': ['(']}} | 63: the pattern \"(\" is not an RE2 pattern: missing closing )",
        "{'userMessage': 'a', 'expectedOutcomes': []} | 42: 'expectedOutcomes' must be an object, or one as JSON text, not a list",
        "{'userMessage': 'a', 'scoringWeights': {'ExactMach': 1}} | 54: unknown oracle 'ExactMach'; did you mean 'exact-match'?",
        "{'userMessage': 'a', 'scoringWeights': {'ExactMatch': '1'}} | 55: 'ExactMatch' must be a number, not a string",
        "{'userMessage': 'a', 'evaluationStrategy': 'every-turn'} | 44: unknown evaluationStrategy 'every-turn'; write final-turn-only, each-turn, all-turns-aggregate",
        "{'userMessage': 'a', 'maxExecutionTime': 0} | 42: 'maxExecutionTime' must be between 1 and 86400000, not 0",
        "{'userMessage': 'a', 'maxExecutionTime': '5m'} | 42: 'maxExecutionTime' must be a number, not a string",
        "{'userMessage': 'a', 'pass_threshold': 2} | 40: 'pass_threshold' must be between 0 and 1, not 2",
        "{'userMessage': 'a', 'agentId': 'chta'} | 33: unknown agent 'chta'; did you mean 'chat'? (known: expense, chat, judge)",
        "{'userMessage': 'a', 'agentId': '@lookup:Agents.ID=5'} | 33: '@lookup:Agents.ID=5' looks up no agent by name; write the agent's id, or @lookup:Agents.Name= and its name",
        "{'userMessage': 'a', 'Configuration': '{'} | 39: the JSON text of 'Configuration' is wrong at 1:2: the text ends inside the value that starts at 1:1",
        "{'userMessage': 'a', 'Configuration': ''} | 39: the JSON text of 'Configuration' must be one object, not 0",
        "{'userMessage': 'a', 'Configuration': 5} | 39: 'Configuration' must be an object, or one as JSON text, not a number",
        "{'userMessage': 'a', 'Configuration': {'orakles': []}} | 40: unknown key 'orakles'; did you mean 'oracles'?",
        "{'InputDefinition': {}} | 21: an AgentEval test needs 'userMessage' or 'conversationTurns'",
        "{'fields': 5} | 12: 'fields' must be an object, not a number"})
    void everyFaultIsToldAtItsPlace(String text, String fault) {
        var faults = ReadSuite.in(root).with("t.json", json(text)).read("t.json").faults();

        assertThat(faults).contains("t.json:1:" + fault);
        assertThat(faults)
                .hasSizeLessThanOrEqualTo(text.contains("'fields': 5") || fault.contains("needs a 'database'") ? 2 : 1);
    }

    @Test
    void manyOraclesThatEachExpectMuchAreAFault() {
        var oracles = "{'type': 'ExactMatch'},".repeat(2_000);

        assertThat(ReadSuite.in(root).with("t.json", json("{'userMessage': 'a', 'oracles': [" + oracles
                + "], 'expectedOutcomes': {'a': '" + "x".repeat(10_000) + "'}}")).read("t.json").faults())
                .containsExactly("t.json:1:34: 2000 oracles that each look at all of the expectedOutcomes come to more"
                        + " than the 15 MiB that can be sent to a worker; expect less, or name fewer oracles");
    }

    @Test
    void theSameNameTwiceIsAFault() {
        assertThat(ReadSuite.in(root).with("t.json", json("[{'name': 'n', 'userMessage': 'a'},\n {'name': 'n', "
                + "'userMessage': 'b'}]")).read("t.json").faults()).containsExactly(
                        "t.json:2:11: 'n' is already used in this file, at line 1; each case needs a unique name");
    }

    private TestCase sound(String text) {
        var suite = ReadSuite.in(root).with("t.json", json(text)).read("t.json");
        assertThat(suite.faults()).isEmpty();
        assertThat(suite.cases()).hasSize(1);
        return suite.cases().getFirst();
    }

    private List<String> said(String text) {
        return said(sound(text));
    }

    private static List<String> said(TestCase testCase) {
        return scripted(testCase).turns().stream()
                .map(turn -> ((ContentPart.Text) turn.content().getFirst()).text()).toList();
    }

    private static Conversation.Scripted scripted(TestCase testCase) {
        return (Conversation.Scripted) testCase.conversation();
    }

    private static Assertion oracle(String kind, String config, String expected) {
        return Assertion.of(new ForeignCheck.Oracle(kind, node(config), node(expected)));
    }

    private static Assertion weighted(Assertion assertion, double weight) {
        return new Assertion(assertion.check(), false, null, null, weight);
    }

    private static JsonNode node(String text) {
        return Json.MAPPER.readTree(json(text));
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }
}
