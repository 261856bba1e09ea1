package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.Command;
import dev.muster.cli.testing.MusterProject;
import dev.muster.cli.testing.TestProject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that what a pass did not check is said, and fails a strict run: turns, values and traces that never were. */
@MusterProject
final class UncheckedPartsIT {

    private static final String DOUBT = "1 case passed although a part of the suite was not checked: ";

    private final TestProject muster;

    UncheckedPartsIT(TestProject muster) {
        this.muster = muster;
    }

    @BeforeEach
    void makeProject() throws IOException {
        muster.agent().saying("/shop", () -> "Your order is on its way.");
        muster.agent().saying("/json", () -> "{\"state\": \"ok\"}");
        muster.agent().saying("/user", () -> "{\"message\": \"\", \"goal_achieved\": true}");
        configure("");
    }

    private void configure(String more) throws IOException {
        muster.write("muster.yaml", """
                agents:
                  shop: { protocol: openai, url: "%1$s/shop" }
                  json: { protocol: openai, url: "%1$s/json" }
                  user: { protocol: openai, url: "%1$s/user", helper: true }
                defaults: { agent: shop }
                %2$s
                """.formatted(muster.agent().url(), more));
    }

    private Command run(String suite, String... flags) throws IOException {
        muster.write("s.yaml", suite);
        return type(Stream.concat(Stream.of("run", "-i", "s.yaml"), Stream.of(flags)).toArray(String[]::new));
    }

    private Command type(String... words) {
        return typeIn(Map.of(), words);
    }

    private Command typeIn(Map<String, String> environment, String... words) {
        return Command.typeIn(muster.folder(), muster.home(), environment, words);
    }

    private static String flat(Command command) {
        return command.output().replaceAll("\\s+", " ");
    }

