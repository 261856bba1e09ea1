package dev.muster.coordinator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.config.Judging;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.run.HelperReply;
import dev.muster.coordinator.suite.write.CaseWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratedCasesTest {

    private static final String TWO = "{\"id\": \"G1\", \"input\": \"one\"},\n{\"id\": \"G2\", \"input\": \"two\"}";

    @TempDir
    private Path root;

    private ReadSuite generated(String answer) {
        return ReadSuite.in(root).generating(answer).read("agents:make.cases?count=2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"cases\": [" + TWO + "]}", "{\"test_cases\": [" + TWO + "], \"note\": \"two\"}",
        "[" + TWO + "]", "{\"id\": \"G1\", \"input\": \"one\"}\n{\"id\": \"G2\", \"input\": \"two\"}",
        "```json\n{\"cases\": [" + TWO + "]}\n```", "Here you are:\n\n```\n[" + TWO + "]\n```\nGood luck!",
        "First:\n```json\n{\"id\": \"G1\", \"input\": \"one\"}\n```\nas\n```py\nprint([1])\n```\nThen:\n"
                + "  ```json\n  {\"id\": \"G2\", \"input\": \"two\"}",
        "\n\n  [" + TWO + ",]  // both"})
    void anAnswerMayHaveItsCasesInMoreThanOneForm(String answer) {
        var suite = generated(answer);

        assertThat(suite.faults()).isEmpty();
        assertThat(suite.warnings()).isEmpty();
        assertThat(suite.cases()).extracting(each -> each.identity().key()).containsExactly("agents:make.cases#G1",
                "agents:make.cases#G2");
        assertThat(suite.cases()).extracting(GeneratedCasesTest::said).containsExactly("one", "two");
    }

    private static String said(TestCase testCase) {
        return ((Conversation.Standard) testCase.conversation()).messages().getLast().text();
    }

    @Test
    void aCaseComesFromItsLineOfTheAnswer() {
        var suite = generated("Sure!\n```json\n[\n" + TWO + "\n]\n```");

        assertThat(suite.cases()).extracting(each -> each.identity().source()).containsExactly(
                new Source("agents:make.cases", 4),
                new Source("agents:make.cases", 5));
    }

    @Test
    void generatorsMayMakeHistories() {
        var suite = generated("[{\"id\": \"G1\", \"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}, "
                + "{\"role\": \"assistant\", \"content\": \"Yes?\"}, {\"role\": \"user\", \"content\": \"Pay\"}]}]");

        assertThat(suite.cases().getFirst().conversation()).isEqualTo(new Conversation.Standard(
                List.of(Message.user("Hi"), new Message("assistant", Message.user("Yes?").content(), List.of(), null),
                        Message.user("Pay"))));
    }

    @Test
    void aFaultyCaseIsToldWithItsTextAndTheOthersGoOn() {
        var suite = generated("[\n{\"id\": \"G1\", \"inputt\": \"one\"},\n{\"id\": \"G2\", \"input\": \"two\"},\n7]");

        assertThat(suite.faults()).isEmpty();
        assertThat(suite.cases()).extracting(each -> each.identity().id()).containsExactly("G2");
        assertThat(suite.warnings()).containsExactly(
                "agents:make.cases:2:14: unknown key 'inputt'; did you mean 'input'?",
                "agents:make.cases:2:1: this case is skipped: {\"id\":\"G1\",\"inputt\":\"one\"}",
                "agents:make.cases:4:1: a case must be an object, not a number",
                "agents:make.cases:4:1: this case is skipped: 7");
    }

    @Test
    void anAnswerThatWasCutOffGivesTheCasesBeforeTheCut() {
        var suite = generated("```json\n[{\"id\": \"G1\", \"input\": \"one\"},\n{\"id\": \"G2\", \"inp");

        assertThat(suite.faults()).isEmpty();
        assertThat(suite.cases()).extracting(each -> each.identity().id()).containsExactly("G1");
        assertThat(suite.warnings()).isNotEmpty().allMatch(warning -> warning.startsWith("agents:make.cases:3:"));
    }

    @Test
    void anAnswerWithoutASoundCaseIsAFault() {
        assertThat(generated("I can't help with that.\nSorry").faults()).containsExactly(
                "-i agents:make.cases?count=2: it answered no JSON, but \"I can't help with that.\"");
        assertThat(generated(" ").faults()).containsExactly(
                "-i agents:make.cases?count=2: it answered no JSON, but nothing");
        assertThat(generated("{\"cases\": []}").faults())
                .containsExactly("-i agents:make.cases?count=2: it gave no case");
        assertThat(generated("[{\"id\": \"a\"}, {\"id\": \"b\"}]").faults())
                .containsExactly("-i agents:make.cases?count=2: none of the cases that it gave can be run");
    }

    @Test
    void whatAGeneratorCouldNotDoIsAFaultAndTheOtherInputsAreRead() {
        var suite = ReadSuite.in(root).generating((generator, parameters) -> new HelperReply.Failed("it slept"))
                .with("a.jsonl", "{\"id\": \"a\", \"input\": \"hi\"}").read("agents:g", "a.jsonl", "hello");

        assertThat(suite.faults()).containsExactly("-i agents:g: it slept");
        assertThat(suite.cases()).extracting(each -> each.identity().key()).containsExactly("a.jsonl#a",
                "message#message-1");
    }

    @Test
    void theSameIdGetsANumberAndAWarning() {
        var suite = ReadSuite.in(root).generating("[" + TWO + "]").read("agents:g?focus=a", "agents:g?focus=b",
                "agents:h");

        assertThat(suite.cases()).extracting(each -> each.identity().key()).containsExactly("agents:g#G1",
                "agents:g#G2",
                "agents:g#G1-2", "agents:g#G2-2", "agents:h#G1", "agents:h#G2");
        assertThat(suite.warnings()).containsExactly(
                "agents:g:1:9: id 'G1' was already used; this case is called G1-2",
                "agents:g:2:8: id 'G2' was already used; this case is called G2-2");
    }

    @Test
    void aCaseWithoutAnIdIsCalledByItsNameElseAsItsGenerator() {
        var suite = generated("[{\"name\": \"Refund\", \"input\": \"a\"}, {\"input\": \"b\"}, {\"input\": \"c\"}]");

        assertThat(suite.faults()).isEmpty();
        assertThat(suite.warnings()).isEmpty();
        assertThat(suite.cases()).extracting(each -> each.identity().id()).containsExactly("Refund", "make.cases",
                "make.cases-2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"'hooks' are|\"hooks\": [{\"cmd\": [\"rm\", \"-rf\", \"/\"]}]",
        "'before' is|\"before\": \"env.Before\"",
        "'after' is|\"after\": \"env.After\"",
        "scripts:a.b is|\"assertions\": [{\"type\": \"script\", \"use\": \"scripts:a.b\"}]",
        "scripts:a.b is|\"simulator\": {\"use\": \"scripts:a.b\"}"})
    void anAgentMustNotMakeWorkersRunCommands(String whatAndMembers) {
        int bar = whatAndMembers.indexOf('|');

        var suite = generated(
                "[{\"id\": \"bad\", \"input\": \"hi\", " + whatAndMembers.substring(bar + 1) + "},\n" + TWO
                        + "]");

        assertThat(suite.faults()).isEmpty();
        assertThat(suite.cases()).extracting(each -> each.identity().id()).containsExactly("G1", "G2");
        assertThat(suite.warnings()).hasSize(2).first().asString().contains(whatAndMembers.substring(0, bar)
                + " refused: an agent's cases must not make a worker run commands or ask databases");
    }

    @Test
    void aScriptIsTheUsersOwnAndMayBringHooks() {
        var suite = ReadSuite.in(root)
                .generating(
                        "{\"id\": \"S1\", \"input\": \"hi\", \"hooks\": [{\"cmd\": [\"true\"]}], \"before\": \"e.B\"}")
                .read("scripts:make");

        assertThat(suite.warnings()).isEmpty();
        assertThat(suite.cases()).singleElement().satisfies(made -> {
            assertThat(made.identity().key()).isEqualTo("scripts:make#S1");
            assertThat(made.setup().hooks()).hasSize(1);
        });
    }

    @Test
    void theRunsOwnSimulatorMayBeAScript() {
        var script = new CaseDefaults(Reference.script("play"), true, false, true, null, null, null, null, null,
                Judging.NONE);

        var suite = ReadSuite.in(root).in(script).generating("[" + TWO + "]").read("agents:g");

        assertThat(suite.warnings()).isEmpty();
        assertThat(suite.cases()).hasSize(2)
                .allMatch(made -> made.conversation() instanceof Conversation.Scripted);
    }

    @Test
    void queryParametersReachTheGenerator() {
        var asked = new ArrayList<String>();
        Generators recording = (generator, parameters) -> {
            asked.add(generator + " " + parameters);
            return new HelperReply.Text("[" + TWO + "]");
        };

        var suite = ReadSuite.in(root).generating(recording).read(
                "agents:g?count=10&focus=edge-cases&rate=0.5&strict=true&zip=0123&none=&say=two+words%20%26%20more&",
                "scripts:a.b", "agents:g?big=123456789012&huge=12345678901234567890&minus=-3&word=1e3");

        assertThat(suite.faults()).isEmpty();
        assertThat(asked).containsExactly(
                "agents:g {\"count\":10,\"focus\":\"edge-cases\",\"rate\":0.5,\"strict\":true,\"zip\":\"0123\","
                        + "\"none\":\"\",\"say\":\"two words & more\"}",
                "scripts:a.b {}",
                "agents:g {\"big\":123456789012,\"huge\":\"12345678901234567890\",\"minus\":-3,\"word\":\"1e3\"}");
    }

    @Test
    void whatIsWrittenAsASuiteReadsBackToTheSameCases() throws Exception {
        var generated = generated("{\"cases\": [{\"id\": \"G1\", \"input\": \"one\", \"assertions\": "
                + "[{\"type\": \"contains\", \"value\": \"1\"}]}, {\"id\": \"G2\", \"turns\": [{\"input\": \"two\"}]}]}");
        var text = new StringWriter();
        try (var writer = new CaseWriter(text)) {
            generated.cases().forEach(writer::write);
        }

        var read = ReadSuite.in(root).with("generated.jsonl", text.toString()).read("generated.jsonl");

        assertThat(read.faults()).isEmpty();
        assertThat(read.cases())
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("identity.key", "identity.source")
                .containsExactlyElementsOf(generated.cases());
    }
}
