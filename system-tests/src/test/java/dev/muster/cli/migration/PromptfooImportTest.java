package dev.muster.cli.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.muster.cli.Main;
import dev.muster.cli.session.Shell;
import dev.muster.common.config.Protocol;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests what a configuration of promptfoo becomes; {@code PromptfooIT} compares the verdicts. */
class PromptfooImportTest {

    private static final Path EXAMPLES = Path.of("src/interop/promptfoo").toAbsolutePath();
    /** The kinds that public configurations have most of. */
    private static final Set<String> USUAL = Set.of("javascript", "llm-rubric", "contains", "icontains", "contains-any",
            "is-json", "python", "similar", "trace-span-count", "equals");

    /** Assertions, and why each is not carried over as it stands. */
    private static final String REFUSED = """
            {type: is-valid-openai-function-call} @ 'is-valid-openai-function-call' has no equal; use tool_called, or schema with path
            {type: rouge-n, value: x} @ rouge-n' has no equal; use similar
            {type: regex, value: 'a(?=b)'} @ no lookahead
            {type: javascript, value: "require('fs').rmSync('/')"} @ uses 'require'
            {type: javascript, value: "fetch(output).ok"} @ uses 'fetch'
            {type: javascript, value: "new URL(output).host"} @ uses 'new URL'
            {type: javascript, value: "context.test.metadata.a"} @ uses 'context.test.'
            {type: javascript, value: file://../../secret.js} @ can't be read
            {type: contains, value: '{{ word | upper }}'} @ the filter 'upper'
            {type: contains, value: '{% if word %}a{% endif %}'} @ a template with {% … %}
            {type: contains, value: a, weight: 0} @ weight 0 only measures
            {type: cost, threshold: 0.1} @ needs prices
            {type: contains, value: a, wieght: 2} @ 'wieght' of an assertion
            {type: llm-rubric, value: a, provider: anthropic:messages:b} @ write an agent with protocol: anthropic
            {type: llm-rubric, value: a, provider: 'openai:responses:b'} @ 'openai:responses:b' is not carried over
            {type: llm-rubric, value: ''} @ 'criteria' of rubric must not be empty
            {type: llm-rubric, value: a, threshold: '0.5'} @ 'threshold' must be a number
            {type: regex, value: '[^]'} @ is not an RE2 pattern
            {type: regex, value: 'h{1,2000}'} @ is not an RE2 pattern
            {type: contains, value: a, weight: -1} @ 'weight' must be at least 0
            {type: contains, value: a, threshold: 1} @ 'threshold' of 'contains'
            {type: contains-any, value: []} @ 'value' of contains_any must not be empty
            {type: 'trajectory:tool-used', value: {name: a, max: 0}} @ 'min' must not be above 'max'
            {type: javascript, value: 'output.length > ('} @ JavaScript that can't be read
            {type: javascript, value: 'output.includes("{{env.HOME}}")'} @ code with a stored reply or a variable of the environment
            {type: javascript, value: file://broken.js} @ JavaScript that can't be read
            {type: assert-set, threshold: 0.5, weight: '2', assert: [{type: contains, value: a}]} @ 'weight' must be a number
            {type: llm-rubric, value: a, provider: {id: 'openai:b', config: {apiBaseUrl: nonsense}}} @ is not a valid URL
            {type: ends-with, value: a} @ use ends_with
            {value: 3} @ an assertion is an object with a 'type'
            string-only @ an assertion is an object with a 'type'
            """;

    @TempDir
    private Path folder;

    private record Typed(int code, String output) {}

    static List<Path> examples() throws IOException {
        try (var all = Files.list(EXAMPLES)) {
            return all.sorted().toList();
        }
    }

    @ParameterizedTest
    @Tag("full")
    @MethodSource("examples")
    void anExampleBecomesAProjectWithoutFaults(Path example) throws IOException {
        var imported = type(folder, "import", "promptfoo", example.resolve("promptfooconfig.yaml").toString(), "-o",
                "new");
        var checked = type(folder.resolve("new"), "validate", "--strict", "muster.yaml", "tests");

        assertThat(imported.code()).as(imported.output()).isZero();
        assertThat(checked.output()).contains(" 0 faults");
        assertThat(checked.code()).isZero();
    }

