package dev.muster.coordinator.suite.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import module java.base;
import dev.muster.common.config.AgentBehavior;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.AgentEndpoint;
import dev.muster.common.config.ConnectorConfig;
import dev.muster.common.config.Judging;
import dev.muster.common.config.Pricing;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.config.Protocol;
import dev.muster.common.config.RetryPolicy;
import dev.muster.common.json.Json;
import dev.muster.common.model.Then.OnMissingInput;
import dev.muster.common.option.AwaitingRules;
import dev.muster.common.option.Reference;
import dev.muster.common.option.RefusalRule;
import dev.muster.coordinator.suite.source.Fault;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProjectReaderTest {

    @TempDir
    Path temp;
    private Path folder;

    @BeforeEach
    void realFolder() throws IOException {
        folder = temp.toRealPath();
    }

    private Project read(String yaml) throws IOException {
        Files.writeString(folder.resolve("muster.yaml"), yaml);
        return new ProjectReader(folder).read(null);
    }

    private static List<String> told(Project project) {
        return project.faults().stream().map(Fault::toString).toList();
    }

    @Test
    void aProjectBesideTheSuiteIsFoundWhereTheWorkingFolderHasNone() throws IOException {
        var one = Files.createDirectories(folder.resolve("one/tests"));
        var other = Files.createDirectories(folder.resolve("other"));
        var here = Files.createDirectory(folder.resolve("here"));
        Files.writeString(folder.resolve("one/muster.yaml"), "agents: { a: { protocol: ag-ui, url: http://h/x } }");
        Files.writeString(other.resolve("muster.yaml"), "agents: { b: { protocol: ag-ui, url: http://h/x } }");
        var suite = Files.writeString(one.resolve("s.jsonl"), "{}").toString();
        var stranger = Files.writeString(other.resolve("s.jsonl"), "{}").toString();
        var reader = new ProjectReader(here);

        assertThat(reader.beside(List.of(suite + "#case", one.toString())).read(null).config().targets().agents())
                .containsOnlyKeys("a");
        assertThat(reader.beside(List.of(suite, stranger)).read(null).config().file()).as("two projects").isNull();
        assertThat(reader.beside(List.of("hello there", "s\0")).read(null).config().file()).isNull();
        Files.writeString(here.resolve("muster.yaml"), "agents: { c: { protocol: ag-ui, url: http://h/x } }");
        assertThat(reader.beside(List.of(suite)).read(null).config().targets().agents()).containsOnlyKeys("c");
    }

    @Test
    void everythingThatAProjectSaysIsRead() throws IOException {
        Files.writeString(folder.resolve("strict.md"), "Be strict.");

        var project = read("""
                agents:
                  z.expense:
                    protocol: ag-ui
                    url: https://app.example.com/ag-ui
                    headers: { Authorization: "Bearer ${ENV.AGUI_TOKEN}", X-Version: 1.0 }
                    description: Pays ${money} back
                    tools: [pay, {name: look, description: d, parameters: {any: thing}}]
                    limits: { concurrency: 50, requests_per_minute: 600 }
                    protocol_version: false
                  judge:
                    protocol: openai
                    connector: gpt
                    instructions_file: strict.md
                    helper: true
                  plain: { protocol: openai, url: "${ENV.BASE}/v1", model: m, instructions: "Say {{name}}" }
                  beyond: { protocol: yao, url: "https://yao.example.com/v1", assistant: assistants.expense, model: fast }
                connectors:
                  gpt: { url: https://api.example.com/v1, model: big, headers: {A: b},
                         pricing: { input_per_million: 2.0, output_per_million: 8 } }
                defaults: { agent: plain, simulator: "scripts:sim", validator: judge, timeout: 5m, max_turns: 20 }
                scripts: tests/scripts
                databases: { crm: { url: "jdbc:postgresql://h/db", user: u, password: "${ENV.CRM_PASSWORD}" } }
                retry: { max_attempts: 5, initial_delay: 2s, max_wait: 1m }
                retention: { runs: 90d }
                gate: { min_pass_rate: 0.9, max_infrastructure_errors: 3, max_skipped: 0.5, allow_flaky: true }
                """);

        assertThat(told(project)).isEmpty();
        var config = project.config();
        assertThat(config.root()).isEqualTo(folder);
        assertThat(config.file()).isEqualTo("muster.yaml");
        assertThat(config.scripts()).isEqualTo("tests/scripts");
        assertThat(config.targets().agents().keySet()).containsExactly("z.expense", "judge", "plain", "beyond");
        assertThat(config.targets().agents().get("z.expense"))
                .isEqualTo(new AgentConfig(
                        new AgentEndpoint(Protocol.AG_UI, "https://app.example.com/ag-ui",
                                Map.of("Authorization", "Bearer ${ENV.AGUI_TOKEN}", "X-Version", "1.0"), null, null,
                                null, false),
                        new AgentConfig.Prompt(null, "Pays ${money} back",
                                List.of(Json.MAPPER.readTree("\"pay\""), Json.MAPPER.readTree(
                                        "{\"name\": \"look\", \"description\": \"d\", \"parameters\": {\"any\": \"thing\"}}"))),
                        false, new AgentConfig.Limits(50, 600), AgentBehavior.USUAL));
        assertThat(config.targets().agents().get("judge")).isEqualTo(
                new AgentConfig(new AgentEndpoint(Protocol.OPENAI, null, Map.of(), "gpt", null, null, true),
                        new AgentConfig.Prompt("Be strict.", null, List.of()), true, AgentConfig.Limits.NONE,
                        AgentBehavior.USUAL));
        assertThat(config.targets().agents().get("plain")).isEqualTo(new AgentConfig(
                new AgentEndpoint(Protocol.OPENAI, "${ENV.BASE}/v1", Map.of(), null, "m", null, true),
                new AgentConfig.Prompt("Say {{name}}", null, List.of()), false, AgentConfig.Limits.NONE,
                AgentBehavior.USUAL));
        assertThat(config.targets().agents().get("beyond"))
                .isEqualTo(AgentConfig.at(new AgentEndpoint(Protocol.YAO, "https://yao.example.com/v1", Map.of(),
                        null, "fast", "assistants.expense", true)));
        assertThat(config.targets().connectors())
                .isEqualTo(Map.of("gpt", new ConnectorConfig("https://api.example.com/v1", "big", Map.of("A", "b"),
                        new Pricing(new BigDecimal("2.0"), new BigDecimal("8.0"), null))));
        assertThat(config.defaults()).isEqualTo(new ProjectConfig.Defaults(List.of("plain"), Duration.ofMinutes(5),
                Reference.script("sim"), Reference.agent("judge"), 20, null, null, Judging.NONE));
        assertThat(config.retry())
                .isEqualTo(new RetryPolicy(5, 5, Duration.ofSeconds(2), Duration.ofMinutes(1)));
    }

    @Test
    void howAgentsWaitAndRefuseIsReadAndAnAgentsOwnWordBeatsTheDefaults() throws Exception {
        var project = read("""
                agents:
                  shop: { protocol: ag-ui, url: "http://h", awaiting: { tools: ["confirm_*"] } }
                  plain: { protocol: ag-ui, url: "http://h" }
                  sim: { protocol: yao, url: "http://h", helper: true, helper_input: document }
                defaults:
                  awaiting: { tools: [ask_human], text: off, pattern: "geben Sie" }
                  on_missing_input: end
                  refusal: { pattern: "(?i)i can't" }
                """);

        assertThat(told(project)).isEmpty();
        var agents = project.config().targets().agents();
        assertThat(manners(agents.get("shop"))).isEqualTo(new AgentBehavior(
                new AwaitingRules(List.of("confirm_*"), AwaitingRules.Text.OFF, "geben Sie"), false));
        assertThat(manners(agents.get("plain"))).isEqualTo(new AgentBehavior(
                new AwaitingRules(List.of("ask_human"), AwaitingRules.Text.OFF, "geben Sie"), false));
        assertThat(manners(agents.get("sim")).hearsDocument()).isTrue();
        assertThat(project.config().defaults().onMissingInput()).isEqualTo(OnMissingInput.END);
        assertThat(project.config().defaults().refusal()).isEqualTo(new RefusalRule("(?i)i can't", List.of()));
    }

    private static AgentBehavior manners(@Nullable AgentConfig agent) {
        return Objects.requireNonNull(agent).manners();
    }

    record Faulty(String yaml, List<String> faults) {}

    static List<Faulty> faulty() {
        return List.of(
                one("defaults: {simulator: jugde}\nagents: {judge: {protocol: ag-ui, url: 'http://h'}}",
                        "1:23: unknown agent 'jugde'; did you mean 'judge'? (known: judge)"),
                one("defaults: {validator: 'scripts:x'}",
                        "1:23: 'validator' is an agent; a script judges in an assertion of type script"),
                one("defaults: {validator: agents:x}", "1:23: unknown agent 'x': the configuration has no agents"),
                one("agnets: {}", "1:1: unknown key 'agnets'; did you mean 'agents'?"),
                one("agents: {a: {protocol: ag-ui}}", "1:24: agent 'a' speaks ag-ui and needs 'url'"),
                one("agents: {a: {protocol: openai}}", "1:24: agent 'a' speaks openai and needs 'connector' or 'url'"),
                one("agents: {a: {url: 'http://h/'}}", "1:13: agent 'a' needs 'protocol'"),
                one("agents: {a: {protocol: agui, url: 'http://h/'}}",
                        "1:24: unknown protocol 'agui'; did you mean 'ag-ui'?"),
                one("agents: {a: {protocol: grpc}}",
                        "1:24: unknown protocol 'grpc'; write ag-ui, openai, anthropic, yao, a2a, mcp, http, command or script"),
                one("agents: {a: {protocol: yao}}", "1:24: agent 'a' speaks yao and needs 'url'"),
                one("agents: {a: {protocol: yoa, url: 'http://h/'}}",
                        "1:24: unknown protocol 'yoa'; did you mean 'yao'?"),
                one("agents: {a: {protocol: yao, url: 'http://h/', assistent: b}}",
                        "1:47: unknown key 'assistent'; did you mean 'assistant'?"),
                one("agents: {a: {protocol: yao, url: 'http://h/', assistant: ' '}}",
                        "1:58: 'assistant' must name one of the agents behind the url; leave it out to name none"),
                one("agents: {a: {protocol: yao, url: 'http://h/', assistant: '${ENV.A}'}}",
                        "1:58: '${ENV.A}' is not filled in here; only urls, headers and databases take ${ENV.NAME}"),
                one("scripts: ../shared",
                        "1:10: the scripts folder must lie in the project's: write a path from there, "
                                + "such as tests/scripts"),
                one("agents: {a: null}", "1:13: agent 'a' must be an object, not null"),
                one("agents: {a: {protocol: openai, connector: gtp}}\nconnectors: {gpt: {url: 'http://h/'}}",
                        "1:43: unknown connector 'gtp'; did you mean 'gpt'? (known: gpt)"),
                one("agents: {a: {protocol: openai, connector: gpt}}",
                        "1:43: unknown connector 'gpt': the configuration has no connectors"),
                one("agents: {a: {protocol: ag-ui, url: 'http://h/', heders: {}}}",
                        "1:49: unknown key 'heders'; did you mean 'headers'?"),
                one("agents: {a: {protocol: ag-ui, url: 'localhost:1'}}",
                        "1:36: 'localhost:1' is not a valid URL; write http://… or https://…"),
                one("agents: {a: {protocol: ag-ui, url: 'http://h:99999/x'}}",
                        "1:36: 'http://h:99999/x': port 99999 is not between 1 and 65535"),
                one("connectors: {a: {url: 'http://h:0/v1'}}",
                        "1:23: 'http://h:0/v1': port 0 is not between 1 and 65535"),
                one("agents: {a: {protocol: ag-ui, url: 'file:///etc/passwd'}}",
                        "1:36: 'file:///etc/passwd' is not a valid URL; write http://… or https://…"),
                one("agents: {a: {protocol: ag-ui, url: 'http://${HO ST}/x'}}",
                        "1:36: '${HO ST}' is not filled in; write ${ENV.NAME} for an environment variable, ${NAME} "
                                + "for one that a hook sets"),
                one("agents: {a: {protocol: ag-ui, url: 'http://${ENV.HOST/x'}}",
                        "1:36: '${ENV.HOST/x' is not filled in; write ${ENV.NAME} for an environment variable, "
                                + "${NAME} for one that a hook sets"),
                one("agents: {a: {protocol: ag-ui, url: 'http://h/', headers: {X: '${ENV.a-b}'}}}",
                        "1:62: '${ENV.a-b}' is not filled in; write ${ENV.NAME} for an environment variable, "
                                + "${NAME} for one that a hook sets"),
                one("agents: {a: {protocol: ag-ui, url: 'http://h/', headers: {'X Y': z}}}",
                        "1:59: 'X Y' is not a header name"),
                one("agents: {a: {protocol: ag-ui, url: 'http://h/', headers: {X: \"a\\nb\"}}}",
                        "1:62: the value of header 'X' must be printable ASCII on one line"),
                one("agents: {a: {protocol: ag-ui, url: 'http://h/', headers: {X: \"a\\r\\nHost: b\"}}}",
                        "1:62: the value of header 'X' must be printable ASCII on one line"),
                one("agents: {a: {protocol: ag-ui, url: 'http://h/', headers: {X: [y]}}}",
                        "1:62: 'X' in 'headers' must be a string, not a list"),
                one("agents: {a: {protocol: openai, url: 'http://h/', model: '${ENV.M}'}}",
                        "1:57: '${ENV.M}' is not filled in here; only urls, headers and databases take ${ENV.NAME}"),
                one("agents: {a: {protocol: ag-ui, url: 'http://h/', limits: {concurrency: 0}}}",
                        "1:71: 'concurrency' must be at least 1, not 0"),
                one("agents: {a: {protocol: ag-ui, url: 'http://h/', tools: [1]}}",
                        "1:57: a tool must be a name or an object with 'name', not a number"),
                one("agents: {a: {protocol: openai, url: 'http://h/', instructions_file: none.md}}",
                        "1:69: 'none.md' cannot be read; it is looked for beside this file"),
                one("agents: {a: {protocol: openai, url: 'http://h/', instructions: a, instructions_file: b}}",
                        "1:86: 'instructions_file' means the same as 'instructions'; write one of them"),
                one("connectors: {c: {model: m}}", "1:17: connector 'c' needs 'url'"),
                one("agents: {pay: {protocol: ag-ui, url: 'http://h/'}}\ndefaults: {agent: pya}",
                        "2:19: unknown agent 'pya'; did you mean 'pay'? (known: pay)"),
                one("defaults: {timeout: 5}",
                        "1:21: 'timeout' must be a duration such as \"30s\" or \"1m30s\", not a number"),
                one("retry: {max_attempts: 0}", "1:23: 'max_attempts' must be between 1 and 100, not 0"),
                one("retention: {runs: forever}", "1:19: 'forever' is not a duration; write 5m, 30s, 1m30s or 250ms"),
                one("gate: {min_pass_rate: 1.5}", "1:23: 'min_pass_rate' must be between 0 and 1, not 1.5"),
                one("databases: {d: {user: u}}", "1:16: database 'd' needs 'url'"),
                one("target: {headers: {}}", "1:9: 'target' needs 'endpoint'"),
                one("agents: [a]", "1:9: 'agents' must be an object, not a list"),
                one("- a", "1:1: a configuration must be an object, not a list"),
                one("agents: {}\n---\nagents: {}", "3:1: a configuration is one document"));
    }

    private static Faulty one(String yaml, String fault) {
        return new Faulty(yaml, List.of(fault));
    }

    @ParameterizedTest
    @MethodSource("faulty")
    void everyFaultIsToldAtItsPlace(Faulty faulty) throws IOException {
        var project = read(faulty.yaml());

        assertThat(told(project)).containsExactlyElementsOf(faulty.faults().stream().map(f -> "muster.yaml:" + f)
                .toList());
    }

    @Test
    void allFaultsAreToldAtOnceInFileOrder() throws IOException {
        var project = read("""
                agents:
                  a: { protocol: ag-ui }
                  b: { protocol: opneai, url: "http://h/" }
                default: {}
                retry: { max_wait: never }
                """);

        assertThat(told(project)).containsExactly("muster.yaml:2:18: agent 'a' speaks ag-ui and needs 'url'",
                "muster.yaml:3:18: unknown protocol 'opneai'; did you mean 'openai'?",
                "muster.yaml:4:1: unknown key 'default'; did you mean 'defaults'?",
                "muster.yaml:5:20: 'never' is not a duration; write 5m, 30s, 1m30s or 250ms");
        assertThat(project.config().targets().agents()).containsOnlyKeys("a", "b");
    }

    @Test
    void theNearestFileUpwardsIsTaken() throws IOException {
        var inner = Files.createDirectories(folder.resolve("a/b"));
        Files.writeString(folder.resolve("muster.yaml"), "agents: {outer: {protocol: ag-ui, url: 'http://h/'}}");

        var project = new ProjectReader(inner).read(null);

        assertThat(project.config().root()).isEqualTo(folder);
        assertThat(project.config().file()).isEqualTo(Path.of("../../muster.yaml").toString());
        assertThat(project.config().targets().agents()).containsOnlyKeys("outer");
    }

    /** Attacks 40 and 97: what was found and belongs to somebody else is not used. */
    @ParameterizedTest
    @ValueSource(strings = {"muster.yaml", ".", "scripts"})
    void whatBelongsToAStrangerIsNotUsed(String theirs) throws IOException {
        Files.createDirectories(folder.resolve("scripts"));
        Files.writeString(folder.resolve("muster.yaml"), "agents: {a: {protocol: ag-ui, url: 'http://h/'}}");
        var inner = Files.createDirectories(folder.resolve("a/b"));
        var foreign = folder.resolve(theirs).normalize();
        var mine = owned(foreign);

        var project = new ProjectReader(inner, mine).read(null);

        assertThat(told(project)).singleElement().asString()
                .startsWith(Path.of(theirs.equals("scripts") ? "../../scripts" : "../../muster.yaml") + ": ")
                .contains("to the user mallory", "trusted_folders", "config.yaml")
                .contains(theirs.equals(".") ? folder + " belongs" : "this belongs");
        if (!theirs.equals("scripts")) {
            assertThat(project.config().targets().agents()).isEmpty();
            assertThat(told(project).getFirst()).contains("--config");
        }
        assertThat(told(new ProjectReader(inner, mine).read(Path.of("../../muster.yaml")))).as("it was named")
                .isEmpty();
        assertThat(told(new ProjectReader(inner, new UserConfig(mine.file(), true, List.of(folder), null, mine.owners(),
                List.of())).read(null))).as("it is trusted").isEmpty();
    }

    private static UserConfig owned(Path foreign) {
        return new UserConfig(Path.of("/home/me/.config/muster/config.yaml"), true, List.of(), null,
                file -> file.equals(foreign) ? Optional.of("mallory") : Optional.empty(), List.of());
    }

    /** With a real stranger, where this process may make one. */
    @Test
    void aRealStrangersFileIsNotUsed() throws IOException {
        var file = Files.writeString(folder.resolve("muster.yaml"), "agents: {a: {protocol: ag-ui, url: 'http://h/'}}");
        assertThat(told(new ProjectReader(folder).read(null))).isEmpty();
        assumeThat(System.getProperty("user.name")).isEqualTo("root");

        Files.setAttribute(file, "unix:uid", 65534);

        assertThat(told(new ProjectReader(folder).read(null))).singleElement().asString()
                .contains("this belongs to the user");
        var link = Files.createDirectories(folder.resolve("linked")).resolve("muster.yaml");
        Files.createSymbolicLink(link, file);
        assertThat(told(new ProjectReader(Objects.requireNonNull(link.getParent())).read(null))).singleElement()
                .asString()
                .contains(file.toRealPath() + " belongs to the user");
    }

    @Test
    void aUsersOwnConfigurationIsRead(@TempDir Path config) throws IOException {
        var file = Files.createDirectories(config.resolve("muster")).resolve("config.yaml");
        var environment = Map.of("XDG_CONFIG_HOME", config.toString());
        assertThat(UserConfig.read(environment)).isEqualTo(new UserConfig(file, true, List.of(), null,
                Owners.SYSTEM, List.of()));

        Files.writeString(file,
                "commands: false\ndatabase: jdbc:postgresql://db/runs\ntrusted_folders: [/srv/shared/, ~/theirs]\n");
        assertThat(UserConfig.read(environment)).isEqualTo(new UserConfig(file, false, List.of(Path.of("/srv/shared"),
                Path.of(System.getProperty("user.home"), "theirs")), "jdbc:postgresql://db/runs",
                Owners.SYSTEM, List.of()));

        Files.writeString(file, "comands: false\ntrusted_folders: [here]\n");
        var broken = UserConfig.read(environment);
        assertThat(broken.commands()).as("what can't be read allows nothing").isFalse();
        assertThat(broken.faults().stream().map(Fault::toString)).containsExactly(
                file + ":1:1: unknown key 'comands'; did you mean 'commands'?",
                file + ":2:18: 'here' is not an absolute path; start it with / or ~/");
    }

    @Test
    void theSmallerFileIsOneAgentNamedDefault() throws IOException {
        Files.writeString(folder.resolve("aguitest.config.yaml"), """
                target:
                  endpoint: "https://app.example.com/ag-ui"
                  headers:
                    Authorization: "Bearer ${ENV.AGUI_TOKEN}"
                """);

        var project = new ProjectReader(folder).read(null);

        assertThat(told(project)).isEmpty();
        assertThat(project.config().targets().agents()).isEqualTo(Map.of("default",
                AgentConfig.at(new AgentEndpoint(Protocol.AG_UI, "https://app.example.com/ag-ui",
                        Map.of("Authorization", "Bearer ${ENV.AGUI_TOKEN}"), null, null, null, true))));
    }

    @Test
    void theSmallerFileIsFoundUpwardsToo() throws IOException {
        Files.writeString(folder.resolve("aguitest.config.yaml"), "target: {endpoint: 'http://h/'}");

        var project = new ProjectReader(Files.createDirectories(folder.resolve("tests/a"))).read(null);

        assertThat(project.config().root()).isEqualTo(folder);
        assertThat(project.config().targets().agents()).containsOnlyKeys("default");
    }

    @ParameterizedTest
    @ValueSource(strings = {"token: t", "auth: {user: u, password: p}", "api_key: k", "cookies: {a: b}"})
    void headersAreTheOnlyLoginOfTheSmallerFile(String login) throws IOException {
        Files.writeString(folder.resolve("aguitest.config.yaml"), "target:\n  endpoint: 'http://h/'\n  " + login);

        assertThat(told(new ProjectReader(folder).read(null)))
                .containsExactly("aguitest.config.yaml:3:3: unknown key '" + login.substring(0, login.indexOf(':'))
                        + "'");
    }

    @Test
    void aHeaderThatNamesAVariableAsAShellDoesIsAWarning() throws IOException {
        var project = read("""
                agents:
                  a:
                    protocol: ag-ui
                    url: http://h/
                    headers: { Authorization: "Bearer $BOT_TOKEN", X-Price: "$5", X-Both: "${ENV.A} ${b}" }
                """);

        assertThat(told(project)).isEmpty();
        assertThat(project.warnings()).extracting(Fault::toString).containsExactly("muster.yaml:5:31: header "
                + "'Authorization' sends '$BOT_TOKEN' as it stands; write ${ENV.BOT_TOKEN} for the environment variable");
    }

    @Test
    void variablesOfHooksMayStandInEndpointAndHeaders() throws IOException {
        Files.writeString(folder.resolve("aguitest.config.yaml"), """
                target:
                  endpoint: "${BASE}/ag-ui"
                  headers: {Authorization: "Bearer ${TOKEN}", X-Both: "${ENV.A}-${b_1}"}
                """);

        var project = new ProjectReader(folder).read(null);

        assertThat(told(project)).isEmpty();
        assertThat(project.config().targets().agents()).hasEntrySatisfying("default",
                agent -> assertThat(agent.endpoint().headers()).containsEntry("X-Both", "${ENV.A}-${b_1}"));
    }

    @Test
    void theLargerFileIsTakenWhereBothAre() throws IOException {
        Files.writeString(folder.resolve("aguitest.config.yaml"), "target: {endpoint: 'http://h/'}");
        Files.writeString(folder.resolve("muster.yaml"), "agents: {mine: {protocol: ag-ui, url: 'http://h/'}}");

        assertThat(new ProjectReader(folder).read(null).config().targets().agents()).containsOnlyKeys("mine");
    }

    @Test
    void faultsOfTheSmallerFileAreToldAtTheirPlaces() throws IOException {
        Files.writeString(folder.resolve("aguitest.config.yaml"),
                "target:\n  endpont: 'http://h/'\n  headers: {A: 1}\n");

        assertThat(told(new ProjectReader(folder).read(null)))
                .containsExactly("aguitest.config.yaml:2:3: unknown key 'endpont'; did you mean 'endpoint'?");
    }

    @Test
    void aNamedFileIsTakenAndItsFolderIsTheRoot() throws IOException {
        var other = Files.createDirectories(folder.resolve("other"));
        Files.writeString(folder.resolve("muster.yaml"), "nonsense: 1");
        Files.writeString(other.resolve("mine.yaml"), "");

        var project = new ProjectReader(folder).read(Path.of("other/mine.yaml"));

        assertThat(told(project)).isEmpty();
        assertThat(project.config().root()).isEqualTo(other);
    }

    @Test
    void withoutAFileTheWorkingFolderIsTheRoot() {
        var project = new ProjectReader(folder).read(null);

        assertThat(told(project)).isEmpty();
        assertThat(project.config().root()).isEqualTo(folder);
        assertThat(project.config().file()).isNull();
        assertThat(project.config().targets().agents()).isEmpty();
        assertThat(project.config().retry()).isEqualTo(RetryPolicy.DEFAULT);
    }

    @Test
    void aNamedFileThatIsNotThereIsAFault() {
        assertThat(told(new ProjectReader(folder).read(Path.of("none.yaml"))))
                .containsExactly("none.yaml: file not found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../secret.md", "link.md"})
    void instructionsOutsideTheProjectRootAreNotRead(String name) throws IOException {
        var project = Files.createDirectories(folder.resolve("project"));
        var secret = Files.writeString(folder.resolve("secret.md"), "secret");
        Files.createSymbolicLink(project.resolve("link.md"), secret);
        Files.writeString(project.resolve("muster.yaml"),
                "agents: {a: {protocol: openai, url: 'http://h/', instructions_file: " + name + "}}");

        var read = new ProjectReader(project).read(null);

        assertThat(told(read)).containsExactly("muster.yaml:1:69: '" + name
                + "' must be a file of at most 1 MiB inside the project root");
        assertThat(read.config().targets().agents().values()).extracting(each -> each.prompt().instructions())
                .containsOnlyNulls();
    }

    @Test
    void whatIsNoYamlIsOneFault() throws IOException {
        assertThat(told(read("agents: {a: [b}"))).singleElement().asString().startsWith("muster.yaml:1:15: not YAML: ");
    }
}
