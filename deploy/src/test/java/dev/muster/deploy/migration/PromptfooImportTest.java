package dev.muster.deploy.migration;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.deploy.Main;
import dev.muster.deploy.session.Shell;
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

    @TempDir
    private Path folder;

    private record Typed(int code, String output) {}

    static List<Path> examples() throws IOException {
        try (var all = Files.list(EXAMPLES)) {
            return all.sorted().toList();
        }
    }

    @ParameterizedTest
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

    @ParameterizedTest
    @CsvSource(delimiter = '@', quoteCharacter = '`', textBlock = """
            {type: rouge-n, value: x} @ rouge-n' has no equal; use similar
            {type: regex, value: 'a(?=b)'} @ no lookahead
            {type: javascript, value: "require('fs').rmSync('/')"} @ uses 'require'
            {type: javascript, value: "fetch(output).ok"} @ uses 'fetch'
            {type: javascript, value: file://../../secret.js} @ can't be read
            {type: contains, value: '{{ word | upper }}'} @ the filter 'upper'
            {type: contains, value: '{% if word %}a{% endif %}'} @ a template with {% … %}
            {type: contains, value: a, weight: 0} @ weight 0 only measures
            {type: cost, threshold: 0.1} @ needs prices
            {type: contains, value: a, wieght: 2} @ 'wieght' of an assertion
            {type: llm-rubric, value: a, provider: anthropic:messages:b} @ does not speak its protocol yet
            """)
    void whatIsNotCarriedOverIsListedByFileAndLine(String assertion, String reason) throws IOException {
        Files.writeString(folder.resolve("p.yaml"), "prompts: [hello]\nproviders: [echo]\ntests:\n  - assert:\n    - "
                + assertion + "\n    - {type: contains, value: hello}\n");

        var imported = type(folder, "import", "promptfoo", "p.yaml", "-o", "new");

        assertThat(imported.code()).isZero();
        assertThat(imported.output().lines()).anySatisfy(line -> assertThat(line).startsWith("p.yaml:5:")
                .contains(reason));
        assertThat(folder.resolve("new/NOT-CARRIED-OVER.md")).content().contains("p.yaml:5:", reason);
        assertThat(type(folder.resolve("new"), "validate", "muster.yaml", "tests").code()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '@', quoteCharacter = '`', textBlock = """
            prompts: [hello]\\nproviders: [{id: echo, label: agent 2}, {id: echo, label: agent}] @ agent-2:,agent:
            prompts: [hello]\\nproviders: [{id: echo, label: ✓✓}, {id: echo, label: --}] @ agent:,agent-2:
            prompts: [hello]\\nproviders: [{id: 'http://127.0.0.1:1/a', config: {body: '{"message": {{prompt | dump}}}'}}] @ message: '${input}'
            prompts: [hello]\\nproviders: [{id: 'http://127.0.0.1:1/a', config: {queryParams: {a b: 'c&d {{prompt}}'}}}] @ ?a%20b=c%26d%20${input}
            """)
    void aProviderIsSaidAsItIsMeant(String config, String parts) throws IOException {
        Files.writeString(folder.resolve("p.yaml"), config.replace("\\n", "\n"));

        var imported = type(folder, "import", "promptfoo", "p.yaml", "-o", "new");

        assertThat(imported.code()).as(imported.output()).isZero();
        assertThat(folder.resolve("new/muster.yaml")).content().contains(parts.split(","));
    }

    @Test
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
    @CsvSource(delimiter = '@', quoteCharacter = '`', textBlock = """
            prompts: ['say ${ENV.HOME}']\\nproviders: [echo] @ p.yaml:1:1: a text with '${ENV.'
            prompts: ['{{a}}']\\nproviders: [echo]\\ntests: [{vars: {a: '${ENV.HOME}'}}] @ p.yaml:3:1: a text with '${ENV.'
            prompts: [file://none.txt]\\nproviders: [echo] @ : 0 cases
            prompts: [a]\\nproviders: [echo]\\ntests: [{assert: [{type: toString, value: a}]}] @ 'toString' has no equal
            prompts: [a]\\nproviders: [{id: echo, delay: 5}] @ 'delay' of a provider
            prompts: [a]\\nproviders: [echo]\\ndefaultTest: {assertScoringFunction: a} @ 'assertScoringFunction' of 'defaultTest'
            prompts: [a]\\nproviders: [echo]\\nevaluateOptions: {delay: 5} @ 'delay' of 'evaluateOptions'
            prompts: [a]\\nproviders: ['exec:sh run.sh', 'exec:sh ./run.sh'] @ new: 1 cases
            prompts: [a]\\nproviders: ['exec:cat muster.yaml'] @ has the name of a file that the import writes
            prompts: [a]\\nproviders: [echo]\\n$defs: {t: {a: {$ref: '#/$defs/t'}, b: {$ref: '#/$defs/t'}}} @ new: 1 cases
            """)
    void nothingIsLostInSilence(String config, String sentence) throws IOException {
        Files.writeString(folder.resolve("p.yaml"), config.replace("\\n", "\n"));
        Files.writeString(folder.resolve("run.sh"), "echo hello\n");
        Files.writeString(folder.resolve("muster.yaml"), "agents: {}\n");

        var imported = type(folder, "import", "promptfoo", "p.yaml", "-o", "new");

        assertThat(imported.code()).as(imported.output()).isZero();
        assertThat(imported.output().replaceAll("(?m)^p.yaml:(\\d+):\\d+", "p.yaml:$1:1")).contains(sentence);
        assertThat(folder.resolve("new/tests/promptfoo.yaml")).content().doesNotContain("ENV.HOME");
    }

    @Test
    void filesOutsideAreNotReadAlsoThroughLinks() throws IOException {
        Files.writeString(folder.resolve("secret.txt"), "a-secret");
        var inside = Files.createDirectories(folder.resolve("inside"));
        Files.createSymbolicLink(inside.resolve("link.txt"), folder.resolve("secret.txt"));
        Files.writeString(inside.resolve("p.yaml"), """
                prompts: [file://../secret.txt, file://link.txt, 'hello {{a}}{{b}}']
                providers: [echo, 'exec:cat ../secret.txt', file:///etc/passwd.py]
                tests: [{vars: {a: file://../secret.txt, b: file:///dev/zero.txt}}]
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'agents: {}'      | is no promptfoo configuration
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
