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

/** Tests that no run is green because nothing was checked: messages, tools that no reply shows, cases that only wait. */
@MusterProject
final class GreenWithoutCheckIT {

    private static final String CASE = "{\"id\": \"good\", \"input\": \"hi\", \"assertions\": [{\"type\": \"contains\","
            + " \"value\": \"Anything else?\"}]}\n";
    private static final String UNTRIED = "{\"id\": \"waits\", \"turns\": [{\"input\": \"hi\"}], \"assertions\":"
            + " [{\"type\": \"contains\", \"value\": \"no such thing\"}]%s}\n";
    private static final String REASON = "1 case was skipped before its assertions were tried";
    private static final String UNTRIED_PASS = "1 case passed although nothing was checked (cause nothing_checked)";

    private static final String NOT_EVALUATED = "The assertions of the case were not evaluated, so the gate fails: if"
            + " the case ends with its turns, set 'type: scripted'";

    private final TestProject muster;
    private final AtomicInteger asked = new AtomicInteger();

    GreenWithoutCheckIT(TestProject muster) {
        this.muster = muster;
    }

    @BeforeEach
    void makeProject() throws IOException {
        muster.agent().saying("/shop", () -> "Hello " + asked.incrementAndGet() + ". Anything else?");
        configure("");
        Files.createDirectories(muster.folder().resolve("tests"));
        muster.write("tests/good.jsonl", CASE);
    }

    private void configure(String more) throws IOException {
        muster.write("muster.yaml", """
                agents:
                  shop: { protocol: openai, url: "%1$s/shop" }
                  gen: { protocol: openai, url: "%1$s/gen", helper: true }
                  blind:
                    protocol: http
                    url: "%1$s/shop"
                    body: { messages: "${messages}" }
                    response: { text: "$.choices[0].message.content" }
                defaults: { agent: shop%2$s }
                """.formatted(muster.agent().url(), more));
    }

    private Command type(Map<String, String> environment, String... words) {
        return Command.typeIn(muster.folder(), muster.home(), environment, words);
    }

    private Command type(String... words) {
        return type(Map.of(), words);
    }

    private static String flat(Command command) {
        return command.output().replaceAll("[\\s│]+", " ");
    }

