package dev.muster.worker.conversation;

import static dev.muster.worker.conversation.ScriptedAgent.called;
import static dev.muster.worker.conversation.ScriptedAgent.reply;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.model.Conversation;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.script.ProjectScripts;
import dev.muster.common.script.ScriptFolder;
import dev.muster.common.script.host.HostSettings;
import dev.muster.common.script.host.ScriptHost;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests cases that are script functions, in a real script host. */
class ScriptTestRunTest {

    private static final ScriptHost HOST = new ScriptHost(HostSettings.DEFAULT);

    @TempDir
    private Path folder;

    private int files;
    private final Stage stage = new Stage(new ScriptedAgent());

    @AfterAll
    static void close() {
        HOST.close();
    }

    private Ending hold(String body) throws IOException, InterruptedException {
        var file = "a" + ++files + "_test.ts";
        Files.writeString(folder.resolve(file),
                "export async function TestIt(t: any, ctx: any): Promise<void> {\n" + body + "\n}\n");
        return stage.with(new ProjectScripts(new ScriptFolder(folder), HOST, 1 << 20, null))
                .hold(new Conversation.ScriptTest(file, "TestIt", List.of("sim", "judge")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"Contains('ab€', '€') | Contains('ab', 'c')",
        "Contains([{n: 1}], {n: 1}) | Contains([1], 2)", "NotContains('ab', 'c') | NotContains('ab', 'a')",
        "Equal({a: [1, {b: null}]}, {a: [1, {b: null}]}) | Equal({a: 1}, {a: 1, b: 2})",
        "Equal('5', '5') | Equal('5', 5)",
        "NotEqual(1, 2) | NotEqual([], [])", "True(1 < 2) | True(1)", "False(1 > 2) | False(0)",
        "Nil(undefined) | Nil(0)", "NotNil('') | NotNil(null)", "Len('ab', 2) | Len([1], 2)",
        "Len({a: 1}, 1) | Len(7, 1)",
        "Greater(2, 1) | Greater(1, 1)", "Less(1, 2) | Less('b', 'a')",
        "Match('order 12', '[0-9]+$') | Match('x', '^y')",
        "Match('aB', /B/) | Match('', 'a')", "NotMatch('x', 'y') | NotMatch('x', 'x')",
        "Type(1, 'number') | Type('1', 'number')",
        "Type([1], 'array') | Type({}, 'array')", "JSONPath({a: {b: 1}}, '$.a.b') | JSONPath({a: 1}, '$.b')",
        "JSONPath({a: {b: 1}}, '$.a.b', 1) | JSONPath({a: 1}, '$.a', 2)", "Error(() => { throw 1 }) | Error(() => 1)",
        "Error(new Error('x')) | Error('x')", "NoError(() => 1) | NoError(new Error('x'))"})
    void eachAssertionHoldsOrDoesNot(String holds, String doesNot) throws Exception {
        assertThat(hold("t.assert." + holds)).satisfies(ended -> {
            assertThat(ended.verdict().error()).isNull();
            assertThat(ended.verdict().status()).isEqualTo(Status.PASSED);
            assertThat(ended.assertions()).hasSize(1);
        });
        assertThat(hold("t.assert." + doesNot + "; t.assert.True(true);")).satisfies(ended -> {
            assertThat(ended.verdict().status()).isEqualTo(Status.FAILED);
            assertThat(ended.verdict().cause()).isEqualTo(Cause.ASSERTION);
            assertThat(ended.assertions()).extracting(AssertionResult::passed).containsExactly(false);
            assertThat(ended.assertions().getFirst().reason()).isNotBlank();
        });
    }

    @Test
    void anAgentIsCalledAndItsAnswerIsAnObject() throws Exception {
        stage.simulator.then(called("Filed.", "create_expense", "{\"amount\": 500}"));

        var ended = hold("""
                const said = Process("agents.sim.Stream", ctx, [{role: "user", content: "a"},
                  {role: "assistant", content: "b"}, {role: "user", content: "c"}]);
                t.assert.Equal(said.content, "Filed.");
                t.assert.Equal(said.tool_calls, [{name: "create_expense", args: {amount: 500}}]);
                t.assert.Equal(ctx.test_id, "T");
                """);

        assertThat(ended.assertions()).extracting(AssertionResult::reason).containsOnlyNulls();
        assertThat(ended.verdict().status()).isEqualTo(Status.PASSED);
        assertThat(ended.messages()).isEqualTo(3);
        assertThat(stage.simulator.lastUserTexts()).containsExactly("a", "c");
    }

    @Test
    void aValidatorIsAskedAndItsVerdictIsAnAssertion() throws Exception {
        stage.validator.then(reply("{\"passed\": false, \"score\": 0.2, \"reason\": \"rude\"}"));

        var ended = hold("t.assert.Agent('Go away', 'judge', {metadata: {criteria: 'polite'}})");

        assertThat(ended.verdict().status()).isEqualTo(Status.FAILED);
        assertThat(ended.assertions().getFirst().reason()).isEqualTo("the validator failed it: rude");
        assertThat(stage.validator.requests.getFirst().messages().getFirst().text()).contains("\"criteria\":\"polite\"",
                "\"output\":\"Go away\"", "\"test_mode\":\"validator\"");
    }

    @Test
    void theMessageOfAValidatorLeads() throws Exception {
        stage.validator.then(reply("{\"passed\": false, \"reason\": \"rude\"}"));

        var ended = hold("t.assert.Agent('Go away', 'judge', {}, 'must be polite')");

        assertThat(ended.assertions().getFirst().reason())
                .isEqualTo("must be polite (the validator failed it: rude)");
    }

    @Test
    void aValidatorThatGivesNoVerdictIsAnError() throws Exception {
        stage.validator.then(reply("Hm."));

        assertThat(hold("t.assert.Agent('Go away', 'judge')")).satisfies(ended -> {
            assertThat(ended.verdict().status()).isEqualTo(Status.ERROR);
            assertThat(ended.verdict().cause()).isEqualTo(Cause.VALIDATOR_ERROR);
            assertThat(ended.assertions()).extracting(AssertionResult::error).containsExactly(ended.verdict().error());
        });
    }

    @Test
    void anAgentThatCannotBeReachedIsNoFaultOfTheScript() throws Exception {
        stage.simulator.then(new AgentFailure.Unreachable("connection refused"));

        assertThat(hold("Process('agents.sim.Stream', ctx, 'hi')")).satisfies(ended -> {
            assertThat(ended.verdict().status()).isEqualTo(Status.ERROR);
            assertThat(ended.verdict().cause()).isEqualTo(Cause.INFRASTRUCTURE);
        });
    }

    @Test
    void anErrorIsToldWithItsLine() throws Exception {
        assertThat(hold("  // one\n  throw new Error('broken ' + ctx.test_id);")).satisfies(ended -> {
            assertThat(ended.verdict().status()).isEqualTo(Status.ERROR);
            assertThat(ended.verdict().cause()).isEqualTo(Cause.SCRIPT_ERROR);
            assertThat(ended.verdict().error()).contains("Error: broken T (", "_test.ts:3:9)");
        });
    }

    @Test
    void anAgentOutOfTheRunIsTold() throws Exception {
        assertThat(hold("Process('agents.nobody.Stream', ctx, 'hi')").verdict().error())
                .contains("agent nobody is not in this run");
    }

    @Test
    void aTestMaySkipOrFailItself() throws Exception {
        assertThat(hold("t.skip('no stock today'); t.fail('never')")).satisfies(ended -> {
            assertThat(ended.verdict().status()).isEqualTo(Status.SKIPPED);
            assertThat(ended.verdict().skipReason()).isEqualTo("no stock today");
        });
        assertThat(hold("t.log('x'); t.fail('no stock')").assertions().getFirst().reason()).contains("no stock");
    }

    @Test
    void whatATestCatchesItselfFailsItAllTheSame() throws Exception {
        assertThat(hold("try { t.assert.True(false) } catch (e) { }").verdict().status()).isEqualTo(Status.FAILED);
    }

    @Test
    void aPatternThatIsTooLargeIsRefused() throws Exception {
        assertThat(hold("t.assert.Match('a', '((a{0,1000}){0,1000}){0,1000}b$')").verdict().error())
                .contains("script error");
    }

    @ParameterizedTest
    @ValueSource(strings = {"NotContains(said.contnt, 'x')", "Nil(said.eror)", "NotMatch(said.contnt, 'x')",
        "True(!said.sucess)"})
    void aMistypedMemberOfTheReplyIsAnError(String mistyped) throws Exception {
        stage.simulator.then(reply("Filed."));

        var ended = hold("const said = Process('agents.sim.Stream', ctx, 'hi'); t.assert." + mistyped);

        assertThat(ended.verdict().cause()).isEqualTo(Cause.SCRIPT_ERROR);
        assertThat(ended.verdict().error()).contains("the reply has no '", "it has content, finish");
    }

    @Test
    void theReplyIsAnOrdinaryObjectOtherwise() throws Exception {
        stage.simulator.then(reply("Filed."));

        var ended = hold("""
                const said = await Process('agents.sim.Stream', ctx, 'hi');
                t.assert.Contains(JSON.stringify(said), '"content":"Filed."');
                t.assert.Equal({...said}.content, "Filed.");
                t.assert.Nil(said.error);
                t.assert.JSONPath(said, '$.content', 'Filed.');
                t.log(said);
                """);

        assertThat(ended.verdict().error()).isNull();
        assertThat(ended.verdict().status()).isEqualTo(Status.PASSED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"NotContains(undefined, 'x')", "NotContains(null, 'x')", "NotContains(5, 'x')",
        "NotMatch(undefined, 'x')", "Match(undefined, 'undef')", "NotEqual(undefined, 'x')"})
    void whatIsNotThereIsNoPass(String assertion) throws Exception {
        assertThat(hold("t.assert." + assertion).verdict().cause()).isEqualTo(Cause.ASSERTION);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"Contains('x', '') | an empty text is in every reply",
        "Match('x', '.*') | found in every text", "Match('x', /./) | found in every text"})
    void anAssertionThatAlwaysHoldsIsAnError(String assertion, String why) throws Exception {
        var ended = hold("t.assert." + assertion);

        assertThat(ended.verdict().cause()).isEqualTo(Cause.SCRIPT_ERROR);
        assertThat(ended.verdict().error()).contains("says nothing: ", why);
    }
}