    @Test
    @Tag("slow")
    void aFolderWhoseNameIsAPatternIsReadAndFilesThatAreNotThereAreALoss() throws IOException {
        var project = Files.createDirectories(folder.resolve("proj[1]"));
        for (var name : List.of("tests/a.yaml", "tests/deep/b.yaml", "more[2]/c.yaml")) {
            Files.createDirectories(project.resolve(name).getParent());
            Files.writeString(project.resolve(name), "- assert: [{type: contains, value: hello}]\n");
        }
        Files.writeString(project.resolve("p.yaml"), """
                prompts: [hello]
                providers: [echo]
                tests:
                  - file://tests/**/*.yaml
                  - file://more[2]/
                  - file://none/*.yaml
                """);

        var imported = type(folder, "import", "promptfoo", project.resolve("p.yaml").toString(), "-o", "new");

        assertThat(imported.output()).contains("3 cases", "p.yaml:6", "'none/*.yaml' matches no file");
    }

    @Test
    @Tag("full")
    void nineInTenOfTheUsualAssertionsAreCarriedOver() throws IOException {
        int written = 0;
        int carried = 0;
        for (var example : examples()) {
            var config = example.resolve("promptfooconfig.yaml").toString();
            var output = type(folder, "import", "promptfoo", config, "-o", example.getFileName().toString()).output();
            for (var share : shares(output).entrySet()) {
                if (USUAL.contains(share.getKey())) {
                    carried += share.getValue().getFirst();
                    written += share.getValue().getLast();
                }
            }
        }
        System.out.println("Of the ten usual kinds: " + carried + " of " + written + " assertions carried over");

        assertThat(written).isGreaterThan(60);
        assertThat(carried).isGreaterThanOrEqualTo(Math.ceilDiv(9 * written, 10));
    }

    /** Reads {@code equals 3 of 4, …} out of the last lines. */
    private static Map<String, List<Integer>> shares(String output) {
        var shares = new HashMap<String, List<Integer>>();
        Pattern.compile("([a-z0-9:-]+) (\\d+) of (\\d+)").matcher(output).results().forEach(share -> shares.put(
                share.group(1), List.of(Integer.parseInt(share.group(2)), Integer.parseInt(share.group(3)))));
        return shares;
    }

