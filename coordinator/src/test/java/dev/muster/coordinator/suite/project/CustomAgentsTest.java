package dev.muster.coordinator.suite.project;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.CallMapping;
import dev.muster.common.config.CommandConfig;
import dev.muster.common.config.CommandConfig.Mode;
import dev.muster.common.config.CustomAgent;
import dev.muster.common.config.HttpAuth;
import dev.muster.common.config.HttpMapping;
import dev.muster.common.config.TokenMapping;
import dev.muster.common.json.Json;
import dev.muster.coordinator.suite.source.Fault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Agents that speak no fixed protocol, as the configuration describes them. */
class CustomAgentsTest {

    @TempDir
    private Path folder;

    private Project read(String yaml) throws IOException {
        Files.writeString(folder.resolve("muster.yaml"), yaml);
        return new ProjectReader(folder).read(null);
    }

    private static AgentConfig agent(Project project, String id) {
        return Objects.requireNonNull(project.config().targets().agents().get(id));
    }

    private static CustomAgent custom(AgentConfig agent) {
        return Objects.requireNonNull(agent.endpoint().custom());
    }

    @Test
    void aMappingIsReadWhole() throws Exception {
        var project = read("""
                agents:
                  support:
                    protocol: http
                    url: https://bot.example.com/api/chat?u=${case.user}
                    headers: { X-Tenant: acme, X-Session: "${session.id}" }
                    auth: { type: oauth2, token_url: "https://id.example.com/token", client_id: "${ENV.BOT_ID}",
                            client_secret: "${ENV.BOT_SECRET}", scope: chat, in_form: true }
                    session:
                      request: { url: "https://bot.example.com/api/sessions", body: { user: "${case.user}" } }
                      id: $.session_id
                    body: { session: "${session.id}", message: "${input}", cursor: "${carry.cursor}" }
                    response:
                      stream: sse
                      text: $.delta.text
                      tool_calls: { each: "$.steps[?(@.kind=='tool')]", id: $.id, name: $.tool, arguments: $.input }
                      usage: { input: $.usage.in, output: $.usage.out }
                      awaiting: $.needs_input
                      error: $.error.message
                      done: "[DONE]"
                      carry: { cursor: $.next_cursor }
                """);

        assertThat(project.faults()).isEmpty();
        var agent = agent(project, "support");
        var http = Objects.requireNonNull(custom(agent).http());
        assertThat(http.auth()).isEqualTo(new HttpAuth.OAuth2("https://id.example.com/token", "${ENV.BOT_ID}",
                "${ENV.BOT_SECRET}", "chat", true));
        assertThat(Objects.requireNonNull(http.session()).id()).isEqualTo("$.session_id");
        assertThat(http.answer().toolCalls()).isEqualTo(new CallMapping("$.steps[?(@.kind=='tool')]", "$.id", "$.tool",
                "$.input", null));
        assertThat(http.answer().usage()).isEqualTo(new TokenMapping("$.usage.in", "$.usage.out", null));
        assertThat(http.answer().carry()).containsEntry("cursor", "$.next_cursor");
        assertThat(agent.endpoint().environment()).containsExactly("BOT_ID", "BOT_SECRET");
        assertThat(Json.MAPPER.readValue(Json.MAPPER.writeValueAsString(agent), agent.getClass())).isEqualTo(agent);
    }

