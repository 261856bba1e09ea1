package dev.muster.coordinator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.assertion.AgUiClause;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.CallCount;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ForeignCheck;
import dev.muster.common.json.Json;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Finals;
import dev.muster.common.model.Setup;
import dev.muster.common.model.Setup.Hook;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.TestCase.Limits;
import dev.muster.common.model.Then;
import dev.muster.common.model.ToolStub;
import dev.muster.common.model.Turn;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgUiCasesTest {

    private static final String CHECKOUT = """
            name: checkout
            hooks:
              - cmd: ["bash", "scripts/seed.sh"]
                timeout_ms: 10000
              - cmd: [./other]
            turns:
              - user: "Check out ${CART} as ${ENV.NAME}"
                assert:
                  tools:
                    forbid: [delete_order, drop]
                    require:
                      - name: validate_cart
                      - name: pay
                        count: { exact: 1 }
                        args_match: { card.last4: "^4242$", note: "${CART}" }
                        result_match: paid
                        result_not_match: "error|failed"
                        after: validate_cart
                      - name: a
                        count: { min: 1, max: 3 }
                      - name: b
                        count: { max: 3 }
                      - name: c
                        count: { min: 2 }
                    forbid_calls:
                      - name: pay
                        args_match: { amount: "^0" }
                        result_match: declined
                  timing: { max_duration_ms: 30000, max_gap_ms: 500 }
                  text: { must_match: Hi, must_not_match: sorry }
              - user: Bye
            assert:
              timing:
                max_gap_ms: 60000
            """;

    @TempDir
    Path root;

    @Test
    void everyKeyIsRead() {
        var testCase = sound(CHECKOUT);

        assertThat(testCase.identity().key()).isEqualTo("t.yaml#checkout");
        assertThat(testCase.identity().id()).isEqualTo("checkout");
        assertThat(testCase.identity().name()).isEqualTo("checkout");
        assertThat(testCase.agent()).isNull();
        assertThat(testCase.identity().source()).isEqualTo(new Source("t.yaml", 1));
        assertThat(testCase.setup()).isEqualTo(new Setup(
                List.of(new Hook(List.of("bash", "scripts/seed.sh"), Duration.ofSeconds(10)),
                        new Hook(List.of("./other"), Hook.TIMEOUT)),
                null, null, Map.of(), true));
        assertThat(testCase.assertions()).isEqualTo(List.of(clause(new AgUiClause.MaxGap(60_000))));
        assertThat(testCase.conversation()).isEqualTo(new Conversation.Scripted(List.of(), List.of(
                Turn.saying(List.of(new ContentPart.Text("Check out ${CART} as ${ENV.NAME}")), firstTurn()),
                Turn.saying(List.of(new ContentPart.Text("Bye")), List.of())), new Then.End(), Finals.WHOLE));
    }

    @Test
    void aTestMayNameItsAgentAndOfferToolsAndAttachments() throws IOException {
        Files.writeString(root.resolve("bill.txt"), "3500");
        var testCase = sound("""
                version: "1.0"
                name: expense
                agent: expense
                timeout: 90s
                repeat: 3
                labels: {team: payments, tier: 1}
                tools:
                  confirm: {description: Asks the user, result: {ok: true}}
                turns:
                  - user: Here is my bill
                    attachments: [{type: file, source: "file://bill.txt"}]
                """);

        assertThat(testCase.agent()).isEqualTo("expense");
        assertThat(testCase.limits()).isEqualTo(new Limits(Duration.ofSeconds(90), null, null, 3));
        assertThat(testCase.identity().labels()).isEqualTo(Map.of("team", "payments", "tier", "1"));
        assertThat(testCase.setup().tools()).isEqualTo(Map.of("confirm", new ToolStub("Asks the user", null,
                Json.MAPPER.readTree("{\"ok\": true}"), null)));
        var content = testCase.conversation().turns().getFirst().content();
        assertThat(content).hasSize(2);
        assertThat(content.getFirst()).isEqualTo(new ContentPart.Text("Here is my bill"));
    }

    @Test
    void severalPatternsAreAClauseEach() {
        assertThat(sound("""
                turns: [{user: Hi}]
                assert:
                  text: {must_match: [a, b], must_not_match: [c]}
                  timing: {max_idle_ms: 500}
                """).assertions()).isEqualTo(List.of(clause(new AgUiClause.MaxIdle(500)),
                clause(new AgUiClause.MustMatch("a")), clause(new AgUiClause.MustMatch("b")),
                clause(new AgUiClause.MustNotMatch("c"))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"/hello/i | the pattern /hello/i is searched for with its slashes; RE2 writes "
            + "flags in front, as in (?i)hello",
        "/a.*b/is | the pattern /a.*b/is is searched for with its slashes; RE2 "
                + "writes flags in front, as in (?i)a.*b",
        "/usr/bin | ", "/usr/lib/ | ", "//i | "})
    void aPatternWithSlashesAndFlagsIsWarnedOf(String pattern, @Nullable String warning) {
        var suite = ReadSuite.in(root).with("t.yaml", "turns: [{user: Hi}]\nassert: {text: {must_match: '" + pattern
                + "'}}\n").read("t.yaml");

        assertThat(suite.faults()).isEmpty();
        assertThat(suite.warnings()).isEqualTo(warning == null ? List.of() : List.of("t.yaml:2:29: " + warning));
    }

    private static List<Assertion> firstTurn() {
        return List.of(clause(new AgUiClause.Forbid("delete_order")), clause(new AgUiClause.Forbid("drop")),
                clause(require("validate_cart", CallCount.AT_LEAST_ONE)),
                clause(new AgUiClause.Require("pay", new CallCount(1, 1),
                        Map.of("card.last4", "^4242$", "note", "${CART}"), "paid", "error|failed", "validate_cart")),
                clause(require("a", new CallCount(1, 3))), clause(require("b", new CallCount(0, 3))),
                clause(require("c", new CallCount(2, null))),
                clause(new AgUiClause.ForbidCall("pay", Map.of("amount", "^0"), "declined")),
                clause(new AgUiClause.MaxDuration(30_000)), clause(new AgUiClause.MaxGap(500)),
                clause(new AgUiClause.MustMatch("Hi")), clause(new AgUiClause.MustNotMatch("sorry")));
    }

    private static AgUiClause require(String name, CallCount count) {
        return new AgUiClause.Require(name, count, Map.of(), null, null, null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "    assert: {}\n", "    assert:\n", "    assert: {tools: {}, timing: {}, text: {}}\n",
        "    assert: {tools: , timing: , text: }\n", "    assert: {tools: {forbid: , require: [], forbid_calls: }}\n",
        "assert: {}\n", "assert:\n", "hooks: []\n"})
    void hooksAndAssertMayBeMissingOrEmpty(String more) {
        var testCase = sound("turns:\n  - user: Hi\n" + more);

        assertThat(testCase.assertions()).isEmpty();
        assertThat(testCase.conversation()).isEqualTo(new Conversation.Scripted(List.of(),
                List.of(Turn.saying(List.of(new ContentPart.Text("Hi")), List.of())), new Then.End(), Finals.WHOLE));
    }

    @Test
    void withoutANameTheFileGivesItAndANumber() {
        var suite = ReadSuite.in(root)
                .with("in/flow.one.yaml",
                        "turns: [{user: a}]\n---\nturns: [{user: b}]\n---\nname: n\nturns: [{user: c}]\n")
                .read("in/flow.one.yaml");

        assertThat(suite.faults()).isEmpty();
        assertThat(suite.cases()).extracting(each -> each.identity().key()).containsExactly("in/flow.one.yaml#flow.one",
                "in/flow.one.yaml#flow.one-2", "in/flow.one.yaml#n");
        assertThat(suite.cases().getFirst().identity().name()).isNull();
    }

    @Test
    void theSameNameTwiceInAFileIsAFault() {
        assertThat(faults("name: n\nturns: [{user: a}]\n---\nname: n\nturns: [{user: b}]\n")).containsExactly(
                "t.yaml:4:7: 'n' is already used in this file, at line 1; each case needs a unique name");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "nam: n | 2:1: unknown key 'nam'; did you mean 'name'?", "connector: chat | 2:1: unknown key 'connector'",
        "name: 5 | 2:7: 'name' must be a string, not a number",
        "hooks: {cmd: [a]} | 2:8: 'hooks' must be a list, not an object",
        "hooks: [{cmd: a}] | 2:15: 'cmd' must be a list of a program and its arguments, such as "
                + "[sh, -c, ./setup.sh], not a string",
        "hooks: [{cmd: []}] | 2:15: 'cmd' must be a list of a program and its arguments, such as "
                + "[sh, -c, ./setup.sh]",
        "hooks: [{timeout_ms: 5}] | 2:9: a hook needs 'cmd'",
        "hooks: [{cmd: [a], timeout_ms: 0}] | 2:32: 'timeout_ms' must be between 1 and 86400000, not 0",
        "hooks: [{cmd: [a], timeout: 5}] | 2:20: unknown key 'timeout'; did you mean 'timeout_ms'?",
        "assert: [] | 2:9: 'assert' must be an object, not a list",
        "assert: {tool: {}} | 2:10: unknown key 'tool'; did you mean 'tools'?",
        "assert: {tools: {forbids: [a]}} | 2:18: unknown key 'forbids'; did you mean 'forbid'?",
        "assert: {tools: {forbid: a}} | 2:26: 'forbid' must be a list, not a string",
        "assert: {tools: {forbid: [{name: a}]}} | 2:27: 'forbid' must list names of tools; what is forbidden with some arguments or results only goes into 'forbid_calls'",
        "assert: {tools: {forbid: ['']}} | 2:27: 'forbid' must list names of tools",
        "assert: {tools: {require: [a]}} | 2:28: an item of 'require' must be an object, not a string",
        "assert: {tools: {require: [{}]}} | 2:28: an item of 'require' needs 'name'",
        "assert: {tools: {require: [{name: ' '}]}} | 2:35: 'name' must not be empty",
        "assert: {tools: {require: [{name: a, counts: {}}]}} | 2:38: unknown key 'counts'; did you mean 'count'?",
        "assert: {tools: {require: [{name: a, count: 2}]}} | 2:45: 'count' must be an object, not a number",
        "assert: {tools: {require: [{name: a, count: {}}]}} | 2:45: 'count' needs 'exact', 'min' or 'max'",
        "assert: {tools: {require: [{name: a, count: {exact: 1, max: 2}}]}} | 2:45: 'count' has 'exact', or 'min' and 'max', not both",
        "assert: {tools: {require: [{name: a, count: {min: 3, max: 2}}]}} | 2:45: 'min' must not be above 'max'",
        "assert: {tools: {require: [{name: a, count: {min: -1}}]}} | 2:51: 'min' must be between 0 and 1000000, not -1",
        "assert: {tools: {require: [{name: a, count: {exact: 1.5}}]}} | 2:53: 'exact' must be a whole number",
        "assert: {tools: {require: [{name: a, args_match: {x: 5}}]}} | 2:54: 'x' in 'args_match' must be a pattern as a string, not a number",
        "assert: {tools: {require: [{name: a, args_match: {x: '('}}]}} | 2:54: the pattern \"(\" is not an RE2 pattern: missing closing )",
        "assert: {tools: {require: [{name: a, args_match: {'': x}}]}} | 2:55: a name in 'args_match' must not be empty",
        "assert: {tools: {require: [{name: a, result_match: '['}]}} | 2:52: the pattern \"[\" is not an RE2 pattern: missing closing ]",
        "assert: {tools: {require: [{name: a, result_not_match: 'a(?!b)'}]}} | 2:56: the pattern \"a(?!b)\" is not an RE2 pattern: invalid or unsupported Perl syntax; RE2 has no lookahead and no lookbehind: write two assertions, one of them with negate",
        "assert: {tools: {require: [{name: a, after: ''}]}} | 2:45: 'after' must name a tool",
        "assert: {tools: {require: [{name: a, after: a}]}} | 2:45: 'after' names the tool itself, whose first call can't come after its first call",
        "assert: {tools: {forbid_calls: [{args_match: {}}]}} | 2:33: an item of 'forbid_calls' needs 'name'",
        "assert: {tools: {forbid_calls: [{name: a, result_not_match: b}]}} | 2:43: unknown key 'result_not_match'",
        "assert: {tools: {forbid_calls: [{name: a, after: b}]}} | 2:43: unknown key 'after'",
        "assert: {timing: {max_duration_ms: 1.5}} | 2:36: 'max_duration_ms' must be a whole number",
        "assert: {timing: {max_gap_ms: '5s'}} | 2:31: 'max_gap_ms' must be a number, not a string",
        "assert: {timing: {max_gap: 5}} | 2:19: unknown key 'max_gap'; did you mean 'max_gap_ms'?",
        "assert: {text: {must_match: [a, 5]}} | 2:33: 'must_match' must list patterns as strings, not a number",
        "assert: {text: {must_not_match: ['(']}} | 2:34: the pattern \"(\" is not an RE2 pattern: missing closing )",
        "assert: {timing: {max_idle_ms: -1}} | 2:32: 'max_idle_ms' must be at least 0, not -1",
        "repeat: 0 | 2:9: 'repeat' must be between 1 and 10000, not 0",
        "timeout: 5 | 2:10: 'timeout' must be a duration such as \"30s\" or \"1m30s\", not a number",
        "tools: {find: {resullt: 1}} | 2:16: unknown key 'resullt'; did you mean 'result'?",
        "assert: {text: {must_not_match: '*'}} | 2:33: the pattern \"*\" is not an RE2 pattern: missing argument to repetition operator",
        "assert: {text: {must_match: '${CART}'}} | 2:29: ${CART} has no value: there are no hooks that could set it; an environment variable is written ${ENV.CART}"})
    void everyFaultIsToldAtItsPlace(String more, String fault) {
        assertThat(faults("turns: [{user: Hi}]\n" + more + "\n")).containsExactly("t.yaml:" + fault);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "turns: [{user: ''}] | 1:16: 'user' must not be empty",
        "turns: [{user: 5}] | 1:16: 'user' must be a string, not a number",
        "turns: [{user: a, asert: {}}] | 1:19: unknown key 'asert'; did you mean 'assert'?",
        "turns: [{user: a}, {usr: b}] | 1:21: unknown key 'usr'; did you mean 'user'?",
        "turns: [{user: a}, b] | 1:20: a turn must be an object, not a string",
        "turns: [{user: a}, {}] | 1:20: a turn needs 'user'",
        "turns: [{user: 'to ${A} ${ENV.B}'}] | 1:16: ${A} has no value: there are no hooks that could set it; an environment variable is written ${ENV.A}"})
    void everyTurnNeedsAUserText(String text, String fault) {
        assertThat(faults(text + "\n")).containsExactly("t.yaml:" + fault);
    }

    @Test
    void allFaultsOfAFileAreTold() {
        assertThat(faults("name: 5\nturns: [{user: ''}]\nhocks: []\n---\nturns: [{user: a, b: c}]\n")).containsExactly(
                "t.yaml:1:7: 'name' must be a string, not a number", "t.yaml:2:16: 'user' must not be empty",
                "t.yaml:3:1: unknown key 'hocks'; did you mean 'hooks'?", "t.yaml:5:19: unknown key 'b'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"${ENV.NAME}", "a${2}b", "${ENV.A}(", "$${", "${a b}"})
    void whatIsNoVariableNeedsNoHook(String pattern) {
        var read = ReadSuite.in(root).with("t.yaml", "turns: [{user: 'x " + pattern + "'}]\n").read("t.yaml");

        assertThat(read.faults()).isEmpty();
    }

    @Test
    void aPatternWithAVariableIsCompiledLater() {
        assertThat(sound("hooks: [{cmd: [a]}]\nturns: [{user: a, assert: {text: {must_match: '(${A}'}}}]\n").setup()
                .hooks()).hasSize(1);
        assertThat(faults("hooks: [{cmd: [a]}]\nturns: [{user: a, assert: {text: {must_match: '('}}}]\n")).hasSize(1);
    }

    private TestCase sound(String text) {
        var suite = ReadSuite.in(root).with("t.yaml", text).read("t.yaml");
        assertThat(suite.faults()).isEmpty();
        assertThat(suite.cases()).hasSize(1);
        return suite.cases().getFirst();
    }

    private List<String> faults(String text) {
        return ReadSuite.in(root).with("t.yaml", text).read("t.yaml").faults();
    }

    private static Assertion clause(AgUiClause clause) {
        return Assertion.of(new ForeignCheck.AgUi(clause));
    }
}
