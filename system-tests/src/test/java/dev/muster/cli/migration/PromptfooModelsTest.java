package dev.muster.cli.migration;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.Main;
import dev.muster.cli.session.Shell;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what models of promptfoo become, what its judges call, and imports that yield nothing. */
class PromptfooModelsTest {

    @TempDir
    private Path folder;

    private record Typed(int code, String output) {}

    /** Its folder would be refused by {@code muster validate}, so it is not written. */
    @ParameterizedTest
    @CsvSource(delimiter = '@', quoteCharacter = '`', textBlock = """
            prompts: ['{% if a %}b{% endif %}']\\nproviders: [echo] @ p.yaml:1:1: a template with {% … %}
            prompts: [file://none.txt]\\nproviders: [echo] @ 'none.txt' can't be read
            """)
    void anImportWithoutACaseIsNoSuccess(String config, String sentence) throws IOException {
        nothingIsWrittenWithoutACase(config, sentence);
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource(delimiter = '@', quoteCharacter = '`', textBlock = """
            prompts: ['say ${ENV.HOME}']\\nproviders: [echo] @ p.yaml:1:1: a text with '${ENV.'
            prompts: ['{{a}}']\\nproviders: [echo]\\ntests: [{vars: {a: '${ENV.HOME}'}}] @ p.yaml:3:1: a text with '${ENV.'
            prompts: ['{{q}}']\\nproviders: [echo]\\ntests: [{vars: {q: 'x {% y %}'}}] @ p.yaml:3:1: a template with {% … %}
            prompts: ['say {{q}}']\\nproviders: [echo]\\ntests: [{vars: {q: '{{ 7*7 }}'}}] @ p.yaml:3:1: the expression {{ 7*7 }}
            prompts: []\\nproviders: [echo] @ no case can be carried over
            prompts: [a]\\nproviders: [echo]\\ntests: [] @ no case can be carried over
            """)
    void nothingIsWrittenWithoutACase(String config, String sentence) throws IOException {
        Files.writeString(folder.resolve("p.yaml"), config.replace("\\n", "\n"));

        var imported = type(folder, "import", "promptfoo", "p.yaml", "-o", "new");

        assertThat(imported.code()).as(imported.output()).isEqualTo(2);
        assertThat(imported.output().replaceAll("(?m)^p.yaml:(\\d+):\\d+", "p.yaml:$1:1")).contains(sentence,
                "no case can be carried over, so nothing was written").doesNotContain("Next:", "Wrote");
        assertThat(folder.resolve("new")).doesNotExist();
    }

    /** What promptfoo sends to a model's server is sent, and nothing else; what is not sent has a line. */
    @ParameterizedTest
    @Tag("slow")
    @CsvSource(delimiter = '@', quoteCharacter = '`', textBlock = """
            openai:chat:m @ tools: [file://tools/a.json, file://tools/b.yaml], nonsense: 1 @ name: one,name: two,name: three @ 'nonsense' of a model
            openai:chat:m @ tools: file://list.json @ name: one,name: two,name: three @ : 1 cases
            openai:chat:m @ functions: [file://tools/f.json], function_call: auto @ functions:,name: four,function_call: auto,each: $.choices[0].message..[?( @ : 1 cases
            openai:chat:m @ tools: [file://tools/a.json], functionToolCallbacks: {one: 'async () => 1'} @ name: one @ 'functionToolCallbacks' is not carried over,'contains' judges what 'functionToolCallbacks' return
            openai:chat:m @ tools: file://tools.py:make @ my-agent: @ tools that 'file://tools.py:make' makes
            openai:chat:gpt-5 @ temperature: 0, max_tokens: 9, verbosity: low @ verbosity: low @ 'temperature' is not carried over,'max_tokens' is not carried over
            openai:chat:m @ response_format: {type: json_schema, json_schema: {name: a, schema: file://tools/f.json}} @ name: four @ : 1 cases
            google:m @ maxOutputTokens: 5, safetySettings: [] @ max_tokens: 5 @ 'safetySettings' of a model
            google:m @ tools: [{functionDeclarations: []}] @ my-agent: @ a google provider with 'tools'
            anthropic:messages:m @ tools: [file://tools/a.json], tool_choice: required, beta: [b1], extra: 1 @ input_schema:,type: any,anthropic-beta: b1,state: $.content @ 'extra' of a model
            openai:responses:m @ tools: [{type: web_search}] @ api: responses @ 'tools' of a model,'contains' judges the replies of a Responses provider
            """)
    void aModelIsSentWhatPromptfooSends(String id, String config, String parts, String lines) throws IOException {
        Files.createDirectories(folder.resolve("tools"));
        var tool = "{\"type\":\"function\",\"function\":{\"name\":\"%s\",\"parameters\":{}}}";
        Files.writeString(folder.resolve("tools/a.json"), tool.formatted("one"));
        Files.writeString(folder.resolve("tools/b.yaml"),
                "- " + tool.formatted("two") + "\n- " + tool.formatted("three"));
        Files.writeString(folder.resolve("list.json"), "[\"file://tools/a.json\", \"file://tools/b.yaml\"]");
        Files.writeString(folder.resolve("tools/f.json"), "{\"name\": \"four\", \"parameters\": {}}");
        Files.writeString(folder.resolve("p.yaml"), "prompts: [hello]\nproviders: [{id: '" + id + "', config: {"
                + config
                + "}}]\ntests: [{assert: [{type: contains, value: a}, {type: is-valid-openai-tools-call}]}]\n");

        var imported = type(folder, "import", "promptfoo", "p.yaml", "-o", "new");

        assertThat(imported.code()).as(imported.output()).isZero();
        assertThat(imported.output()).contains(lines.split(","));
        assertThat(folder.resolve("new/muster.yaml")).content().contains(parts.split(",")).doesNotContain("file://",
                "nonsense", "functionToolCallbacks", "async", "extra", "safetySettings");
    }

    /** A judge or embeddings of OpenAI, which promptfoo takes where none is named, while all else is elsewhere. */
    @ParameterizedTest
    @Tag("slow")
    @CsvSource(delimiter = '|', textBlock = """
            similar    | true  | text-embedding-3-large
            llm-rubric | true  | gpt-5
            similar    | false |
            """)
    void aCallToOpenAiThatNoAgentMakesHasALine(String type, boolean local, String model) throws IOException {
        Files.writeString(folder.resolve("p.yaml"), "prompts: [hello]\nproviders: [{id: 'openai:chat:m'"
                + (local ? ", config: {apiBaseUrl: 'http://127.0.0.1:1/v1'}" : "")
                + "}]\ntests: [{assert: [{type: " + type + ", value: a}]}]\n");

        var imported = type(folder, "import", "promptfoo", "p.yaml", "-o", "new");

        assertThat(imported.code()).as(imported.output()).isZero();
        if (local) {
            assertThat(imported.output()).containsPattern("p.yaml:3:\\d+: the connector '\\w+' calls "
                    + "https://api.openai.com/v1 with " + model);
        } else {
            assertThat(imported.output()).doesNotContain("the connector");
        }
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
