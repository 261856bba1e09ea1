package dev.muster.coordinator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.config.Judging;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.Then;
import dev.muster.common.model.Turn;
import dev.muster.common.script.ScriptFolder;
import dev.muster.common.testing.Cost;
import dev.muster.common.testing.CountingProxy;
import dev.muster.coordinator.run.HelperReply;
import dev.muster.coordinator.suite.input.InputResolver;
import dev.muster.coordinator.suite.input.ResolvedInput;
import dev.muster.coordinator.suite.input.SuitePaths;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class InputsTest {

    private static final String CASE = "{\"id\": \"%s\", \"input\": \"hi\"}\n";

    @TempDir
    Path root;

    private ReadSuite files(String... names) {
        var suite = ReadSuite.in(root);
        for (var name : names) {
            suite.with(name, CASE.formatted("a"));
        }
        return suite;
    }

    private static List<String> keys(ReadSuite suite) {
        return suite.cases().stream().map(each -> each.identity().key()).toList();
    }

    @Test
    void aFolderGivesItsSuitesSortedByPathWhateverTheirDepth() {
        var suite = files("t/b.jsonl", "t/a.jsonl", "t/sub/c.jsonl", "t/.hidden/d.jsonl", "other.jsonl").read("t");

        assertThat(suite.faults()).isEmpty();
        assertThat(keys(suite)).containsExactly("t/a.jsonl#a", "t/b.jsonl#a", "t/sub/c.jsonl#a");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"t/*.jsonl | t/a.jsonl#a,t/b.jsonl#a",
        "t/** | t/a.jsonl#a,t/b.jsonl#a,t/sub/c.jsonl#a",
        "**/c.jsonl | t/sub/c.jsonl#a", "t/**/*.jsonl | t/a.jsonl#a,t/b.jsonl#a,t/sub/c.jsonl#a",
        "./t/b*.jsonl | t/b.jsonl#a", "*/sub/* | t/sub/c.jsonl#a"})
    void aGlobGivesWhatMatches(String glob, String keys) {
        var suite = files("t/b.jsonl", "t/a.jsonl", "t/sub/c.jsonl").read(glob);

        assertThat(suite.faults()).isEmpty();
        assertThat(String.join(",", keys(suite))).isEqualTo(keys);
    }

    @Test
    void filesWithoutADialectsMarksArePassedOverAndListed() {
        var suite = files("t/a.jsonl").with("t/package.json", "{\"input\": \"src\"}")
                .with("t/one.json", CASE.formatted("b")).with("t/list.json", "[" + CASE.formatted("c") + "]")
                .with("t/out.jsonl", "{\"id\": \"a\", \"status\": \"passed\", \"cause\": \"none\", \"duration_ms\": 3}")
                .with("t/notes.md", "# input").with("t/settings.yaml", "agents: {}")
                .with("t/readme.md", "Cases have `input:` and `assertions:`.").with("t/odd.txt", "a: [b")
                .with("t/more.txt", "- id: d\n  turns: [{ input: hi }]\n")
                .with("t/lines.txt", CASE.formatted("e"));

        var reading = suite.reading("t");

        assertThat(suite.faults()).isEmpty();
        assertThat(keys(suite)).containsExactly("t/a.jsonl#a", "t/list.json#c", "t/one.json#b");
        assertThat(reading.cases()).isEqualTo(3);
        assertThat(InputResolver.describe(reading.passedOver(), false))
                .hasValue("skipped, because these are not suites: t/lines.txt, t/more.txt, t/package.json and 1 more "
                        + "(muster validate FILE says what one lacks)");
    }

    @Test
    void onlyTheFirstFilesPassedOverAreNamed() {
        var passedOver = files("t/a.jsonl").with("t/1.json", "{}").with("t/2.json", "{a: b}").with("t/3.yml", "a: b")
                .with("t/4.yaml", "a: b").with("t/muster.yaml", "agents: {}").reading("t").passedOver();

        assertThat(InputResolver.describe(passedOver, false).orElseThrow())
                .contains(": t/1.json, t/2.json, t/3.yml and 1 more (");
        assertThat(InputResolver.describe(passedOver, true).orElseThrow()).contains("t/3.yml, t/4.yaml (");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "e.json | {'id': 'a', 'inptu': 'x'} | e.json:1:13: unknown key 'inptu'; did you mean 'input'?",
        "e.yaml | - id: a%n  Input: x | e.yaml:2:3: unknown key 'Input'; did you mean 'input'?",
        "e.yaml | Id: a%nInput: x%nAssertions: [] | e.yaml:1:1: unknown key 'Id'; did you mean 'id'?",
        "e.yaml | - input: x%n  asserts: [] | e.yaml:2:3: unknown key 'asserts'; did you mean 'assert'?",
        "e.yaml | cases:%n- { id: a, input: x } | e.yaml:1:1: unknown key 'cases'; a suite is a list of cases, each with 'id' and 'input', without a key above it",
        "e.yaml | Tests:%n- { id: a, input: x } | e.yaml:1:1: unknown key 'Tests'; a suite is",
        "e.ymal | - { id: a, input: x } | e.ymal:1:1: this has cases, but the extension is mistyped, so it is not read as a suite; rename it to e.yaml",
        "e.jsnol | {'id': 'a', 'input': 'x'} | e.jsnol:1:1: this has cases, but the extension is mistyped, so it is not read as a suite; rename it to e.jsonl",
        "e.yaml | # nothing | e.yaml:1:1: this file has no cases; write one, or remove the file",
        "e.jsonl | '' | e.jsonl:1:1: this file has no cases",
        "e.json | {'prompt': 'x', 'assert': []} | e.json:1:2: unknown key 'prompt'; the text of a prompt goes into 'input'",
        "f.yaml | id: a%ninput: hi%nassert: [{ json_path: $.calls[0].name }] | f.yaml:3:30: not YAML: expected ',' or '}', but got [; put quotes around a text with , [ or : in { }",
        "f.yaml | - { id: a, input: Yes, book it } | f.yaml:1:24: unknown key 'book it'; put quotes around a text with , [ or : in { }",
        "f.yaml | - { id: a, input: hi | f.yaml:1:21: not YAML: expected ',' or '}', but got <stream end>; a { or [ is not closed",
        "f.yaml | - id: a%n  input: 'hi%n- id: b | f.yaml:2:10: not YAML: the quote \" is not closed",
        "f.yaml | - id: a%n  input: 'hi 'you' | f.yaml:2:10: not YAML: the quote \" is closed at 2:14, and more text follows",
        "f.yaml | - id: a%n   input: hi | f.yaml:2:4: not YAML: 'input' is indented by 3 spaces, and 'id' at line 1 by 2 spaces",
        "f.yaml | - id: a%n  input: hi%n assert: [] | f.yaml:3:2: not YAML: 'assert' is indented by 1 space, and 'input' at line 2 by 2",
        "e.yaml | id: a%ninput: x: y | e.yaml:2:9: not YAML: a text with ': ' in it needs quotes",
        "e.json | [{'id': 'a' 'input': 'x'}] | e.json:1:13: not JSON"})
    void aFileOfAFolderThatWasToBeASuiteIsNeverPassedOver(String name, String text, String fault) {
        var suite = files("t/a.jsonl").with("t/" + name, text.formatted().replace('\'', '"')).read("t");

        assertThat(suite.faults()).first(InstanceOfAssertFactories.STRING).startsWith("t/" + fault);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"id\": 5, \"message\": \"hello\"}", "{\"id\": 1, \"question\": \"x\"}", "[[]]",
        "{\"id\": 1, \"assets\": [], \"tests\": [\"a\"]}",
        "{\"name\": \"action\", \"inputs\": {}}", "{{ .Values.broken"})
    void dataBesideSuitesIsNoFault(String data) {
        var suite = files("t/a.jsonl").with("t/data.json", data).read("t");

        assertThat(suite.faults()).isEmpty();
        assertThat(keys(suite)).containsExactly("t/a.jsonl#a");
    }

    @Test
    void aLongSuiteInYamlIsFoundInItsFolder() {
        var cases = IntStream.range(0, 20_000)
                .mapToObj("- {id: c%d, input: a question of some length without any comma in it}%n"::formatted);

        assertThat(ReadSuite.in(root).with("t/long.yaml", cases.collect(Collectors.joining())).reading("t").cases())
                .isEqualTo(20_000);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"e.json | {'userMessage': 'hi'}",
        "e.json | [{'turns': [{'userMessage': 'hi'}]}]", "e.yaml | turns: [{user: hi}]"})
    void aFileIsReadInTheDialectWhoseMarksItBears(String name, String text) {
        var suite = ReadSuite.in(root).with(name, text.replace('\'', '"')).read(name);

        assertThat(suite.faults()).isEmpty();
        assertThat(suite.cases()).extracting(each -> each.identity().key()).containsExactly(name + "#e");
    }

    @ParameterizedTest
    @ValueSource(strings = {"id: a\ninput: b\n---\n---\nid: c\ninput: d\n", "[{id: a, input: b}, {id: c, input: d}]",
        "\uFEFF- {id: a, input: b}\n- id: c\n  input: &x d\n  name: *x\n"})
    void yamlHoldsOneCaseSeveralDocumentsOrAList(String text) {
        var suite = ReadSuite.in(root).with("t/cases.yaml", text).read("t");

        assertThat(suite.faults()).isEmpty();
        assertThat(keys(suite)).containsExactly("t/cases.yaml#a", "t/cases.yaml#c");
    }

    @Test
    void faultsOfYamlAreAtTheirPlace() {
        var suite = ReadSuite.in(root).with("cases.yml", "- id: a\n  input: b\n- id: a\n  inptu: c\n")
                .read("cases.yml");

        assertThat(suite.faults()).containsExactly(
                "cases.yml:3:7: id 'a' is already used in this file, at line 1",
                "cases.yml:4:3: unknown key 'inptu'; did you mean 'input'?");
    }

    @Test
    void aTagThatNamesAClassIsAFaultAndFetchesNothing() throws IOException {
        try (var everywhere = new CountingProxy()) {
            var suite = ReadSuite.in(root).with("a.yaml", "id: x\ninput: !!javax.script.ScriptEngineManager "
                    + "[!!java.net.URLClassLoader [[!!java.net.URL [\"" + everywhere.url() + "/\"]]]]\n")
                    .read("a.yaml");

            assertThat(suite.cases()).isEmpty();
            assertThat(suite.faults()).singleElement().asString().startsWith("a.yaml:2:");
            assertThat(everywhere.asked()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"metadata\":{\"n\":1e1000000000}",
        "\"assertions\":[{\"type\":\"equals\",\"value\":1e1000000000}]", "\"metadata\":{\"n\":NINES}",
        "\"metadata\":DEEP"})
    void hostileNumbersAndNestingInJsonAreFaultsSoon(String members) throws Exception {
        var text = "{\"id\":\"d\",\"input\":\"x\"," + members.replace("NINES", "9".repeat(100_000))
                .replace("DEEP", "[".repeat(200_000) + "]".repeat(200_000)) + "}\n";

        var suite = Cost.bounded(() -> ReadSuite.in(root).with("a.jsonl", text).read("a.jsonl"));

        assertThat(suite.cases()).isEmpty();
        assertThat(suite.faults()).isNotEmpty().allMatch(fault -> fault.startsWith("a.jsonl:1:"));
    }

    @Test
    void aFileThatTwoInputsNameIsReadOnce() {
        var suite = files("t/a.jsonl").read("t", "t/a.jsonl", "./t/../t/a.jsonl");

        assertThat(keys(suite)).containsExactly("t/a.jsonl#a");
    }

    @Test
    void keysStartAtTheProjectRootAndMessagesAtTheWorkingFolder() throws IOException {
        files("t/sub/a.jsonl").with("t/sub/bad.jsonl", "{}");
        var config = ReadSuite.project(root);
        var suite = ReadSuite.in(Files.createDirectories(root.resolve("t"))).read(config, "sub");

        assertThat(keys(suite)).containsExactly("t/sub/a.jsonl#a");
        assertThat(suite.faults()).allMatch(fault -> fault.startsWith("sub/bad.jsonl:1:1: "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Hello, how are you?", "hello", "What is 2 * 3?", "and/or: which one",
        "see https://example.com/x please"})
    void anythingElseIsAMessage(String text) {
        var suite = ReadSuite.in(root).read(text, "again and again");

        assertThat(suite.faults()).isEmpty();
        assertThat(keys(suite)).containsExactly("message#message-1", "message#message-2");
        assertThat(suite.cases().getFirst().identity().id()).isEqualTo("message-1");
        assertThat(((Conversation.Standard) suite.cases().getFirst().conversation()).messages())
                .containsExactly(Message.user(text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "tests/expence.jsonl | file not found; did you mean tests/expense.jsonl?",
        "test/expense.jsonl | file not found; did you mean tests/expense.jsonl?",
        "expense.jsonl | file not found; did you mean tests/expense.jsonl?",
        "nothing/like/it | no file or folder 'nothing/like/it'",
        "x.yaml | file not found; there is tests/expense.jsonl",
        "test | no file or folder 'test'; did you mean tests? (--say TEXT sends it as a message)",
        "tset/ | no file or folder 'tset/'; did you mean tests?",
        "note.txt | no file or folder 'note.txt'; did you mean notes.txt? (--say TEXT sends it as a message)",
        "tests/expence.jsonl#a | file not found; did you mean tests/expense.jsonl?",
        "none/*.jsonl | no suite matches", "2*3 | no suite matches", "empty | this folder has no suites",
        "notes.txt | not a suite: give a file that ends in .jsonl, .json or .yaml, a script with tests, or a folder",
        "agents:gen?count=10 | nothing is generated here; muster run --dry-run generates cases and runs none",
        "scripts:a.b?k=two words | nothing is generated here; muster run --dry-run generates cases and runs none",
        "agents:gen?count | a parameter is name=value, with & between two, not 'count'",
        "agents:gen?=3 | a parameter is name=value, with & between two, not '=3'",
        "agents:gen?a=1&a=2 | parameter 'a' is given twice",
        "agents:gen?a=100%x | a % in '100%x' is not an escape; write %25 for the sign itself",
        "agent:gen | unknown kind of reference 'agent:'; did you mean 'agents:'?",
        "tool:x | unknown kind of reference 'tool:'; use agents: or scripts:",
        "agents: what are they? | nothing is generated here; muster run --dry-run generates cases and runs none",
        "agents:?count=1 | name what generates the cases, as in agents:ID or scripts:ID",
        "nope.mts | file not found; there is tests/expense.jsonl",
        "nope.MJS | file not found; there is tests/expense.jsonl",
        "my suite.jsonl | file not found; there is tests/expense.jsonl (--say TEXT sends it as a message)",
        "t/my tests.ts | file not found; there is tests/expense.jsonl (--say TEXT sends it as a message)",
        "- | standard input has no cases",
        "' ' | an input must not be empty", "empty.jsonl | this file has no cases; write one, or remove the file"})
    void whatCannotBeReadIsOneSentence(String input, String sentence) throws IOException {
        var suite = files("tests/expense.jsonl").with("notes.txt", "x").with("empty.jsonl", "// nothing\n");
        Files.createDirectories(root.resolve("empty"));

        suite.read(input);

        var place = switch (input) {
            case "empty.jsonl" -> input + ":1:1";
            case "-" -> "stdin";
            default -> "-i " + input;
        };
        assertThat(suite.faults()).containsExactly(place + ": " + sentence);
        assertThat(suite.cases()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"cause\": \"none\", \"assertions\": []",
        "\"turns\": [{\"turn\": 1, \"input\": \"Hi\", \"assertions\": []}], \"final_assertions\": [], \"total_turns\": 1",
        "\"turns\": [{\"turn\": 1, \"input\": \"Hi\"}], \"checkpoints\": [{\"id\": \"a\", \"passed\": true}]"})
    void resultsAreNoSuite(String members) {
        var result = "{\"id\": \"a\", \"status\": \"passed\", " + members + ", \"duration_ms\": 3}";

        var suite = files("tests/a.jsonl").with("tests/out.jsonl", result).with("tests/out.json", "[" + result + "]");

        assertThat(suite.read("tests/out.jsonl", "tests/out.json").faults()).containsExactly(
                "tests/out.jsonl:1:1: these are the results of a run; give the suite that was run",
                "tests/out.json:1:1: these are the results of a run; give the suite that was run");
    }

    @Test
    void resultsUnderTheNamesOfAgentEvalAreNoSuite() {
        var result = "[{\"testRunId\": \"r.1.0.0\", \"status\": \"Passed\", \"turns\": [{\"userMessage\": \"Hi\"}]}]";

        var suite = files("tests/a.jsonl").with("tests/out.json", result);

        assertThat(keys(suite.read("tests"))).containsExactly("tests/a.jsonl#a");
        assertThat(suite.read("tests/out.json").faults()).containsExactly(
                "tests/out.json:1:1: these are the results of a run; give the suite that was run");
    }

    @Test
    void aFolderPassesOverResultsThatLieBesideItsSuites() {
        var result = "{\"id\": \"r\", \"status\": \"passed\", \"turns\": [{\"turn\": 1, \"input\": \"Hi\"}], \"duration_ms\": 3}";

        var suite = files("tests/a.jsonl").with("tests/out.jsonl", result).with("tests/out.json", result).read("tests");

        assertThat(suite.faults()).isEmpty();
        assertThat(suite.cases()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"agents:my gen?count=1 | agents:my gen | {\"count\":1}",
        "agents:prüfer | agents:prüfer | {}", "agents:gen@v2 | agents:gen@v2 | {}",
        "agents:* | agents:* | {}", "agents:a%3Fb?focus=why? | agents:a?b | {\"focus\":\"why?\"}",
        "scripts:make.cases?k=two words | scripts:make.cases | {\"k\":\"two words\"}"})
    void aGeneratorsIdIsAnyText(String input, String use, String parameters) {
        var asked = new ArrayList<String>();

        ReadSuite.in(root).generating((generator, given) -> {
            asked.add(generator + " " + given);
            return new HelperReply.Text(CASE.formatted("a"));
        }).read(input);

        assertThat(asked).containsExactly(use + " " + parameters);
    }

    @ParameterizedTest
    @MethodSource("endings")
    void everyEndingThatIsReadIsAPath(String ending) {
        assertThat(ReadSuite.in(root).read("nope" + ending).faults())
                .containsExactly("-i nope" + ending + ": file not found");
    }

    private static Stream<String> endings() {
        return Stream.concat(SuitePaths.ENDINGS.stream(), ScriptFolder.JAVASCRIPT.stream());
    }

    @Test
    void aSuiteMayComeOnStandardInput() {
        var suite = ReadSuite.in(root).piped(CASE.formatted("a") + "{\"id\": \"b\", \"inptu\": 1, \"input\": \"x\"}")
                .read("-", "-");

        assertThat(keys(suite)).containsExactly("stdin#a");
        assertThat(suite.faults()).containsExactly("stdin:2:13: unknown key 'inptu'; did you mean 'input'?");
    }

    @Test
    void whatAPersonTypesOpensAConversationWhateverItLooksLike() {
        var suite = ReadSuite.in(root)
                .in(new CaseDefaults(null, false, true, false, null, null, null, null, null, Judging.NONE))
                .piped("agents: hello/there.jsonl").read("-");

        assertThat(suite.faults()).isEmpty();
        var conversation = (Conversation.Scripted) suite.cases().getFirst().conversation();
        assertThat(conversation.turns()).extracting(Turn::text).containsExactly("agents: hello/there.jsonl");
        assertThat(((Then.Ask) conversation.then()).person()).isNotNull();
    }

    @Test
    void aMessageNeedsATargetToo() {
        var nobody = ProjectConfig.of(root, null, ProjectConfig.Targets.NONE, new ProjectConfig.Defaults(null, null));

        var suite = ReadSuite.in(root).read(nobody, "Hello there", "Again");

        assertThat(suite.faults())
                .containsExactly("-i Hello there: no agent to test: no muster.yaml in " + root
                        + ", in any folder above it or beside the suite; muster init writes one");
    }

    @Test
    void aConfigurationNearerToASuiteThanTheOneThatIsUsedIsAWarning() {
        var suite = files("t/a.jsonl", "t/sub/b.jsonl").with("t/sub/muster.yaml", "agents: {}").read("t");

        assertThat(suite.faults()).isEmpty();
        assertThat(suite.warnings()).containsExactly("t/sub/muster.yaml: this configuration is not used, because "
                + "muster.yaml is; name it with --config, or start in its folder");
    }

    @Test
    void inCiASingleWordIsNoMessage() throws IOException {
        Files.createDirectories(root.resolve("tests"));
        var resolver = new InputResolver(root, new SuitePaths(root, root), true);

        assertThat(resolver.resolve("hello"))
                .isEqualTo(new ResolvedInput.Wrong(
                        "no file or folder 'hello', and with CI set a single word is not a message (--say TEXT sends it as a message)"));
        assertThat(resolver.resolve("hello there")).isEqualTo(new ResolvedInput.Message("hello there"));
    }

    @ParameterizedTest
    @CsvSource({"ab, xy, false", "ab, ac, true", "hi, hi.yaml, true", "hi, hi.txt, false", "git, .git, false",
        "please help, please_help, true", "toasts, tests, true", "toast, tests, false"})
    void whatIsWithinTwoEditsOfAFileIsNoMessage(String input, String file, boolean refused) throws IOException {
        Files.writeString(root.resolve(file), "");

        assertThat(new InputResolver(root, new SuitePaths(root, root), false).resolve(input))
                .isInstanceOf(refused ? ResolvedInput.Wrong.class : ResolvedInput.Message.class);
    }

    @Test
    void faultsOfEveryInputAreTold() {
        var suite = files("t/a.jsonl").with("bad.jsonl", "{\"id\": \"x\"}").read("no/such", "bad.jsonl", "t",
                "agents:g");

        assertThat(suite.faults()).containsExactly("-i no/such: no file or folder 'no/such'",
                "bad.jsonl:1:1: a case needs 'input' or 'messages'",
                "-i agents:g: nothing is generated here; muster run --dry-run generates cases and runs none");
        assertThat(keys(suite)).containsExactly("t/a.jsonl#a");
    }
}
