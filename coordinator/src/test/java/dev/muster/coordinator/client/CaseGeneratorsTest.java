package dev.muster.coordinator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.model.TestCase;
import dev.muster.common.process.Commands;
import dev.muster.common.script.host.HostSettings;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.HelperQuestion;
import dev.muster.coordinator.run.HelperReply;
import dev.muster.coordinator.run.HelperRole;
import dev.muster.coordinator.run.PastRuns;
import dev.muster.coordinator.suite.project.UserConfig;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaseGeneratorsTest {

    private static final ScriptHost HOST = new ScriptHost(HostSettings.DEFAULT);

    private static final String CASES = "{\"cases\": [{\"id\": \"G1\", \"input\": \"hi\"}]}";

    @TempDir
    private Path project;

    private final List<HelperQuestion> asked = new ArrayList<>();

    @AfterAll
    static void close() {
        HOST.close();
    }

    @BeforeEach
    void describeAgents() throws IOException {
        Files.writeString(project.resolve("muster.yaml"), """
                agents:
                  assistants.expense:
                    protocol: ag-ui
                    url: http://127.0.0.1:1
                    description: Expense reimbursement assistant
                    tools: [create_expense, { name: get_policy, description: Looks it up, parameters: { type: object } }]
                  workers.test.generator: { protocol: openai, connector: gpt }
                connectors: { gpt: { url: "http://127.0.0.1:1/v1", model: m, headers: { Authorization: "Bearer ${ENV.KEY}" } } }
                retry: { max_attempts: 1, initial_delay: 1ms, max_wait: 2s }
                """);
    }

    private Suite generate(@Nullable String agent, String... inputs) throws IOException {
        var helpers = new Suite.Helpers(question -> {
            asked.add(question);
            return new HelperReply.Text(CASES);
        }, Map.of("PATH", String.valueOf(System.getenv("PATH")), "SHOP", "north", "MUSTER_TOKEN", "secret"),
                Commands.onThisMachine(null), HOST, PastRuns.NONE);
        return generate(agent, helpers, inputs);
    }

    private Suite generate(@Nullable String agent, Suite.Helpers helpers, String... inputs) throws IOException {
        var wanted = new RunOptions(List.of(inputs), CasePicking.ALL, RunMatrix.one(agent, null),
                null, new RunPace(Duration.ofSeconds(90), 0, false, 0), ConversationOptions.NONE,
                RunExtras.NONE, RunBounds.USUAL, About.NOTHING, UserConfig.NONE);
        return Suite.generate(wanted, project, true, helpers);
    }

    private static List<String> faults(Suite suite) {
        return suite.faults().stream().map(Object::toString).toList();
    }

    @Test
    void aGeneratorIsToldOfItsTargetAndItsParameters() throws IOException {
        try (var suite = generate("assistants.expense",
                "agents:workers.test.generator?count=10&focus=edge-cases&complexity=medium&test_mode=other")) {
            assertThat(faults(suite)).isEmpty();
        }

        var question = asked.getFirst();
        assertThat(question.role()).isEqualTo(HelperRole.GENERATOR);
        assertThat(question.timeout()).isEqualTo(Duration.ofSeconds(90));
        assertThat(question.retry().maxWait()).isEqualTo(Duration.ofSeconds(2));
        assertThat(question.agent().id()).isEqualTo("workers.test.generator");
        assertThat(question.agent().connector()).isNotNull()
                .satisfies(connector -> assertThat(connector.headers()).containsValue("Bearer ${ENV.KEY}"));
        assertThat(question.document().path("session_id").asString()).hasSize(36);
        assertThat(question.document().without("session_id").toString()).isEqualTo("{\"test_mode\":\"generator\","
                + "\"test_id\":\"agents:workers.test.generator\",\"target_agent\":\"assistants.expense\","
                + "\"target_description\":\"Expense reimbursement assistant\",\"target_tools\":[\"create_expense\","
                + "{\"name\":\"get_policy\",\"description\":\"Looks it up\",\"parameters\":{\"type\":\"object\"}}],"
                + "\"complexity\":\"medium\",\"count\":10,\"focus\":\"edge-cases\",\"seed\":1}");
    }

    @Test
    void whoGeneratesIsNoTarget() throws IOException {
        try (var suite = generate(null, "agents:workers.test.generator"); var cases = suite.spool().read()) {
            assertThat(faults(suite)).isEmpty();
            assertThat(asked.getFirst().document().path("target_agent").asString()).isEqualTo("assistants.expense");
            assertThat(cases.next().agent()).isEqualTo("assistants.expense");
            assertThat(suite.agentsShown()).isEqualTo("assistants.expense");
        }
    }

    @Test
    void workersAreNotToldWhatOnlyGeneratorsNeed() throws IOException {
        try (var suite = generate(null, "agents:workers.test.generator")) {
            var settings = suite.request(new CaseFiles.None()).settings();

            assertThat(settings.targets().agents()).containsOnlyKeys("assistants.expense");
            assertThat(settings.targets().agents().values()).allMatch(agent -> agent.prompt().tools().isEmpty());
            assertThat(settings.needs().env()).isEmpty();
        }
    }

    @Test
    void anUnknownGeneratorAndAnUnknownTargetAskNobody() throws IOException {
        try (var generator = generate(null, "agents:workers.test.generatr");
                var target = generate("assistants.expens", "agents:workers.test.generator")) {
            assertThat(faults(generator)).containsExactly("-i agents:workers.test.generatr: unknown agent "
                    + "'workers.test.generatr'; did you mean 'workers.test.generator'? "
                    + "(known: assistants.expense, workers.test.generator)");
            assertThat(faults(target)).hasSize(2).last().asString()
                    .contains("it was not called, because of the faults");
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void withoutATargetNobodyIsAsked() throws IOException {
        Files.writeString(project.resolve("muster.yaml"), """
                agents: { g: { protocol: ag-ui, url: "http://127.0.0.1:1", helper: true } }
                """);

        try (var suite = generate(null, "agents:g")) {
            assertThat(faults(suite)).singleElement().asString().startsWith("-i agents:g: no agent to test");
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void aGeneratorThatCouldNotBeCalledIsAFault() throws IOException {
        try (var suite = generate(null,
                new Suite.Helpers(question -> new HelperReply.Failed("no answer within 90s"), Map.of(), null, HOST,
                        PastRuns.NONE),
                "agents:workers.test.generator")) {
            assertThat(faults(suite))
                    .containsExactly("-i agents:workers.test.generator: it gave no cases: no answer within 90s");
        }
    }

    @Test
    void aCoordinatorThatIsNotThereIsNoFaultOfTheSuite() {
        var nobody = new Suite.Helpers(question -> {
            throw new IOException("the coordinator does not answer");
        }, Map.of(), null, HOST,
                PastRuns.NONE);

        assertThatThrownBy(() -> generate(null, nobody, "agents:workers.test.generator"))
                .isInstanceOf(IOException.class).hasMessage("the coordinator does not answer");
    }

    @Test
    void aScriptOfTheProjectGenerates() throws IOException {
        script("scripts/tests/generate.sh", """
                read -r document
                echo "[{\\"id\\": \\"$SHOP-$MUSTER_TOKEN-$1\\", \\"input\\": \\"hi\\", \\"metadata\\": $document,"
                echo '"expected": "x"}, {"id": "two", "input": "b", "expected": "x"}, {"id": "faulty"}]'
                """);

        try (var suite = generate("assistants.expense", "scripts:tests.generate.flow?scenario=approval-flow&count=2");
                var cases = suite.spool().read()) {
            assertThat(faults(suite)).isEmpty();
            var all = new ArrayList<TestCase>();
            cases.forEachRemaining(definition -> all.add(definition.testCase()));
            assertThat(all).extracting(made -> made.identity().key() + " line " + made.identity().source().line())
                    .containsExactly(
                            "scripts:tests.generate.flow#north--flow line 1", "scripts:tests.generate.flow#two line 2");
            assertThat(all.getFirst().options().metadata().get("parameters")).hasToString(
                    "{\"scenario\":\"approval-flow\",\"count\":2,\"seed\":1}");
            assertThat(suite.warnings()).hasSize(2).first().asString()
                    .startsWith("scripts:tests.generate.flow:3:1: a case needs");
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void aScriptThatIsNotThereOrPrintsNoJsonIsAFault() throws IOException {
        script("scripts/talk.sh", "echo hello\n");
        Files.writeString(project.resolve("scripts/later.ts"), "export default () => { throw new Error('no cases'); }");

        try (var suite = generate(null, "scripts:none", "scripts:talk", "scripts:later")) {
            assertThat(faults(suite)).containsExactly(
                    "-i scripts:none: scripts:none does not exist: no file of that name in the scripts folder scripts",
                    "-i scripts:talk: scripts:talk printed no JSON: hello",
                    "-i scripts:later: scripts:later: Error: no cases (scripts/later.ts:1:30)");
        }
    }

    @Test
    void aGeneratedCaseThatNamesAMissingScriptIsLeftOut() throws IOException {
        script("scripts/make.sh", "echo '[{\"id\": \"a\", \"input\": \"b\", \"before\": \"none\"}, "
                + "{\"id\": \"c\", \"input\": \"d\", \"expected\": \"e\"}]'\n");

        try (var suite = generate("assistants.expense", "scripts:make")) {
            assertThat(faults(suite)).isEmpty();
            assertThat(suite.cases()).isEqualTo(1);
            assertThat(suite.warnings()).extracting(Object::toString).containsExactly(
                    "scripts:make:1:32: scripts:none does not exist: no file of that name in the scripts folder "
                            + "scripts",
                    "scripts:make:1:1: this case is skipped: {\"id\":\"a\",\"input\":\"b\",\"before\":\"none\"}");
        }
    }

    private void script(String path, String body) throws IOException {
        var file = project.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + body);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
