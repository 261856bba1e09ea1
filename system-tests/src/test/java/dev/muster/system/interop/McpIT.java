package dev.muster.system.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import module java.base;
import dev.muster.common.agent.Access;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.mcp.McpProtocol;
import dev.muster.common.agent.program.ProgramAgent;
import dev.muster.common.config.CommandConfig;
import dev.muster.common.config.CommandConfig.Mode;
import dev.muster.common.model.Message;
import dev.muster.common.option.Options;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests our client against servers on both SDKs of the Model Context Protocol, over HTTP and as programs. */
@Tag("interop")
class McpIT {

    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    @TempDir
    private static Path home;

    @Test
    void bothErasAreSpokenOverHttp() throws Exception {
        try (var server = NodePrograms.mcp()) {
            for (var era : List.of("/new", "/old")) {
                assertAdds(server.url() + era, null);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"new", "old"})
    void bothErasAreSpokenByPrograms(String era) throws Exception {
        var program = new CommandConfig(List.of("node", "mcp-server.mjs", era), Mode.TURN, null, List.of(), null);

        assertAdds(era, new ProgramAgent(program, NodePrograms.mcpFolder(),
                Map.of("PATH", System.getenv("PATH")), null));
    }

    private static void assertAdds(String url, @Nullable ProgramAgent program) throws InterruptedException {
        try (var calls = new HttpCalls(4, Clock.systemUTC())) {
            var protocol = new McpProtocol(calls, Ticker.system());
            var endpoint = new Endpoint(url, Map.of(), null, null, true, null).through(new Access.Mcp(null, program));
            var request = new AgentRequest(endpoint, "thread-1", "run-1", List.of(Message.user(
                    "{\"tool\": \"add\", \"arguments\": {\"a\": 2, \"b\": 3}}")), Options.NONE, StreamBounds.DEFAULT);

            var outcome = protocol.call(request, Deadline.in(LONG, Ticker.system()), _ -> {});
            protocol.hangUp(endpoint, "thread-1");

            assertThat(outcome).isInstanceOfSatisfying(AgentReply.class, reply -> {
                assertThat(reply.content().text()).isEqualTo("5");
                assertThat(reply.content().toolResults()).singleElement()
                        .satisfies(result -> assertThat(result.content()).hasToString("{\"sum\":5}"));
                assertThat(reply.warnings()).isEmpty();
            });
        }
    }

    @ParameterizedTest
    @Tag("full")
    @CsvSource({"new, failed agent_error", "old, passed none", "newprogram, failed agent_error",
        "oldprogram, passed none"})
    void aSuiteRunsAgainstBothEras(String agent, String unknownTool) throws Exception {
        try (var server = NodePrograms.mcp()) {
            var run = new TypedRun(NodePrograms.mcpFolder(), folder, home);

            int exit = run.run(Map.of("MCP_URL", server.url()), "-i", "mcp.jsonl", "-n", agent);

            assertThat(exit).isEqualTo(1);
            assertThat(run.results()).containsOnly(entry("list", "passed none"), entry("text", "passed none"),
                    entry("structured", "passed none"), entry("kinds", "passed none"), entry("fail", "passed none"),
                    entry("fail-is-no-result", "failed assertion"), entry("bad-arguments", "passed none"),
                    entry("unknown", unknownTool), entry("progress", "passed none"), entry("accept", "passed none"),
                    entry("plain", "passed none"), entry("decline", "passed none"), entry("cancel", "passed none"),
                    entry("two-turns", "passed none"), entry("wrong", "failed assertion"),
                    entry("no-call", "error infrastructure"), entry("hang", "failed agent_timeout"));
        }
    }

    @ParameterizedTest
    @Tag("full")
    @ValueSource(strings = {"newpages", "oldpages"})
    void allPagesOfAListAreRead(String agent) throws Exception {
        try (var server = NodePrograms.mcp()) {
            var run = new TypedRun(NodePrograms.mcpFolder(), folder, home);

            run.run(Map.of("MCP_URL", server.url()), "-i", "pages.jsonl", "-n", agent);

            assertThat(run.results()).containsOnly(entry("pages", "passed none"));
        }
    }
}
