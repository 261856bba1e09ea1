package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.muster.cli.testing.Command;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.ForeignCheck;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.CompiledAssertions;
import dev.muster.common.json.Json;
import dev.muster.common.testing.Repository;
import dev.muster.coordinator.suite.project.ProjectReader;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.YamlText;
import dev.muster.system.MarkdownPage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Holds {@code docs/targets.md} and the pages below it to what happens: their files are read, and run against servers
 * as they describe them.
 */
final class TargetsPageIT {

    private static final Set<String> LANGUAGES = Set.of("yaml", "python", "javascript");
    private static final String START = "targets#Which protocol?";

    @TempDir
    private static Path home;

    private static List<MarkdownPage.Block> blocks;
    private static Map<String, Map<String, String>> files;
    private static SupportServer server;
    private static SupportSocket socket;

    @TempDir
    private Path project;

    @BeforeAll
    static void start() throws IOException {
        blocks = new ArrayList<>();
        files = new LinkedHashMap<>();
        for (var name : pages()) {
            var page = MarkdownPage.read("docs/" + name + ".md");
            blocks.addAll(page.blocks());
            var key = name.replace("targets/", "");
            page.sections().forEach((section, shown) -> files.put(section.isEmpty() ? key : key + "#" + section,
                    MarkdownPage.files(shown)));
        }
        server = SupportServer.start();
        socket = SupportSocket.start("Bearer a-token-of-the-bot"::equals);
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
        socket.close();
    }

    @Test
    void everyConfigurationHasNoFaultAndFitsTheSchema() throws IOException, AssertionFault {
        var read = new ArrayList<String>();
        for (var section : files.entrySet()) {
            if (section.getValue().containsKey("muster.yaml")) {
                var folder = Files.createTempDirectory(project, "read");
                write(folder, section.getValue());
                assertThat(new ProjectReader(folder).read(null).faults()).as(section.getKey()).isEmpty();
                assertThat(againstSchema(section.getValue().get("muster.yaml"))).as(section.getKey()).isNull();
                read.add(section.getKey());
            }
        }
        assertThat(read).hasSizeGreaterThanOrEqualTo(13);
    }

    @Test
    void everyFileSaysItsName() {
        assertThat(blocks.stream()
                .filter(block -> LANGUAGES.contains(block.language()) && block.file().isEmpty())).isEmpty();
    }

    @Test
    void anHttpAgent() throws IOException {
        assertPasses("http", "tests/first.yaml", 2);
    }

    @Test
    void anHttpAgentWithOauthAndASession() throws IOException {
        assertPasses("http#Sessions", "tests/first.yaml", 2);
        assertThat(server.tokens()).as("one token for the run").isEqualTo(1);
        assertPasses("http#Sessions", "tests/tools.yaml", 1);
    }

    @Test
    void anAgentThatTakesAForm() throws IOException {
        assertPasses("http#Forms", "tests/first.yaml", 2);
    }

    @Test
    void anAgentThatAnswersWithEventsOfText() throws IOException {
        assertPasses("http#Answers", "tests/first.yaml", 2);
    }

    @Test
    void anAgentBehindAWebSocket() throws IOException {
        assertPasses("http#WebSocket", "tests/first.yaml", 2);
    }

    @Test
    @Tag("slow")
    void aPythonFunction() throws IOException {
        assumePython();
        assertPasses("programs#A Python function", "tests/first.yaml", 2);
    }

    @Test
    @Tag("slow")
    void aProgramForAConversation() throws IOException {
        assumePython();
        assertPasses("programs#One process for a conversation", "tests/first.yaml", 2);
    }

    @Test
    @Tag("slow")
    void aFunctionOfTheScripts() throws IOException {
        assertPasses("programs#`script`", "tests/first.yaml", 2);
    }

    @Test
    void aProbeShowsWhatThePageShows() throws IOException {
        write(project, section("http"));
        var config = project.resolve("muster.yaml");
        Files.writeString(config, Files.readString(config).replace(server.url(), server.url() + "/wrapped"));

        var probe = Command.typeHere(home, environment(), "probe", "support", "Where is my order 4711?", "--config",
                config.toString());

        var shown = blocks.stream()
                .filter(block -> block.lines().getFirst().startsWith("$ muster probe")).findFirst().orElseThrow();
        assertThat(steady(probe.lines())).isEqualTo(steady(shown.lines().subList(1, shown.lines().size())));
        assertThat(probe.code()).isEqualTo(1);
    }