    @Test
    void programsAndFunctionsAreRead() throws Exception {
        Files.createDirectory(folder.resolve("bots"));
        var project = read("""
                agents:
                  program: { protocol: command, command: [python3, agent.py], mode: session, cwd: bots, env: [MODEL_KEY],
                             timeout: 20s }
                  function: { protocol: script, use: "scripts:bot.reply" }
                """);

        assertThat(project.faults()).isEmpty();
        assertThat(custom(agent(project, "program")).command()).isEqualTo(new CommandConfig(
                List.of("python3", "agent.py"), Mode.SESSION, "bots", List.of("MODEL_KEY"), Duration.ofSeconds(20)));
        assertThat(agent(project, "program").endpoint().environment()).containsExactly("MODEL_KEY");
        assertThat(custom(agent(project, "function")).function()).isEqualTo("bot.reply");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{ protocol: http, response: { text: $.a } }|speaks http and needs 'url'",
        "{ protocol: http, url: http://h, body: { q: '${input}' } }|an http agent needs 'response'",
        "{ protocol: http, url: http://h, body: { q: hi }, response: { text: $.a } }|the request does not contain the input",
        "{ protocol: http, url: http://h, body: { q: '${inptu}', r: '${input}' }, response: { text: $.a } }|${inptu} has no value; did you mean 'input'?",
        "{ protocol: http, url: http://h, body: { q: '${input}', s: '${session.id}' }, response: { text: $.a } }|describe the call that opens a conversation",
        "{ protocol: http, url: http://h, body: { q: '${input}', s: '${carry.x}' }, response: { text: $.a } }|give its path under 'response.carry'",
        "{ protocol: http, url: http://h, body: '${input}', response: { stream: json } }|'response' needs 'text'",
        "{ protocol: http, url: http://h, body: '${input}', response: { text: '$.a[?(' } }|is not a JSON path",
        "{ protocol: http, url: http://h, body: '${input}', response: { txt: $.a, stream: text } }|unknown key 'txt'; did you mean 'text'?",
        "{ protocol: http, url: http://h, method: GET, body: '${input}', response: { text: $.a } }|a GET has no body",
        "{ protocol: http, url: ws://h, body: '${input}', response: { text: $.a } }|a WebSocket shows no end of an answer",
        "{ protocol: http, url: 'ws://h:99999/x', body: '${input}', response: { text: $.a, done: x } }|port 99999 is not between 1 and 65535",
        "{ protocol: http, url: http://h, session: { request: { url: 'http://h:0' } }, body: '${input}', response: { text: $.a } }|port 0 is not between 1 and 65535",
        "{ protocol: http, url: ftp://h, body: '${input}', response: { text: $.a } }|is not a valid URL",
        "{ protocol: http, url: http://h, body: '${input}', response: { text: $.a }, auth: { type: oath2 } }|unknown auth 'oath2'",
        "{ protocol: http, url: 'http://h/${sesion.id}', body: '${input}', response: { text: $.a } }|${sesion.id} has no value; did you mean 'session'?",
        "{ protocol: http, url: http://h, headers: { X: '${carry.x}' }, body: '${input}', response: { text: $.a } }|give its path under 'response.carry'",
        "{ protocol: http, url: http://h, headers: { X: '${session.id}' }, body: '${input}', response: { text: $.a } }|describe the call that opens a conversation",
        "{ protocol: http, url: http://h, body: '${input}', response: { stream: text, done: x } }|has no 'done'",
        "{ protocol: http, url: http://h, body: '${input}', response: { text: $.a, idle: 2s } }|only a WebSocket has 'idle'",
        "{ protocol: http, url: http://h, session: { request: { url: ws://h } }, body: '${input}', response: { text: $.a } }|is not a valid URL",
        "{ protocol: http, url: http://h, form: { q: '${input}' }, body: { q: '${input}' }, response: { text: $.a } }|a request has either 'body' or 'form'",
        "{ protocol: http, url: 'http://h/${input}', form: { }, response: { text: $.a } }|'form' has the fields that are sent",
        "{ protocol: http, url: http://h, form: { q: hi }, response: { text: $.a } }|use ${input} or ${messages} in 'body', 'form' or 'url'",
        "{ protocol: http, url: http://h, form: { q: ['${input}'] }, response: { text: $.a } }|'q' in 'form' must be a string",
        "{ protocol: http, url: http://h, form: { q: '${inptu}', r: '${input}' }, response: { text: $.a } }|did you mean 'input'?",
        "{ protocol: http, url: 'http://h?q=${input}', method: GET, form: { a: b }, response: { text: $.a } }|a GET has no form",
        "{ protocol: http, url: ws://h, form: { q: '${input}' }, response: { text: $.a, done: x } }|takes no form; write 'body'",
        "{ protocol: http, url: http://h, body: '${input}', response: { stream: sse_text, text: $.a } }|has no 'text'",
        "{ protocol: http, url: http://h, body: '${input}', response: { stream: sse_text, done: $.a } }|events of text have no paths",
        "{ protocol: openai, url: http://h, stream: maybe }|'stream' must be",
        "{ protocol: anthropic, url: http://h, model: m, stream: false }|unknown key 'stream'",
        "{ protocol: command }|is a program and needs 'command'",
        "{ protocol: command, command: [a], mode: sesion }|did you mean 'session'?",
        "{ protocol: command, command: [a], cwd: ../other }|must be a folder inside the project",
        "{ protocol: mcp }|is an MCP server and needs either 'url' or 'command'",
        "{ protocol: mcp, url: http://h, command: [a] }|is an MCP server and needs either 'url' or 'command'",
        "{ protocol: mcp, url: ws://h }|is not a valid URL",
        "{ protocol: mcp, url: http://h, version: '2027-01-01' }|'version' is one of MCP's that Muster speaks: 2026-07-28, 2025-11-25",
        "{ protocol: mcp, command: [a], mode: session }|unknown key 'mode'",
        "{ protocol: mcp, url: http://h, cwd: . }|unknown key 'cwd'",
        "{ protocol: a2a, url: http://h, version: '2026-07-28' }|unknown key 'version'",
        "{ protocol: script }|is a function and needs 'use'",
        "{ protocol: script, use: 'agents:x' }|names a function of the scripts"})
    void aFaultIsToldAtItsPlace(String agent, String fault) throws Exception {
        var faults = read("agents:\n  a: " + agent + "\n").faults();

        assertThat(faults).extracting(Fault::toString).anyMatch(told -> told.startsWith("muster.yaml:2:")
                && told.contains(fault));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ai-sdk", "dify", "n8n", "ollama", "rasa"})
    void everyPresetIsSound(String preset) throws Exception {
        var project = read("agents: { a: { protocol: http, preset: " + preset + ", url: 'http://h', model: m } }");

        assertThat(project.faults()).isEmpty();
        var answer = Objects.requireNonNull(custom(agent(project, "a")).http()).answer();
        assertThat(answer.text() != null || answer.stream() == HttpMapping.Stream.AI_SDK).isTrue();
        assertThat(Presets.NAMES).contains(preset);
    }

    @Test
    void theAddressesOfALangGraphServerAreBelowItsBase() throws Exception {
        var project = read("agents: { a: { protocol: http, preset: langgraph, url: '${ENV.BASE}/', assistant: bot,"
                + " headers: { X-Api-Key: '${ENV.KEY}' } } }");

        assertThat(project.faults()).isEmpty();
        var endpoint = agent(project, "a").endpoint();
        var mapping = Objects.requireNonNull(custom(agent(project, "a")).http());
        assertThat(endpoint.url()).isEqualTo("${ENV.BASE}/threads/${session.thread_id}/runs/stream");
        assertThat(endpoint.assistant()).isEqualTo("bot");
        assertThat(mapping.session()).isNotNull().satisfies(session -> {
            assertThat(session.url()).isEqualTo("${ENV.BASE}/threads");
            assertThat(session.headers()).isEqualTo(endpoint.headers()).containsKey("X-Api-Key");
        });
        assertThat(mapping.answer().stream()).isEqualTo(HttpMapping.Stream.LANGGRAPH);
    }

    @Test
    void aLangGraphServerNeedsABaseAndAnAssistant() throws Exception {
        assertThat(read("agents: { a: { protocol: http, preset: langgraph, url: 'http://h' } }").faults())
                .singleElement().asString().contains("several graphs: give 'assistant'");
        assertThat(read("agents: { a: { protocol: http, preset: langgraph, assistant: bot } }").faults())
                .singleElement().asString().contains("speaks http and needs 'url'");
        assertThat(read("agents: { a: { protocol: http, preset: langgraph, url: 'http://h', response: { stream:"
                + " langgraph, error: $.e }, body: { assistant_id: x, input: { q: '${input}' } } } }").faults())
                .singleElement().asString()
                .contains("stream: langgraph says by itself what is what; leave 'error' out");
    }

    @Test
    void anAgentsOwnMembersBeatThePresets() throws Exception {
        var project = read(
                "agents: { a: { protocol: http, preset: rasa, url: 'http://h', response: { text: $.own } } }");

        assertThat(Objects.requireNonNull(custom(agent(project, "a")).http()).answer().text())
                .isEqualTo("$.own");
        assertThat(read("agents: { a: { protocol: http, preset: rsa, url: 'http://h' } }").faults())
                .extracting(Fault::toString).anyMatch(told -> told.contains(
                        "unknown preset 'rsa'; write ai-sdk, dify, langgraph, n8n, ollama, rasa; did you mean 'rasa'?"));
    }

    @Test
    void anMcpServerHasAnAddressOrIsAProgram() throws Exception {
        var project = read("""
                agents:
                  far: { protocol: mcp, url: "http://h/mcp", headers: { X: "${ENV.X}" }, version: "2026-07-28" }
                  near: { protocol: mcp, command: [node, server.mjs], cwd: ., env: [KEY], timeout: 5s }
                """);

        assertThat(project.faults()).isEmpty();
        assertThat(agent(project, "far").endpoint().version()).isEqualTo("2026-07-28");
        assertThat(agent(project, "far").endpoint().custom()).isNull();
        assertThat(custom(agent(project, "near")).command()).isEqualTo(new CommandConfig(
                List.of("node", "server.mjs"), Mode.TURN, ".", List.of("KEY"), Duration.ofSeconds(5)));
        assertThat(agent(project, "near").endpoint().environment()).containsExactly("KEY");
    }

    @Test
    void severalDefaultAgentsAreAMatrix() throws Exception {
        var agents = "agents: { a: { protocol: ag-ui, url: http://h }, b: { protocol: ag-ui, url: http://i } }\n";

        assertThat(read(agents + "defaults: { agent: [a, b] }").config().defaults().matrix()).containsExactly("a", "b");
        assertThat(read(agents + "defaults: { agent: [a] }").config().defaults().agent()).isEqualTo("a");
        assertThat(read(agents + "defaults: { agent: [a, c] }").faults()).singleElement().asString()
                .contains("unknown agent 'c'");
    }

    @Test
    void aMisspeltProtocolIsTheOnlyFault() throws Exception {
        assertThat(read("""
                agents:
                  a:
                    protocol: htttp
                    url: http://localhost:1/
                    method: POST
                    body: { q: "${input}" }
                    response: { text: $.a }
                """).faults()).extracting(Fault::toString)
                .containsExactly("muster.yaml:3:15: unknown protocol 'htttp'; did you mean 'http'?");
    }
}
