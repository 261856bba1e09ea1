package dev.muster.system.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.muster.cli.Main;
import dev.muster.cli.session.Shell;
import dev.muster.common.json.Json;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.YamlText;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Runs configurations with promptfoo itself, imports and runs them with Muster, and compares each verdict. */
@Tag("interop")
class PromptfooIT {

    private static final Path EXAMPLES = Path.of("src/interop/promptfoo").toAbsolutePath();
    private static final String SHORT = "01-greeting";

    @TempDir
    private static Path home;

    private static PromptfooServer model;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws IOException {
        model = PromptfooServer.start();
    }

    @AfterAll
    static void stop() {
        model.close();
    }

    @Test
    void aGreetingHasTheVerdictsOfPromptfoo() throws Exception {
        compare(SHORT);
    }

    static List<String> others() throws IOException {
        try (var all = Files.list(EXAMPLES)) {
            return all.map(example -> example.getFileName().toString()).filter(name -> !name.equals(SHORT)).sorted()
                    .toList();
        }
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("others")
    void everyConfigurationHasTheVerdictsOfPromptfoo(String example) throws Exception {
        compare(example);
    }

    private void compare(String example) throws Exception {
        var config = EXAMPLES.resolve(example).resolve("promptfooconfig.yaml");
        model.says(YamlText.read(Files.readString(EXAMPLES.resolve(example).resolve("replies.yaml")),
                new Faults("", _ -> {})).getFirst().json());

        var theirs = theirs(config);
        var ours = ours(config);

        assertThat(ours).as(example).isEqualTo(theirs).isNotEmpty();
        assertThat(ours.values().stream().flatMap(List::stream)).as("both verdicts occur").contains(true, false);
    }

    /** Returns the verdicts of promptfoo by provider, in the order of prompts and tests. */
    private Map<String, List<Boolean>> theirs(Path config) throws Exception {
        var output = folder.resolve("theirs.json");
        assertThat(NodePrograms.promptfoo(environment(), "eval", "-c", config.toString(), "--no-cache", "--no-table",
                "--no-progress-bar", "-o", output.toString())).isIn(0, 100);
        var results = Json.MAPPER.readTree(output).path("results").path("results").valueStream()
                .sorted(Comparator.<JsonNode>comparingInt(result -> result.path("promptIdx").asInt())
                        .thenComparingInt(result -> result.path("testIdx").asInt()))
                .toList();
        var verdicts = new TreeMap<String, List<Boolean>>();
        for (var result : results) {
            var provider = result.path("provider");
            var name = Stream.of("label", "id").map(key -> provider.path(key).asString(""))
                    .filter(text -> !text.isEmpty()).findFirst().orElseThrow();
            verdicts.computeIfAbsent(name, _ -> new ArrayList<>()).add(result.path("success").asBoolean());
        }
        return verdicts;
    }

    private Map<String, List<Boolean>> ours(Path config) throws IOException {
        var project = folder.resolve("project");
        assertThat(muster(folder, "import", "promptfoo", config.toString(), "-o", project.toString())).isZero();
        assertThat(muster(project, "validate", "muster.yaml", "tests")).isZero();
        assertThat(muster(project, "run", "-i", "tests", "-o", "ours.jsonl", "--retries", "0")).isIn(0, 1);
        var order = YamlText.read(Files.readString(project.resolve("tests/promptfoo.yaml")), new Faults("", _ -> {}))
                .getFirst().json().valueStream().map(each -> each.path("id").asString()).toList();
        var results = Files.readAllLines(project.resolve("ours.jsonl")).stream().map(Json.MAPPER::readTree)
                .sorted(Comparator.comparingInt(result -> order.indexOf(result.path("id").asString()))).toList();
        var verdicts = new TreeMap<String, List<Boolean>>();
        for (var result : results) {
            assertThat(result.path("status").asString()).as(result.toString()).isIn("passed", "failed");
            verdicts.computeIfAbsent(result.path("cell").path("agent").asString(), _ -> new ArrayList<>())
                    .addAll(verdicts(result));
        }
        return verdicts;
    }

    /** A case of several turns was several tests. */
    private static List<Boolean> verdicts(JsonNode result) {
        var turns = result.path("turns");
        return turns.isEmpty() ? List.of(result.path("status").asString().equals("passed"))
                : turns.valueStream().map(turn -> turn.path("assertions").valueStream()
                        .allMatch(assertion -> assertion.path("passed").asBoolean())).toList();
    }

    private static Map<String, String> environment() {
        return Map.of("MODEL_URL", model.url(), "OPENAI_API_KEY", "interop-key", "ORDERS_TOKEN", "interop-token");
    }

    private static int muster(Path here, String... words) {
        var all = new HashMap<>(environment());
        all.put("MUSTER_HOME", home.toString());
        all.put("PATH", System.getenv("PATH"));
        assumeTrue(all.get("PATH") != null);
        var output = new ByteArrayOutputStream();
        try (var print = new PrintStream(output, true, StandardCharsets.UTF_8)) {
            int code = Main.run(new Shell(here, all, print, print, Optional::empty, InputStream.nullInputStream()),
                    words);
            if (code > 1) {
                System.out.println(output.toString(StandardCharsets.UTF_8));
            }
            return code;
        }
    }
}