    @Tag("slow")
    @Test
    void whatIsNotCarriedOverIsListedByFileAndLine() throws IOException {
        var refused = REFUSED.lines().map(row -> row.split(" @ ", 2)).toList();
        Files.writeString(folder.resolve("p.yaml"), refused.stream().map(row -> "    - " + row[0] + "\n").collect(
                Collectors.joining("", "prompts: [hello]\nproviders: [echo]\ntests:\n  - assert:\n",
                        "    - {type: contains, value: hello}\n    - {type: javascript, value: output.length > 1}\n")));
        Files.writeString(folder.resolve("broken.js"), "export default (output) => output.length > (;\n");

        var imported = type(folder, "import", "promptfoo", "p.yaml", "-o", "new");

        assertThat(imported.code()).as(imported.output()).isZero();
        for (int n = 0; n < refused.size(); n++) {
            var place = "p.yaml:" + (5 + n) + ":";
            var reason = refused.get(n)[1];
            assertThat(imported.output().lines()).anySatisfy(line -> assertThat(line).startsWith(place)
                    .contains(reason));
            assertThat(Files.readAllLines(folder.resolve("new/NOT-CARRIED-OVER.md"))).anySatisfy(
                    line -> assertThat(line).startsWith("- " + place).contains(reason));
        }
        assertThat(shares(imported.output())).containsEntry("javascript", List.of(1, 9)).containsEntry("regex",
                List.of(0, 3));
        assertThat(type(folder.resolve("new"), "validate", "muster.yaml", "tests").output()).contains(" 0 faults");
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource(delimiter = '@', quoteCharacter = '`', textBlock = """
            prompts: [hello]\\nproviders: [{id: echo, label: agent 2}, {id: echo, label: agent}] @ agent-2:,agent:
            prompts: [hello]\\nproviders: [{id: echo, label: ✓✓}, {id: echo, label: --}] @ agent:,agent-2:
            prompts: [hello]\\nproviders: [{id: 'http://127.0.0.1:1/a', config: {body: '{"message": {{prompt | dump}}}'}}] @ message: '${input}'
            prompts: [hello]\\nproviders: [{id: 'http://127.0.0.1:1/a', config: {queryParams: {a b: 'c&d {{prompt}}'}}}] @ ?a%20b=c%26d%20${input}
            prompts: [hello]\\nproviders: [{id: 'openai:gpt-5', config: {organization: o}}] @ protocol: openai,OpenAI-Organization: o
            prompts: [hello]\\nproviders: [{id: 'a2a:http://127.0.0.1:1/a', config: {auth: {type: bearer, token: '{{env.KEY}}'}}}] @ protocol: a2a,url: http://127.0.0.1:1/a,Bearer ${ENV.KEY}
            prompts: [hello]\\nproviders: [anthropic:messages:claude-x] @ protocol: anthropic,url: https://api.anthropic.com,model: claude-x,x-api-key: ${ENV.ANTHROPIC_API_KEY}
            prompts: [hello]\\nproviders: [{id: 'anthropic:messages:claude-x', config: {apiKey: '{{env.MY_KEY}}', apiBaseUrl: 'http://127.0.0.1:1/v1'}}] @ protocol: anthropic,url: http://127.0.0.1:1/v1,x-api-key: ${ENV.MY_KEY}
            prompts: [hello]\\nproviders: [{id: 'anthropic:messages:claude-x', config: {apiKey: written-here, max_tokens: 64, thinking: {type: enabled}}}] @ protocol: http,url: https://api.anthropic.com/v1/messages,max_tokens: 64,type: enabled,model: claude-x,2023-06-01,x-api-key: ${ENV.ANTHROPIC_API_KEY},tool_use
            prompts: [hello]\\nproviders: [{id: 'openai:responses:gpt-5', config: {apiKeyEnvar: MINE, store: true, instructions: be kind}}] @ protocol: openai,api: responses,model: gpt-5,store: true,instructions: be kind,Bearer ${ENV.MINE}
            prompts: [hello]\\nenv: {SHOP_KEY: written-here}\\nproviders: [{id: 'http://127.0.0.1:1/a', config: {headers: {Authorization: Bearer written-here, X-Key: '{{env.SHOP_KEY}}'}, body: {api_key: written-here, max_tokens: 5, m: '{{prompt}}'}}}] @ Bearer ${ENV.AUTHORIZATION},X-Key: ${ENV.SHOP_KEY},api_key: ${ENV.API_KEY},max_tokens: 5
            prompts: [hello]\\nproviders: [{id: 'openai:chat:gpt-5', config: {apiKeyRequired: false, headers: {X-Api-Key: written-here}}}] @ protocol: openai,X-Api-Key: ${ENV.X_API_KEY}
            prompts: [hello]\\nproviders: [{id: file://bot.py, config: {apiKey: written-here, size: 3}}] @ size
            prompts: [hello]\\nproviders: [file://bot.py] @ env:,- KEY,- NEED
            """)
    void aProviderIsSaidAsItIsMeant(String config, String parts) throws IOException {
        Files.writeString(folder.resolve("p.yaml"), config.replace("\\n", "\n"));
        Files.writeString(folder.resolve("bot.py"), """
                import os
                keys = [os.environ["KEY"], os.getenv("NEED"), os.environ.get("URL", "x"), os.environ.get("MODE") or "a"]
                """);

        var imported = type(folder, "import", "promptfoo", "p.yaml", "-o", "new");

        assertThat(imported.code()).as(imported.output()).isZero();
        assertThat(folder.resolve("new/muster.yaml")).content().contains(parts.split(",")).doesNotContain("- URL",
                "- MODE", "written-here");
    }

    @Test
    @Tag("slow")
    void anMcpServerBecomesAnAgentThatIsAskedForItsTools() throws IOException {
        assumeTrue(Protocol.written().contains("mcp"), "this build does not speak MCP");
        Files.writeString(folder.resolve("p.yaml"), """
                prompts: ['{"tool": "{{tool}}", "args": {"city": "Oslo"}}']
                providers:
                  - id: mcp
                    label: far
                    config: {server: {url: 'http://127.0.0.1:1/mcp', auth: {type: bearer, token: in-the-clear}}}
                  - id: mcp
                    label: near
                    config: {enabled: true, server: {command: npx, args: [-y, weather], env: {KEY: '{{env.KEY}}'}}}
                tests: [{vars: {tool: forecast}}]
                """);

        var imported = type(folder, "import", "promptfoo", "p.yaml", "-o", "new");

        assertThat(imported.output()).contains("a key is not carried over as it stands; set MCP_TOKEN");
        assertThat(folder.resolve("new/muster.yaml")).content().contains("protocol: mcp", "http://127.0.0.1:1/mcp",
                "Bearer ${ENV.MCP_TOKEN}", "- npx", "- weather", "- KEY").doesNotContain("in-the-clear");
        assertThat(folder.resolve("new/tests/promptfoo.yaml")).content()
                .contains("{\"tool\":\"forecast\",\"arguments\":{\"city\":\"Oslo\"}}");
        assertThat(type(folder.resolve("new"), "validate", "muster.yaml", "tests").output()).contains(" 0 faults");
    }

    @Test
    void aTableIsReadAsPromptfooReadsIt() throws IOException {
        Files.writeString(folder.resolve("p.yaml"), "prompts: ['{{q}}']\nproviders: [echo]\ntests: [file://t.csv]\n");
        Files.writeString(folder.resolve("t.csv"), """
                q,__config:__expected2:threshold,__expected1,__expected2,__metric,__description
                a,0.9,note: closed,similar: b,m,
                b,0.9,icontains: a,"rouge-n: b",m,described
                """);

        var imported = type(folder, "import", "promptfoo", "p.yaml", "-o", "new");

        assertThat(shares(imported.output())).isEqualTo(Map.of("equals", List.of(1, 1), "similar", List.of(1, 1),
                "icontains", List.of(1, 1), "rouge-n", List.of(0, 1)));
        assertThat(imported.output()).contains("t.csv:3:");
        assertThat(folder.resolve("new/tests/promptfoo.yaml")).content()
                .contains("value: 'note: closed'\n        name: m",
                        "threshold: 0.9", "name: described")
                .containsOnlyOnce("\n    name: ");
    }

    @Test
    @Tag("slow")
    void namesInVariablesAreFilledInAlsoInDepth() throws IOException {
        Files.writeString(folder.resolve("p.yaml"), """
                prompts: ['{{q}}']
                providers: [echo]
                defaultTest: {options: {transform: output.trim()}}
                tests: [{vars: {q: 'say {{a}}', a: '{{b}}', b: '{{c}}', c: deep}, assert: [{type: latency, threshold: 5}]}]
                """);

        type(folder, "import", "promptfoo", "p.yaml", "-o", "new");

        assertThat(folder.resolve("new/tests/promptfoo.yaml")).content().contains("input: say deep", "max_duration_ms");
    }

    @Tag("slow")
    @Test
    void anOverlongListOfTestsIsCutAndSaysSo() throws IOException {
        var many = IntStream.range(0, 400).mapToObj(Integer::toString).collect(Collectors.joining(",", "[", "]"));
        Files.writeString(folder.resolve("p.yaml"),
                "prompts: ['{{a}} {{b}} {{c}}']\nproviders: [echo]\ntests: [{vars: {a: "
                        + many + ", b: " + many + ", c: 1}}]\n");

        var imported = type(folder, "import", "promptfoo", "p.yaml", "-o", "new");

        assertThat(imported.output()).contains("only the first 5000 tests", ": 5000 cases");
    }

    @Test
    @Tag("slow")
    void aStoredReplyIsCapturedWhereverALaterTestUsesIt() throws IOException {
        Files.writeString(folder.resolve("p.yaml"), """
                prompts: ['{{q}}']
                providers: [echo]
                tests:
                  - {vars: {q: write}, options: {storeOutputAs: draft}}
                  - {vars: {q: unrelated}}
                  - {vars: {q: 'improve {{draft}}'}, assert: [{type: contains, value: 'was {{draft}}'}]}
                """);

        var imported = type(folder, "import", "promptfoo", "p.yaml", "-o", "new");

        assertThat(imported.output()).contains(": 2 cases");
        assertThat(folder.resolve("new/tests/promptfoo.yaml")).content().contains("improve ${captured.draft}",
                "was ${captured.draft}");
        assertThat(type(folder.resolve("new"), "validate", "muster.yaml", "tests").output()).contains(" 0 faults");
    }

    @ParameterizedTest
    @Tag("slow")
    @CsvSource(delimiter = '@', quoteCharacter = '`', value = {
        "prompts: [a]\\nproviders: [{id: echo, delay: 5}] @ 'delay' of a provider"})
    void whatHasNoEqualIsSaid(String config, String sentence) throws IOException {
        nothingIsLostInSilence(config, sentence);
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource(delimiter = '@', quoteCharacter = '`', textBlock = """
            prompts: [a]\\nproviders: [echo]\\ntests: [{assert: [{type: toString, value: a}]}] @ 'toString' has no equal
            prompts: [a]\\nproviders: [{id: echo, delay: 5}] @ 'delay' of a provider
            prompts: [a]\\nproviders: [echo]\\ndefaultTest: {assertScoringFunction: a} @ 'assertScoringFunction' of 'defaultTest'
            prompts: [a]\\nproviders: [echo]\\nevaluateOptions: {delay: 5} @ 'delay' of 'evaluateOptions'
            prompts: [a]\\nproviders: ['exec:sh run.sh', 'exec:sh ./run.sh'] @ new: 1 cases
            prompts: [a, 'bad {{ q | upper }}']\\nproviders: [echo]\\ntests: [{vars: {q: 1}}, {vars: {q: 2}}] @ p.yaml:1:1: the filter 'upper'
            prompts: [{raw: a, label: one}, {raw: b, label: one}]\\nproviders: [echo] @ new: 2 cases
            prompts: [a]\\nproviders: [{id: 'http://127.0.0.1:1/a', config: {method: LIST, body: '{{prompt}}'}}] @ p.yaml:2:1: 'method' is
            prompts: [a]\\nproviders: [{id: 'http://127.0.0.1:1/a', config: {body: 'm={{prompt | dump}}'}}] @ p.yaml:2:1: a body with 'dump'
            prompts: [a]\\nproviders: ['exec:python3 bot.py'] @ p.yaml:2:1: the variable MODE has a default
            prompts: [a]\\nproviders: [{id: 'azure:chat:gpt-5', config: {apiVersion: 1, apiHost: a.b}}] @ 'apiVersion' of a model
            prompts: [a]\\nproviders: ['exec:cat muster.yaml'] @ has the name of a file that the import writes
            prompts: [a]\\nproviders: [echo]\\n$defs: {t: {a: {$ref: '#/$defs/t'}, b: {$ref: '#/$defs/t'}}} @ new: 1 cases
            """)
    void nothingIsLostInSilence(String config, String sentence) throws IOException {
        Files.writeString(folder.resolve("p.yaml"), config.replace("\\n", "\n"));
        Files.writeString(folder.resolve("run.sh"), "echo hello\n");
        Files.writeString(folder.resolve("bot.py"), "import os\nmode = os.environ.get('MODE', 'a')\n");
        Files.writeString(folder.resolve("muster.yaml"), "agents: {}\n");

        var imported = type(folder, "import", "promptfoo", "p.yaml", "-o", "new");

        assertThat(imported.code()).as(imported.output()).isZero();
        assertThat(imported.output().replaceAll("(?m)^p.yaml:(\\d+):\\d+", "p.yaml:$1:1")).contains(sentence);
        assertThat(folder.resolve("new/tests/promptfoo.yaml")).content().doesNotContain("ENV.HOME");
        assertThat(type(folder.resolve("new"), "validate", "muster.yaml").code()).isZero();
    }

    @Test
    @Tag("slow")
    void filesOutsideAreNotReadAlsoThroughLinks() throws IOException {
        Files.writeString(folder.resolve("secret.txt"), "a-secret");
        var inside = Files.createDirectories(folder.resolve("inside"));
        Files.createSymbolicLink(inside.resolve("link.txt"), folder.resolve("secret.txt"));
        Files.writeString(inside.resolve("p.yaml"), """
                prompts: [file://../secret.txt, file://link.txt, 'hello {{a}}{{b}}']
                providers: [echo, 'exec:cat ../secret.txt', file:///etc/passwd.py]
                tests: [{vars: {a: file://../secret.txt, b: file:///dev/zero.txt}}, {vars: {a: x, b: y}}]
                """);

        var imported = type(inside, "import", "promptfoo", "p.yaml", "-o", "new");

        assertThat(imported.output()).contains("'../secret.txt' is outside", "'link.txt' is outside");
        try (var files = Files.walk(inside.resolve("new"))) {
            assertThat(files.filter(Files::isRegularFile)).allSatisfy(file -> assertThat(Files.readString(file))
                    .doesNotContain("a-secret"));
        }
    }

    @Test
    void aFolderThatIsNotEmptyIsLeftAlone() throws IOException {
        Files.writeString(folder.resolve("p.yaml"), "prompts: [hello]\nproviders: [echo]\n");

        var imported = type(folder, "import", "promptfoo", "p.yaml", "-o", ".");

        assertThat(imported.code()).isEqualTo(2);
        assertThat(imported.output()).contains("is not an empty folder");
        assertThat(folder.resolve("muster.yaml")).doesNotExist();
    }

    /** Each was once dropped or changed without a word, or ended the whole import. */
    @Test
    @Tag("slow")
    void nothingIsCarriedOverInPartWithoutALine() throws IOException {
        var files = Map.of("p.yaml", """
                prompts:
                  - "{{q}} | {{note}}"
                  - file: translate.prompt
                providers: [echo]
                tests:
                  - file://tests.csv
                  - file://tests.yaml
                  - vars: { q: file://data/*.txt, note: glob }
                  - vars: { q: "costs ${price} of ${input}", note: hole }
                    assert: [ { type: contains, value: Read } ]
                """, "tests.csv", """
                q,note,__expected
                plain,"say ""hi\""",contains: plain
                pipe,5" pipe,"contains: 5"
                json,{"a":1},contains: a
                """, "tests.yaml", """
                - vars: { q: rome, note: reference }
                  assert: [ { $ref: 'asserts.yaml#/templates/polite' }, { $ref: 'asserts.yaml#/templates/none' } ]
                """, "asserts.yaml", "templates: { polite: { type: not-contains, value: as an AI } }\n",
                "translate.prompt", "Translate {{q}}", "data/one.txt", "eins", "data/two.txt", "zwei");
        for (var file : files.entrySet()) {
            Files.createDirectories(folder.resolve(file.getKey()).getParent());
            Files.writeString(folder.resolve(file.getKey()), file.getValue());
        }

        var imported = type(folder, "import", "promptfoo", "p.yaml", "-o", "new");

        assertThat(imported.code()).as(imported.output()).isZero();
        assertThat(Files.readString(folder.resolve("new/tests/promptfoo.yaml"))).contains("plain | say \"hi\"",
                "pipe | 5\" pipe", "json | {\"a\":1}", "rome | reference", "as an AI", "eins | glob", "zwei | glob")
                .doesNotContain("hole");
        assertThat(imported.output()).contains("prompts that 'translate.prompt' makes are not carried over",
                "the $ref 'asserts.yaml#/templates/none' leads to nothing",
                "a text with '${input}' is not carried over",
                "the variable 'q' is not carried over, and this needs it");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'agents: {}'      | is not a promptfoo configuration
            'prompts: [a'     | p.yaml:
            ''                | p.yaml is empty
            """)
    void whatIsNoConfigurationIsOneSentence(String text, String sentence) throws IOException {
        Files.writeString(folder.resolve("p.yaml"), text);

        var imported = type(folder, "import", "promptfoo", "p.yaml", "-o", "new");

        assertThat(imported.code()).isEqualTo(2);
        assertThat(imported.output()).contains(sentence).doesNotContain("Exception");
    }

    private static Typed type(Path here, String... words) {
        var output = new ByteArrayOutputStream();
        int code;
        try (var print = new PrintStream(output, true, StandardCharsets.UTF_8)) {
            code = Main.run(new Shell(here, Map.of("PATH", System.getenv("PATH"), "MUSTER_HOME",
                    here.resolve("home").toString()), print, print, Optional::empty, InputStream.nullInputStream()),
                    words);
        }
        return new Typed(code, output.toString(StandardCharsets.UTF_8));
    }
}