    /** Passes of which a part was not checked. */
    @Tag("slow")
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            turns: [{input: hi, assertions: [{contains: order}]}, {input: b, when: {contains: nope}, assertions: \
            [{contains: x}]}] | turn 2 has assertions and was not sent
            turns: [{input: hi, assertions: [{contains: order}], goto: end}, {input: b, assertions: [{contains: x}]}, \
            {name: end, input: c}] | turn 2 has assertions and was not sent
            assertions: [{contains: order}, {not_json_path: $.eror, value: yes}] | nothing is at $.eror
            assertions: [{oracle: trace-no-errors}] | the agent called no tool and named no step
            """)
    void whatAPassDidNotCheckIsDoubtedAndFailsAStrictRun(String members, String why) throws IOException {
        var suite = "id: part\n" + (members.startsWith("turns") ? "type: scripted" : "input: hi") + "\n" + members
                + "\n";

        var run = run(suite, "-o", "r.md", "-o", "r.xml", "-o", "r.json", "-o", "r.html");
        var quiet = run(suite, "--quiet");
        var strict = run(suite, "--strict");
        var report = type("report");
        configure("gate: { allow_unchecked: true }");
        var allowed = run(suite, "--strict");

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(flat(run)).contains("Warning: " + DOUBT + "part: " + why);
        assertThat(flat(quiet)).contains("Warning: " + DOUBT + "part: " + why);
        for (var file : List.of("r.md", "r.xml", "r.json", "r.html")) {
            assertThat(muster.read(file)).as(file).contains(DOUBT);
        }
        for (var command : List.of(strict, report)) {
            assertThat(command.code()).as(command.output()).isEqualTo(1);
            assertThat(flat(command)).contains("Gate failed: " + DOUBT + "part: " + why);
        }
        assertThat(allowed.code()).as(allowed.output()).isZero();
    }

    @Tag("slow")
    @Test
    void aGateThatAcceptsFailuresSaysSoInAQuietRun() throws IOException {
        configure("gate: { min_pass_rate: 0 }");

        var run = run("{ id: a, input: hi, assertions: [{ contains: nope }] }", "--quiet");

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(flat(run)).contains("Gate: passed (pass rate 0 %, gate.min_pass_rate is 0 %)");
    }

    @Test
    void aGateThatPassesWhateverFailsIsAWarningAndAFaultOfAStrictRun() throws IOException {
        configure("gate: { min_pass_rate: 0 }");
        var suite = "{ id: a, input: hi, assertions: [{ contains: nope }] }";

        var warned = run(suite, "--dry-run");
        var refused = run(suite, "--strict");

        assertThat(warned.code()).as(warned.output()).isZero();
        assertThat(flat(warned)).contains("warning: muster.yaml:6:24: with 0 a run passes its gate even if every case");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(flat(refused)).contains("muster.yaml:6:24: with 0 a run passes its gate");
    }

    @Test
    void newlyFailingWithoutABaselineNeedsAPass() throws IOException {
        configure("gate: { newly_failing: 0, min_pass_rate: 0 }");

        var run = run("""
                - { id: a, input: hi, assertions: [{ contains: nope }] }
                - { id: b, input: hi, skip: later, assertions: [{ contains: nope }] }
                """);

        assertThat(run.code()).as(run.output()).isEqualTo(1);
        assertThat(flat(run)).contains("Gate failed: no case passed, and there is no baseline to compare the failures"
                + " with (gate.newly_failing)");
    }

    /** Values that leave an assertion nothing to look for. */
    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"contains: '${ENV.X}'", "icontains: '${ENV.X}'", "contains_any: [nope, '${ENV.X}']",
        "contains_all: ['${ENV.X}', order]", "starts_with: '${ENV.X}'", "ends_with: '${ENV.X}'", "regex: '${ENV.X}'",
        "regex: '^${ENV.X}'", "type: ag_ui, must_match: '${ENV.X}'", "not_contains: '${ENV.X}'",
        "tool_called: pay, arguments: { to: 'regex:${ENV.X}' }"})
    void aValueThatIsEmptyWhereItIsSearchedForIsNamed(String assertion) throws IOException {
        muster.write("s.yaml", "{ id: a, variables: true, input: hi, assertions: [{ " + assertion + " }] }\n");

        var empty = typeIn(Map.of("X", ""), "run", "-i", "s.yaml");

        assertThat(empty.code()).as(empty.output()).isEqualTo(1);
        assertThat(flat(empty)).contains("${ENV.X} is empty in the assertion '");
    }

    @Test
    void aCapturedValueThatIsEmptyFailsTheTest() throws IOException {
        muster.agent().saying("/json", () -> "{\"state\": \"\"}");

        var run = run("""
                id: a
                type: scripted
                agent: json
                turns:
                - { input: hi, capture: { it: $.state } }
                - { input: b, assertions: [{ contains: "${captured.it}" }] }
                """);

        assertThat(run.code()).as(run.output()).isEqualTo(1);
        assertThat(flat(run)).contains("Failed: 1", "${captured.it} is empty in the assertion 'contains");
    }

    @Test
    void anEmptyValueIsFineWhereItIsCompared() throws IOException {
        muster.agent().saying("/json", () -> "{\"state\": \"\"}");
        muster.write("s.yaml", "{ id: a, variables: true, agent: json, input: hi, assertions: [{ json_path: $.state,"
                + " value: '${ENV.X}' }, { contains: 'state${ENV.X}' }] }\n");

        var run = typeIn(Map.of("X", ""), "run", "-i", "s.yaml", "--strict");

        assertThat(run.code()).as(run.output()).isZero();
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"required: [id]", "properties: { id: { type: string } }", "items: { type: string }",
        "minimum: 3", "allOf: [{ required: [id] }]"})
    void aSchemaThatSaysNothingOfATextFails(String schema) throws IOException {
        var run = run("{ id: a, input: hi, assertions: [{ schema: { " + schema + " } }] }");

        assertThat(run.code()).as(run.output()).isEqualTo(1);
        assertThat(flat(run)).contains("of which the schema says nothing; write its 'type'");
    }

    @Tag("slow")
    @Test
    void aScriptTestThatCallsNoAgentAndOneThatIsNotRunFailAStrictRun() throws IOException {
        Files.createDirectories(muster.folder().resolve("scripts"));
        muster.write("scripts/shop_test.js", """
                import { Process } from "@yao/runtime";
                export function TestNoCall(t, ctx) {
                  t.assert.Equal(1 + 1, 2);
                }
                function TestForgotten(t, ctx) {
                  t.assert.Contains(Process("agents.shop.Stream", ctx, "hi").content, "nope");
                }
                """);

        var run = type("run", "-i", "scripts/shop_test.js");
        var strict = type("run", "-i", "scripts/shop_test.js", "--strict");
        muster.write("scripts/shop_test.js", muster.read("scripts/shop_test.js").replace("function TestForgotten",
                "export function TestForgotten").replace("nope", "order"));
        var doubted = type("run", "-i", "scripts/shop_test.js", "--strict");

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(flat(run)).contains("warning: scripts/shop_test.js:5:1: 'TestForgotten' is not run",
                "Warning: " + DOUBT + "TestNoCall: the test called no agent");
        assertThat(strict.code()).as(strict.output()).isEqualTo(2);
        assertThat(doubted.code()).as(doubted.output()).isEqualTo(1);
        assertThat(flat(doubted)).contains("Gate failed: " + DOUBT + "TestNoCall: the test called no agent");
    }
}
