package dev.muster.coordinator.suite;

import static dev.muster.coordinator.suite.ReadSuite.sound;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.config.Judging;
import dev.muster.common.json.Json;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Checkpoint;
import dev.muster.common.model.Conversation.Finals;
import dev.muster.common.model.ExpectedOutcome;
import dev.muster.common.model.Message;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.Then;
import dev.muster.common.model.Then.OnMissingInput;
import dev.muster.common.model.ToolStub;
import dev.muster.common.model.Turn;
import dev.muster.common.option.AwaitingRules;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class ConversationsTest {

    private static final CaseDefaults SIMULATED = new CaseDefaults(Reference.agent("judge"), true, false, false, null,
            null, null, null, null, Judging.NONE);
    private static final CaseDefaults SIMULATOR_IN_CONFIGURATION = new CaseDefaults(Reference.agent("judge"), false,
            false, false, null, 7, null, null, null, Judging.NONE);

    @TempDir
    Path root;

    private TestCase read(String text) {
        return sound(root, text.replace('\'', '"'));
    }

    private TestCase read(CaseDefaults defaults, String text) {
        var suite = ReadSuite.in(root).in(defaults).with("t.jsonl", text.replace('\'', '"')).read("t.jsonl");
        assertThat(suite.faults()).isEmpty();
        return suite.cases().getFirst();
    }

    private Conversation.Scripted scripted(String members) {
        return (Conversation.Scripted) read("{'id': 'a', " + members + "}").conversation();
    }

    private Conversation.Dynamic dynamic(String members) {
        return (Conversation.Dynamic) read("{'id': 'a', 'checkpoints': [{'id': 'c', 'assertion': {'type': 'contains',"
                + " 'value': 'x'}}], " + members + "}").conversation();
    }

    private Turn turn(String members) {
        return scripted("'turns': [{'input': 'b', " + members + "}]").turns().getFirst();
    }

    private static Turn says(String text) {
        return Turn.saying(List.of(new ContentPart.Text(text)), List.of());
    }

    private static Turn opens(String text) {
        return Turn.initial(List.of(new ContentPart.Text(text)));
    }

    private static JsonNode json(String text) {
        return Json.MAPPER.readTree(text.replace('\'', '"'));
    }

    private static Assertion contains(String text) {
        return Assertion.of(new TextCheck.Contains(List.of(text), false));
    }

    private static HelperUse judge(Map<String, JsonNode> metadata) {
        return new HelperUse(Reference.agent("judge"), new Options(null, Map.of(), null, null, metadata));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {"'input': 'b' | Standard",
        "'type': 'single_turn', 'input': 'b' | Standard",
        "'type': 'multi_turn', 'input': 'b' | Scripted", "'turns': [{'input': 'b'}] | Scripted",
        "'input': 'b', 'interactive': {'enabled': false} | Scripted",
        "'input': 'b', 'simulator': {'use': 'judge'} | Scripted", "'type': 'multi_turn' | Scripted",
        "'input': 'b', 'on_missing_input': 'end', 'max_turns': 3, 'turn_timeout': '1s' | Standard"})
    void typeIsSingleTurnOrMultiTurn(String members, String mode) {
        assertThat(read("{'id': 'a', " + members + "}").conversation().getClass().getSimpleName()).isEqualTo(mode);
    }

    @Test
    void checkpointsMakeACaseDynamicWhateverItsType() {
        assertThat(dynamic("'simulator': {'use': 'judge'}, 'type': 'multi_turn'").turns()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {"'input': 'b' | Scripted",
        "'type': 'single_turn', 'input': 'b' | Standard",
        "'messages': [{'role': 'user', 'content': 'b'}] | Standard"})
    void simulatorFlagIsADefault(String members, String mode) {
        var read = read(SIMULATED, "{'id': 'a', " + members + "}");

        assertThat(read.conversation().getClass().getSimpleName()).isEqualTo(mode);
    }

    @Test
    void aSimulatorInTheConfigurationLeavesUntypedInputASingleCall() {
        assertThat(read(SIMULATOR_IN_CONFIGURATION, "{'id': 'a', 'input': 'b'}").conversation())
                .isInstanceOf(Conversation.Standard.class);
    }

    @Test
    void aSimulatorInTheConfigurationServesConversations() {
        var read = (Conversation.Scripted) read(SIMULATOR_IN_CONFIGURATION,
                "{'id': 'a', 'turns': [{'input': 'b'}]}").conversation();

        assertThat(read.then()).isEqualTo(new Then.Ask(judge(Map.of()), null, OnMissingInput.SKIP, 7));
    }

    @Test
    void staticTurnsAreSentInOrder() {
        var said = scripted(
                "'turns': [{'input': 'b', 'assertions': [{'type': 'contains', 'value': 'x'}]}, {'input': 'c'}]");

        assertThat(said.turns()).containsExactly(
                Turn.saying(List.of(new ContentPart.Text("b")), List.of(contains("x"))), says("c"));
        assertThat(said.then()).isEqualTo(new Then.Ask(null, null, OnMissingInput.SKIP, 20, AwaitingRules.NONE, true));
        assertThat(said.finals()).isEqualTo(Finals.LAST_REPLY);
    }

    @Test
    void firstTurnOpens() {
        assertThat(scripted("'input': 'not this', 'turns': [{'input': 'b'}]").turns()).containsExactly(says("b"));
    }

    @Test
    void inputOpensWithoutTurns() {
        assertThat(scripted("'type': 'multi_turn', 'input': 'b'").turns()).containsExactly(opens("b"));
        assertThat(dynamic("'simulator': {'use': 'judge'}, 'input': 'b'").turns()).containsExactly(opens("b"));
    }

    @Test
    void theLastMessageOfTheUserIsTheFirstTurnAndTheRestIsThereBefore() {
        var said = scripted("'type': 'multi_turn', 'messages': [{'role': 'user', 'content': 'b'},"
                + " {'role': 'assistant', 'content': 'c'}, {'role': 'user', 'content': 'd'}]");

        assertThat(said.opening()).extracting(Message::text).containsExactly("b", "c");
        assertThat(said.turns()).containsExactly(opens("d"));
    }

    @Test
    void aHistoryThatTheAgentEndsIsThereBeforeTheSimulatorSpeaks() {
        var said = dynamic("'simulator': {'use': 'judge'}, 'messages': [{'role': 'assistant', 'content': 'c'}]");

        assertThat(said.opening()).extracting(Message::text).containsExactly("c");
        assertThat(said.turns()).isEmpty();
    }

    @Test
    void messagesBesideTurnsAreTheHistoryBeforeThem() {
        var said = scripted("'messages': [{'role': 'assistant', 'content': 'c'}], 'turns': [{'input': 'b'}]");

        assertThat(said.opening()).extracting(Message::text).containsExactly("c");
        assertThat(said.turns()).containsExactly(says("b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"'assertions': [{'type': 'contains', 'value': 'x'}, {'type': 'contains', 'value': 'y'}]",
        "'final_assertions': [{'type': 'contains', 'value': 'x'}, {'type': 'contains', 'value': 'y'}]",
        "'assert': {'type': 'contains', 'value': 'x'}, 'final_assertions': {'type': 'contains', 'value': 'y'}"})
    void finalAssertionsAreJudgedAtTheEnd(String members) {
        var read = read("{'id': 'a', 'turns': [{'input': 'b'}], " + members + "}");

        assertThat(read.assertions()).containsExactly(contains("x"), contains("y"));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "'max_turns': 4, 'simulator': {'use': 'agents:judge', 'options': {'metadata': {'goal': 'g'}}}",
        "'simulator': {'use': 'judge', 'metadata': {'goal': 'g', 'max_turns': 4}}",
        "'simulator': {'use': 'judge', 'options': {'metadata': {'goal': 'g', 'max_turns': 4}}}",
        "'simulator': {'use': 'judge', 'metadata': {'goal': 'no', 'max_turns': 9}, 'options': {'metadata': {'goal': 'g'}}}, 'max_turns': 4"})
    void simulatorUseNamesAnAgentOrAScript(String members) {
        var expected = judge(Map.of("goal", json("'g'")));

        assertThat(scripted("'input': 'b', " + members).then())
                .isEqualTo(new Then.Ask(expected, null, OnMissingInput.SKIP, 4));
        var dynamic = dynamic(members);
        assertThat(dynamic.simulator()).isEqualTo(expected);
        assertThat(dynamic.maxTurns()).isEqualTo(4);
    }

    @Test
    void maxTurnsIsTwentyByDefault() {
        assertThat(dynamic("'simulator': 'scripts:users.bob'").maxTurns()).isEqualTo(20);
    }

    @Test
    void dynamicNeedsASimulator() {
        var text = "{'id': 'a', 'checkpoints': [{'id': 'c', 'assert': {'type': 'contains', 'value': 'x'}}]}";

        var read = (Conversation.Dynamic) read(SIMULATED, text).conversation();

        assertThat(read.simulator()).isEqualTo(judge(Map.of()));
        assertThat(ReadSuite.faultsOf(root, text.replace('\'', '"'))).containsExactly(
                "t.jsonl:1:1: a case with 'checkpoints' needs 'simulator', or --simulator, or defaults.simulator");
    }

    @Test
    void aSimulatorWithoutUseTellsTheDefaultOneWhoItIs() {
        var read = (Conversation.Scripted) read(SIMULATED,
                "{'id': 'a', 'input': 'b', 'simulator': {'metadata': {'persona': 'p'}}}").conversation();

        assertThat(read.then()).isEqualTo(
                new Then.Ask(judge(Map.of("persona", json("'p'"))), null, OnMissingInput.SKIP, 20));
    }

    private static Then.Ask asking(Conversation conversation) {
        return (Then.Ask) ((Conversation.Scripted) conversation).then();
    }

    @Test
    void interactiveIsRead() {
        var read = read("{'id': 'a', 'input': 'b', 'interactive': {'enabled': true, 'timeout': '90s'}}");

        assertThat(asking(read.conversation()).person()).isEqualTo(new Then.Person(Duration.ofSeconds(90)));
    }

    @Test
    void interactiveIsOffByDefault() {
        var read = read("{'id': 'a', 'input': 'b', 'interactive': {'timeout': '90s'}}");

        assertThat(asking(read.conversation()).person()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"false, true", "true, false"})
    void aPersonHasFiveMinutesByDefault(boolean skip, boolean asked) {
        var read = read(new CaseDefaults(null, false, true, skip, null, null, null, null, null, Judging.NONE),
                "{'id': 'a', 'type': 'multi_turn', 'input': 'b'}");

        assertThat(asking(read.conversation()).person())
                .isEqualTo(asked ? new Then.Person(Duration.ofMinutes(5)) : null);
    }

    @Test
    void skipInteractiveNeverAsks() {
        var read = read(new CaseDefaults(null, false, false, true, null, null, null, null, null, Judging.NONE),
                "{'id': 'a', 'input': 'b', 'interactive': {'enabled': true}}");

        assertThat(asking(read.conversation()).person()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"skip, , SKIP", "fail, , FAIL", "end, , END", "end, FAIL, FAIL"})
    void onMissingInputFlagBeatsTheCase(String written, OnMissingInput flag, OnMissingInput expected) {
        var read = read(new CaseDefaults(null, false, false, false, flag, null, null, null, null, Judging.NONE),
                "{'id': 'a', 'type': 'multi_turn', 'input': 'b', 'on_missing_input': '" + written + "'}");

        assertThat(asking(read.conversation()).onMissing()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({", SKIP", "END, END"})
    void onMissingInputOfTheProjectIsForCasesThatSayNone(OnMissingInput usual, OnMissingInput expected) {
        var defaults = new CaseDefaults(null, false, false, false, null, null, null, usual, null, Judging.NONE);

        assertThat(asking(read(defaults, "{'id': 'a', 'type': 'multi_turn', 'input': 'b'}").conversation())
                .onMissing()).isEqualTo(expected);
        assertThat(asking(read(defaults, "{'id': 'a', 'type': 'multi_turn', 'input': 'b', 'on_missing_input': 'fail'}")
                .conversation()).onMissing()).isEqualTo(OnMissingInput.FAIL);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {"| | | true", "'on_missing_input': 'skip', | | | false",
        "| SKIP | | false",
        "| | SKIP | false", "'simulator': 'judge', | | | false"})
    void aSkipIsUnforeseenWhereNothingIsSaidOfIt(String written, OnMissingInput flag, OnMissingInput usual,
            boolean unforeseen) {
        var defaults = new CaseDefaults(null, false, false, false, flag, null, null, usual, null, Judging.NONE);

        var read = read(defaults, "{'id': 'a', 'type': 'multi_turn', " + Objects.requireNonNullElse(written, "")
                + "'input': 'b'}");

        assertThat(asking(read.conversation()).unforeseen()).isEqualTo(unforeseen);
    }

    @Test
    void howTheAgentWaitsIsRead() {
        var read = read(CaseDefaults.NONE, "{'id': 'a', 'type': 'multi_turn', 'input': 'b', 'awaiting': {'tools': "
                + "['confirm_*'], 'text': 'seed', 'pattern': 'geben Sie'}}");

        assertThat(asking(read.conversation()).awaiting())
                .isEqualTo(new AwaitingRules(List.of("confirm_*"), AwaitingRules.Text.SEED, "geben Sie"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {"'text': 'seeds' | 'text' is seed, seed+sentence or off",
        "'pattern': '(' | missing closing )", "'tool': ['a'] | unknown key 'tool'"})
    void faultsOfHowTheAgentWaitsAreTold(String awaiting, String fault) {
        var faults = ReadSuite.in(root).with("t.jsonl", "{'id': 'a', 'type': 'multi_turn', 'input': 'b', 'awaiting': {"
                .replace('\'', '"') + awaiting.replace('\'', '"') + "}}").read("t.jsonl").faults();

        assertThat(faults).singleElement().asString().contains(fault);
    }

    @Test
    void aMessageIsAConversationWhenTheRunHasASimulator() {
        var suite = ReadSuite.in(root).in(SIMULATED).read("hello there");

        assertThat(suite.cases()).extracting(TestCase::conversation).containsExactly(new Conversation.Scripted(
                List.of(), List.of(opens("hello there")),
                new Then.Ask(judge(Map.of()), null, OnMissingInput.SKIP, 20), Finals.LAST_REPLY));
    }

    @Test
    void turnAttachmentsAreSent() {
        assertThat(turn("'attachments': [{'type': 'image', 'url': 'https://h/a.png'}]").content()).containsExactly(
                new ContentPart.Text("b"),
                new ContentPart.Media("image", "https://h/a.png", null, "image/png", null));
    }

    @Test
    void aTurnsInputMayBeAMessage() {
        assertThat(scripted("'turns': [{'input': {'role': 'user', 'content': [{'type': 'text', 'text': 'b'}]}},"
                + " {'input': [{'role': 'user', 'content': 'c'}]}]").turns()).containsExactly(says("b"), says("c"));
    }

    @Test
    void aTurnMayAnswerWithStructure() {
        assertThat(scripted("'turns': [{'input': 'a'}, {'answer': {'approve': true, 'reason': 'r'}},"
                + " {'answer': {'value': {'n': 7}}}]").turns()).extracting(Turn::answered, Turn::text).containsExactly(
                        tuple(null, "a"), tuple(json("{'approve': true, 'reason': 'r'}"),
                                "{\"approve\":true,\"reason\":\"r\"}"),
                        tuple(json("{'n': 7}"), "{\"n\":7}"));
    }

    @Test
    void everythingThatATurnSaysIsRead() {
        var turn = turn("'name': 'n', 'options': {'mode': 'm'}, 'delay_ms': 20, 'timeout': '3s', 'expect_success':"
                + " false, 'continue_on_failure': true, 'capture': {'order_id': '$.id'}, 'goto': 'n',"
                + " 'when': {'type': 'contains', 'value': 'x', 'negate': true}, 'payload': {'k': 1},"
                + " 'tools': {'ask': {'result': {'ok': true}}}");

        assertThat(turn).isEqualTo(new Turn("n", List.of(new ContentPart.Text("b")), List.of(),
                new Options(null, Map.of(), null, "m", Map.of()),
                Map.of("ask", new ToolStub(null, null, json("{'ok': true}"), null)), json("{'k': 1}"),
                new ExpectedOutcome(false, true), new Turn.Pace(Duration.ofMillis(20), Duration.ofSeconds(3)),
                new Turn.Path(Map.of("order_id", "$.id"),
                        new Assertion(new TextCheck.Contains(List.of("x"), false), true, null, null, 1), "n")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'ask': {'description': 'd', 'parameters': {'type': 'object'}, 'error': 'no'}}",
        "[{'name': 'ask', 'description': 'd', 'parameters': {'type': 'object'}, 'error': 'no'}]"})
    void toolsAreAnObjectByNameOrAList(String tools) {
        var read = read("{'id': 'a', 'input': 'b', 'tools': " + tools + "}");

        assertThat(read.setup().tools())
                .containsExactly(Map.entry("ask", new ToolStub("d", json("{'type': 'object'}"), null, "no")));
    }

    @Test
    void whatSurroundsAConversationIsRead() {
        var read = read("{'id': 'a', 'input': 'b', 'before': 'env.Before', 'after': 'env.After', 'turn_timeout':"
                + " '9s', 'repeat': 3, 'hooks': [{'cmd': ['sh', '-c', 'x'], 'timeout_ms': 7}]}");

        assertThat(read.setup().before()).isEqualTo("env.Before");
        assertThat(read.setup().after()).isEqualTo("env.After");
        assertThat(read.setup().variables()).isTrue();
        assertThat(read.setup().hooks()).singleElement().satisfies(hook -> {
            assertThat(hook.command()).containsExactly("sh", "-c", "x");
            assertThat(hook.timeout()).isEqualTo(Duration.ofMillis(7));
        });
        assertThat(read.limits().turnTimeout()).isEqualTo(Duration.ofSeconds(9));
        assertThat(read.limits().repeat()).isEqualTo(3);
    }

    @Test
    void dynamicCaseHasCheckpoints() {
        var testCase = read("{'id': 'a', 'simulator': {'use': 'judge'}, 'checkpoints': ["
                + "{'id': 'late', 'after': ['early'], 'assert': [{'type': 'contains', 'value': 'x'}, {'type':"
                + " 'contains', 'value': 'y'}]}, {'id': 'early', 'description': 'd', 'required': false,"
                + " 'assertion': {'type': 'contains', 'value': 'z'}}], 'timeout': '2m', 'turns': [{'input': 'b'}]}");

        assertThat(testCase.limits().timeout()).isEqualTo(Duration.ofMinutes(2));
        var read = (Conversation.Dynamic) testCase.conversation();
        assertThat(read.checkpoints()).containsExactly(
                new Checkpoint("late", null, List.of(contains("x"), contains("y")), List.of("early"), true),
                new Checkpoint("early", "d", List.of(contains("z")), List.of(), false));
        assertThat(read.turns()).containsExactly(says("b"));
    }

    @Test
    void aSingleTurnThatIsMoreThanACallStaysATurn() {
        var read = read("{'id': 'a', 'type': 'single_turn', 'turns': [{'input': 'b', 'expect_success': false}]}");

        var scripted = (Conversation.Scripted) read.conversation();
        assertThat(scripted.then()).isEqualTo(new Then.End());
        assertThat(scripted.turns().getFirst().expected().success()).isFalse();
    }

    @Test
    void aCaseThatIsAloneInItsFileMayGoWithoutId() {
        var suite = ReadSuite.in(root).with("tests/greets.v1.yaml", "input: hi\nassert: {type: contains, value: x}\n")
                .read("tests");

        assertThat(suite.faults()).isEmpty();
        assertThat(suite.cases()).extracting(each -> each.identity().key())
                .containsExactly("tests/greets.v1.yaml#greets.v1");
    }

    @Test
    void editorsMayHaveTheirSchemaKey() {
        assertThat(read("{'$schema': 'agent-test.schema.json', 'id': 'a', 'input': 'b'}").identity().id())
                .isEqualTo("a");
    }
}
