package dev.muster.system.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import module java.base;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code muster run}, as a user types it, against programs of other projects. */
@Tag("interop")
class RunInteropIT {

    private static final Path SUITES = Path.of("src/interop/suites").toAbsolutePath();

    @TempDir
    private static Path home;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"encoder.new", "encoder.old"})
    void aSuiteRunsAgainstBothGenerationsOfTheEncoder(String agent) throws Exception {
        try (var server = NodePrograms.start("agui-server.mjs")) {
            int exit = run(Map.of("ENCODER_URL", server.url()), "-i", "encoder.jsonl", "-n", agent);

            assertThat(exit).isEqualTo(1);
            assertThat(results()).containsOnly(entry("text", "passed none"), entry("tools", "passed none"),
                    entry("chunks", "passed none"), entry("thoughts", "passed none"), entry("history", "passed none"),
                    entry("error", "failed agent_error"), entry("cut", "failed agent_error"));
        }
    }

    @Test
    void aSuiteRunsAgainstAimockInBothProtocols() throws Exception {
        try (var server = NodePrograms.start("aimock-server.mjs")) {
            int exit = run(Map.of("AIMOCK_URL", server.url(), "AIMOCK_KEY", "interop"), "-i", "aimock.jsonl");

            assertThat(exit).isEqualTo(1);
            assertThat(results()).containsOnly(entry("agent-hello", "passed none"),
                    entry("agent-expense", "passed none"), entry("agent-fail", "failed agent_error"),
                    entry("model-hello", "passed none"), entry("model-json", "passed none"),
                    entry("model-weather", "passed none"), entry("model-busy", "error infrastructure"),
                    entry("model-break", "failed agent_error"));
        }
    }

    @ParameterizedTest
    @Tag("full")
    @ValueSource(strings = {"a2a.new", "a2a.old", "a2a.plain", "a2a.oldplain"})
    void aSuiteRunsAgainstTheSdkOfAgent2AgentInBothVersions(String agent) throws Exception {
        try (var server = NodePrograms.a2a()) {
            int exit = run(Map.of("A2A_URL", server.url()), "-i", "a2a.jsonl", "-n", agent);

            assertThat(exit).isEqualTo(1);
            assertThat(results()).containsOnly(entry("hello", "passed none"), entry("direct", "passed none"),
                    entry("status", "passed none"), entry("wrong", "failed assertion"), entry("context", "passed none"),
                    entry("ask", "passed none"), entry("auth", "passed none"), entry("tools", "passed none"),
                    entry("nobody-waits", "failed assertion"), entry("json", "passed none"),
                    entry("think", "passed none"), entry("see", "passed none"), entry("reject", "passed none"),
                    entry("fail", "failed agent_error"), entry("throw", "failed agent_error"),
                    entry("cancel", "error cancelled_by_agent"), entry("cut", "failed agent_error"),
                    entry("hang", "failed agent_timeout"));
        }
    }

    @ParameterizedTest
    @Tag("full")
    @ValueSource(strings = {"aimock.anthropic", "aimock.responses"})
    void aSuiteRunsAgainstAimockAsAServerOfModels(String agent) throws Exception {
        try (var server = NodePrograms.start("aimock-server.mjs")) {
            int exit = run(Map.of("AIMOCK_URL", server.url(), "AIMOCK_KEY", "interop"), "-i", "models.jsonl", "-n",
                    agent);

            assertThat(exit).isEqualTo(1);
            assertThat(results()).containsOnly(entry("hello", "passed none"), entry("wrong", "failed assertion"),
                    entry("json", "passed none"), entry("think", "passed none"), entry("call", "passed none"),
                    entry("several", "passed none"), entry("result", "passed none"), entry("usage", "passed none"),
                    entry("usage-exceeded", "failed assertion"), entry("cost-exceeded", "failed assertion"),
                    entry("busy", "error infrastructure"), entry("break", "failed agent_error"),
                    entry("refused", "error infrastructure"), entry("cut", "failed agent_error"),
                    entry("hang", "failed agent_timeout"), entry("turns", "passed none"),
                    entry("waits", "passed none"), entry("nobody-answers", "failed missing_input"));
        }
    }

    @Test
    @Tag("full")
    void aSuiteRunsAgainstAServerThatKeepsItsResponses() throws Exception {
        try (var server = NodePrograms.start("responses-server.mjs")) {
            int exit = run(Map.of("STORED_URL", server.url()), "-i", "stored.jsonl", "-n", "stored");

            assertThat(exit).isEqualTo(1);
            assertThat(results()).containsOnly(entry("hello", "passed none"), entry("wrong", "failed assertion"),
                    entry("only-what-is-new", "passed none"), entry("approved", "passed none"),
                    entry("denied", "passed none"), entry("approved-by-word", "passed none"),
                    entry("nobody-approves", "failed missing_input"), entry("result", "passed none"),
                    entry("refusal", "passed none"), entry("cut", "failed agent_error"),
                    entry("nobody-waits", "failed assertion"), entry("after-an-approval", "passed none"),
                    entry("see", "passed none"));
        }
    }

    /** One short case of each, where the long suites are not run. */
    @ParameterizedTest
    @ValueSource(strings = {"aimock.anthropic models.jsonl hello", "aimock.responses models.jsonl hello",
        "stored stored.jsonl approved", "a2a.new a2a.jsonl hello", "a2a.old a2a.jsonl hello"})
    void aCaseRunsAgainstEach(String typed) throws Exception {
        var words = typed.split(" ", -1);
        try (var server = words[0].startsWith("a2a") ? NodePrograms.a2a()
                : NodePrograms.start(words[0].equals("stored") ? "responses-server.mjs" : "aimock-server.mjs")) {
            int exit = run(Map.of("AIMOCK_URL", server.url(), "AIMOCK_KEY", "interop", "STORED_URL", server.url(),
                    "A2A_URL", server.url()), "-i", words[1], "-n", words[0], "-k", words[2]);

            assertThat(exit).isZero();
            assertThat(results()).containsEntry(words[2], "passed none");
        }
    }

    /** {@code init --url} against aimock and Agent2Agent's SDK. */
    @Test
    void anAddressOfEachIsRecognised() throws Exception {
        try (var aimock = NodePrograms.start("aimock-server.mjs"); var a2a = NodePrograms.a2a()) {
            for (var address : Map.of(aimock.url() + "/v1/chat/completions", "protocol: openai\n", aimock.url()
                    + "/v1/responses", "api: responses", aimock.url() + "/v1/messages", "protocol: anthropic",
                    aimock.url()
                            + "/agui",
                    "protocol: ag-ui", a2a.url() + "/new", "protocol: a2a").entrySet()) {
                var project = Files.createTempDirectory(folder, "init");

                int exit = new TypedRun(SUITES, folder, home).type(Map.of(), List.of("init", "--no-run", "--url",
                        address.getKey(), "--header", "Authorization: Bearer interop", project.toString()));

                var output = Files.readString(folder.resolve("output.txt"));
                assertThat(exit).as(output).isZero();
                assertThat(project.resolve("muster.yaml")).content().contains(address.getValue());
            }
        }
    }

    private int run(Map<String, String> environment, String... arguments) throws IOException, InterruptedException {
        return new TypedRun(SUITES, folder, home).run(environment, arguments);
    }

    private Map<String, String> results() throws IOException {
        return new TypedRun(SUITES, folder, home).results();
    }
}