    @Test
    void anAddressIsEnoughToStart() throws IOException {
        var init = Command.typeHere(home, environment(), "init", project.resolve("new").toString(), "--url",
                server.url() + "/api/chat", "--header", "Authorization: Bearer ${ENV.BOT_TOKEN}");

        assertThat(init.code()).as(init.output()).isZero();
        assertThat(init.output()).contains("Passed:  1");
        assertThat(project.resolve("new/muster.yaml")).content().contains("protocol: http", "text: $.reply",
                "Bearer ${ENV.BOT_TOKEN}");
    }

    /** Returns why a configuration does not fit what {@code muster schema} prints; null when it does. */
    private static @Nullable String againstSchema(String yaml) throws AssertionFault {
        var expected = Json.MAPPER.createObjectNode().set("responseSchema",
                Json.MAPPER.readTree(Command.typeHere(home, Map.of(), "schema", "muster").output()));
        var check = new ForeignCheck.Oracle("schema-validate", Json.MAPPER.createObjectNode(), expected);
        var reply = AgentReply.of(AgentReply.Content.of(
                YamlText.read(yaml, new Faults("muster.yaml", _ -> {})).getFirst().json().toString(), List.of(),
                List.of(), null,
                List.of()), "stop", null, new AgentReply.Timing(1, 1, 2));
        return CompiledAssertions.compile(List.of(Assertion.of(check))).evaluate(reply).getFirst().reason();
    }

    /** Leaves out what differs from call to call, and where the sentence is wrapped. */
    private static List<String> steady(List<String> lines) {
        int sentence = lines.indexOf("Muster reads") + 1;
        return Stream
                .concat(lines.subList(0, sentence).stream(), Stream.of(lines.subList(sentence, lines.size()).stream()
                        .map(String::strip).collect(Collectors.joining(" "))))
                .filter(line -> !line.isBlank() && !line.strip().startsWith("Date:"))
                .map(line -> line.replace(server.url() + "/wrapped", "https://bot.example.com")
                        .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "UUID"))
                .map(String::stripTrailing).toList();
    }

    private void assertPasses(String section, String suite, int cases) throws IOException {
        write(project, section(START));
        write(project, section(section));

        var run = Command.typeHere(home, environment(), "run", "-i", project.resolve(suite).toString(), "--config",
                project.resolve("muster.yaml").toString());

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(run.output()).contains("Passed:  " + cases);
    }

    /** Returns the names of the pages below {@code docs}: the index, then one for each protocol. */
    private static List<String> pages() throws IOException {
        var docs = Repository.root().resolve("docs");
        try (var pages = Files.list(docs.resolve("targets"))) {
            return Stream.concat(Stream.of(docs.resolve("targets.md")), pages.sorted())
                    .map(page -> docs.relativize(page).toString().replaceFirst("\\.md$", "")).toList();
        }
    }

    /** Returns the files of a section, named {@code page#heading}, or of the beginning of a page. */
    private static Map<String, String> section(String title) {
        return Objects.requireNonNull(files.get(title), title);
    }

    private static void write(Path folder, Map<String, String> texts) throws IOException {
        for (var text : texts.entrySet()) {
            var file = folder.resolve(text.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, text.getValue().replace("wss://bot.example.com", socket.url())
                    .replaceAll("https://(?:bot|id)\\.example\\.com", server.url()));
        }
    }

    private static Map<String, String> environment() {
        var environment = new HashMap<>(Map.of("BOT_ID", SupportServer.CLIENT, "BOT_SECRET", SupportServer.SECRET,
                "BOT_TOKEN", "a-token-of-the-bot"));
        environment.put("PATH", System.getenv("PATH"));
        return environment;
    }

    private static void assumePython() {
        assumeTrue(Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "python3"))), "python3 is not there");
    }
}