    @Tag("slow")
    @Test
    void aNameThatNoHookSetsIsAWarningAtItsPlace() throws IOException {
        muster.write("muster.yaml", """
                agents:
                  shop:
                    protocol: openai
                    url: "%1$s/shop"
                    headers: { X-Key: "${KEY}" }
                  other: { protocol: openai, url: "%1$s/${PLACE}", helper: true }
                """.formatted(muster.agent().url()));

        var run = type("run", "-i", "tests", "--strict");

        assertThat(run.code()).as(run.output()).isEqualTo(2);
        assertThat(run.output())
                .contains("muster.yaml:5:23: header 'X-Key' sends '${KEY}' as it stands, because no case"
                        + " has 'hooks' that set it; write ${ENV.KEY} for the environment variable")
                .doesNotContain("PLACE");
        assertThat(type("run", "-i", "tests").output()).contains("warning: muster.yaml:5:23: header 'X-Key'");
        muster.write("tests/good.jsonl", CASE.replace("\"input\"", "\"hooks\": [{\"cmd\": [\"true\"]}], \"input\""));
        assertThat(type("validate", "tests").output()).doesNotContain("X-Key");
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"test", "tets", "TESTS", "test/", "./test"})
    void aMistypedFolderIsNoMessage(String name) {
        var run = type("run", "-i", name);

        assertThat(flat(run)).contains("no file or folder '" + name + "'; did you mean tests?");
        assertThat(run.code()).isEqualTo(2);
        assertThat(asked).hasValue(0);
        assertThat(type("validate", name).output()).contains("did you mean tests?");
    }

    @Tag("slow")
    @Test
    void aMessageChecksNothingAndTheRunSaysSoOnce() throws IOException {
        var run = type("run", "-i", "Hello", "-i", "Again", "-o", "r.jsonl", "-o", "r.md");
        var strict = type("run", "-i", "What can you do?", "--strict");

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(run.output().split("nothing was checked", -1)).hasSize(2);
        assertThat(muster.read("r.jsonl").lines()).hasSize(2).allMatch(line -> line.contains("nothing was checked"));
        assertThat(strict.code()).isEqualTo(2);
        assertThat(strict.output()).contains("-i What can you do?: nothing was checked");
    }

    @Test
    void whereCiIsSetASingleWordIsNoMessageAndSaySendsIt() {
        var ci = Map.of("CI", "true");

        var word = type(ci, "run", "-i", "Hello");
        var said = type(ci, "run", "--say", "Hello", "--say", "tests");
        var strict = type(ci, "run", "-i", "tests", "--say", "Hello", "--strict");

        assertThat(word.code()).isEqualTo(2);
        assertThat(flat(word)).contains("no file or folder 'Hello'", "--say TEXT");
        assertThat(said.code()).as(said.output()).isZero();
        assertThat(flat(said)).contains("Passed: 2", "--say Hello: nothing was checked");
        assertThat(strict.code()).isEqualTo(2);
        assertThat(asked).hasValue(2);
    }

    @Test
    void whatTheMappingDoesNotReadIsAFaultBeforeTheRun() throws IOException {
        muster.write("tests/tools.jsonl", """
                {"id": "one", "input": "hi", "assertions": [{"type": "tool_not_called", "name": "book"}]}
                {"id": "two", "turns": [{"input": "hi", "assertions": [{"type": "max_tokens", "value": 9}]}]}
                {"id": "path", "input": "hi", "assertions": [{"type": "json_path", "path": "$.tool_calls", "value": []}]}
                """);

        var seen = type("run", "-i", "tests/tools.jsonl", "--dry-run");
        var unseen = type("run", "-i", "tests", "-n", "blind");
        var matrix = type("run", "-i", "tests", "-n", "shop", "-n", "blind");
        muster.write("muster.yaml", muster.read("muster.yaml").replace("agent: shop", "agent: blind"));
        var validated = type("validate", "tests");

        assertThat(seen.code()).as(seen.output()).isZero();
        for (var command : List.of(unseen, matrix, validated)) {
            assertThat(flat(command)).contains(
                    "tests/tools.jsonl:1:45: case one has the assertion 'tool_not_called \"book\"', but agent blind has no"
                            + " response.tool_calls, so it never shows a call",
                    "tests/tools.jsonl:2:56: case two has the assertion 'max_tokens 9', but agent blind has no"
                            + " response.usage");
            assertThat(command.output()).contains("warning: tests/tools.jsonl:3:46: case path");
            assertThat(command.code()).isEqualTo(2);
        }
        assertThat(asked).hasValue(0);
    }

    @Tag("slow")
    @Test
    void aGeneratedCaseThatNeedsWhatTheAgentDoesNotShowIsLeftOut() {
        muster.agent().saying("/gen", () -> "[" + CASE.strip() + ", {\"id\": \"tools\", \"input\": \"hi\","
                + " \"assertions\": [{\"type\": \"tool_not_called\", \"name\": \"book\"}]}]");

        var run = type("run", "-i", "agents:gen", "-n", "blind");
        var strict = type("run", "-i", "agents:gen", "-n", "blind", "--strict");

        assertThat(flat(run)).contains(
                "case tools has the assertion 'tool_not_called \"book\"', but agent blind has no",
                "case tools is skipped", "Passed: 1");
        assertThat(strict.code()).isEqualTo(2);
    }

    @Test
    void aSkippedCaseWhoseAssertionsWereNotTriedFailsTheGate() throws IOException {
        muster.write("tests/waits.jsonl", UNTRIED.formatted(""));

        var run = type("run", "-i", "tests", "-o", "r.jsonl", "-o", "r.md", "-o", "r.xml", "-o", "r.html", "-o",
                "r.json");
        var report = type("report");
        var alone = type("run", "-i", "tests/waits.jsonl");

        assertThat(run.code()).as(run.output()).isEqualTo(1);
        assertThat(flat(run)).contains("Skipped: 1", "Gate failed: " + REASON,
                "Hint: Add more turns, use --interactive, or configure simulator", NOT_EVALUATED,
                "'type: scripted' in it");
        assertThat(report.code()).isEqualTo(1);
        assertThat(flat(report)).contains("Gate failed: " + REASON);
        assertThat(muster.read("r.jsonl")).contains("\"status\":\"skipped\",\"cause\":\"unchecked\"");
        for (var file : List.of("r.md", "r.xml", "r.html", "r.json")) {
            assertThat(muster.read(file)).as(file).contains(REASON);
            assertThat(muster.read(file).replaceAll("&#39;|&apos;", "'")).as(file).contains(NOT_EVALUATED);
        }
        assertThat(alone.code()).isEqualTo(2);
        assertThat(flat(alone)).contains("Gate failed: " + REASON);
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"`, \"on_missing_input\": \"skip\"` | `` | ``",
        "`` | `, on_missing_input: skip` | ``", "`` | `` | --on-missing-input=skip", "`` | `` | --skip-interactive"})
    void aForeseenSkipIsNoFailure(String inCase, String inDefaults, String flag) throws IOException {
        configure(inDefaults);
        muster.write("tests/waits.jsonl", UNTRIED.formatted(inCase));

        var words = new ArrayList<>(List.of("run", "-i", "tests"));
        Stream.of(flag).filter(each -> !each.isEmpty()).forEach(words::add);
        var run = type(words.toArray(String[]::new));

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(flat(run)).contains("Skipped: 1").doesNotContain("Gate:");
    }

    @Test
    void aSkipAfterATriedAssertionOrOfACaseWithoutAnyIsNoFailure() throws IOException {
        muster.write("tests/waits.jsonl", """
                {"id": "tried", "turns": [{"input": "hi", "assertions": [{"type": "contains", "value": "Hello"}]}]}
                {"id": "none", "turns": [{"input": "hi"}]}
                """);

        var run = type("run", "-i", "tests");

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(flat(run)).contains("Skipped: 2");
    }

    /** A case whose assertions a condition or a jump leaves out. */
    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {
        "[{\"input\": \"hi\"}, {\"input\": \"b\", \"when\": {\"contains\": \"never\"}, \"assertions\":"
                + " [{\"contains\": \"x\"}]}]",
        "[{\"input\": \"hi\", \"goto\": \"end\"}, {\"input\": \"b\", \"assertions\": [{\"contains\": \"x\"}]},"
                + " {\"name\": \"end\", \"input\": \"c\"}]",
        "[{\"input\": \"hi\"}, {\"input\": \"b\", \"when\": {\"contains\": \"never\"}, \"expect_success\":"
                + " false}]"})
    void aPassWhoseAssertionsWereLeftOutFailsTheGate(String turns) throws IOException {
        muster.write("tests/left.jsonl", "{\"id\": \"left\", \"type\": \"scripted\", \"turns\": " + turns + "}\n");

        var run = type("run", "-i", "tests", "--strict", "-o", "r.jsonl", "-o", "r.md", "-o", "r.xml", "-o", "r.html",
                "-o", "r.json");
        var report = type("report");
        muster.write("muster.yaml", muster.read("muster.yaml") + "gate: { allow_unchecked: true }\n");
        var allowed = type("run", "-i", "tests", "-o", "a.jsonl");

        assertThat(run.code()).as(run.output()).isEqualTo(1);
        assertThat(flat(run)).contains("Passed: 2", "Gate failed: " + UNTRIED_PASS, "gate.allow_unchecked",
                "Warning: nothing was checked: no turn with assertions was sent");
        assertThat(report.code()).isEqualTo(1);
        assertThat(flat(report)).contains("Gate failed: " + UNTRIED_PASS);
        assertThat(muster.read("r.jsonl")).contains("\"status\":\"passed\",\"cause\":\"nothing_checked\"",
                "\"judged\":false");
        for (var file : List.of("r.md", "r.xml", "r.html", "r.json")) {
            assertThat(muster.read(file)).as(file).contains(UNTRIED_PASS);
        }
        assertThat(allowed.code()).as(allowed.output()).isZero();
        assertThat(muster.read("a.jsonl")).contains("\"judged\":false");
    }

    @Tag("slow")
    @Test
    void aScriptTestThatAssertsNothingFailsTheGate() throws IOException {
        Files.createDirectories(muster.folder().resolve("scripts"));
        muster.write("scripts/shop_test.js", """
                import { Process } from "@yao/runtime";
                export function TestNothing(t, ctx) {
                  Process("agents.shop.Stream", ctx, "hi");
                }
                export function TestSomething(t, ctx) {
                  t.assert.Contains(Process("agents.shop.Stream", ctx, "hi").content, "else");
                }
                """);

        var run = type("run", "-i", "scripts/shop_test.js", "--strict");

        assertThat(run.code()).as(run.output()).isEqualTo(1);
        assertThat(flat(run)).contains("Gate failed: " + UNTRIED_PASS,
                "Warning: nothing was checked: the script test asserted nothing");
    }

    @Tag("slow")
    @Test
    void aScriptTestThatLooksAtCallsThatItsAgentNeverShowsIsAnError() throws IOException {
        Files.createDirectories(muster.folder().resolve("scripts"));
        muster.write("scripts/blind_test.js", """
                export function TestNoCall(t, ctx) {
                  t.assert.Len(Process("agents.blind.Stream", ctx, "hi").tool_calls, 0);
                }
                export function TestReply(t, ctx) {
                  t.assert.Contains(JSON.stringify(Process("agents.blind.Stream", ctx, "hi")), "Anything else?");
                }
                """);

        var run = type("run", "-i", "scripts/blind_test.js");

        assertThat(run.code()).as(run.output()).isEqualTo(1);
        assertThat(flat(run)).contains("Passed: 1", "agent blind has no response.tool_calls, so it never shows a call");
    }

    @Tag("slow")
    @Test
    void aGeneratedCaseWithoutAssertionsFailsTheGateAndHasAWarning() {
        muster.agent().saying("/gen", () -> "[" + CASE.strip() + ", {\"id\": \"bare\", \"input\": \"hi\"}]");

        var run = type("run", "-i", "agents:gen", "-n", "shop");
        var strict = type("run", "-i", "agents:gen", "-n", "shop", "--strict");

        assertThat(run.code()).as(run.output()).isEqualTo(1);
        assertThat(flat(run)).contains("case bare has no assertions", "Gate failed: " + UNTRIED_PASS,
                "Warning: nothing was checked: the generated case has no assertions");
        assertThat(strict.code()).isEqualTo(2);
    }

    @Test
    void aSkipBeforeTheFinalAssertionsFailsTheGateWhateverWasTriedBefore() throws IOException {
        muster.write("tests/waits.jsonl", """
                {"id": "waits", "turns": [{"input": "hi", "assertions": [{"type": "contains", "value": "Hello"}]}], \
                "assertions": [{"type": "contains", "value": "no such thing"}]}
                """);

        var run = type("run", "-i", "tests");
        var allowed = type("run", "-i", "tests", "--on-missing-input", "skip");

        assertThat(run.code()).as(run.output()).isEqualTo(1);
        assertThat(flat(run)).contains("Skipped: 1", "Gate failed: " + REASON, NOT_EVALUATED);
        assertThat(allowed.code()).as(allowed.output()).isZero();
    }
}
