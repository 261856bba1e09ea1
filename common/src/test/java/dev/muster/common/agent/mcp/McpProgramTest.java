package dev.muster.common.agent.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.Access;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.AgentRequest.Continuation;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.program.ProgramAgent;
import dev.muster.common.config.CommandConfig;
import dev.muster.common.config.CommandConfig.Mode;
import dev.muster.common.model.Message;
import dev.muster.common.option.Options;
import dev.muster.common.time.Ticker;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.JsonNodeFactory;

/** Tests servers that are programs, and each way in which one can fail, with real processes. */
class McpProgramTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final String MODERN = "read q; echo '{\"jsonrpc\":\"2.0\",\"id\":\"discover\",\"result\":"
            + "{\"supportedVersions\":[\"2026-07-28\"]}}'; ";
    private static final String LEGACY = "read q; echo '{\"jsonrpc\":\"2.0\",\"id\":\"discover\",\"error\":{\"code\":"
            + "-32601,\"message\":\"Method not found\"}}'; read q; echo '{\"jsonrpc\":\"2.0\",\"id\":\"initialize\","
            + "\"result\":{\"protocolVersion\":\"2025-11-25\"}}'; read initialized; ";
    private static final String DONE = "echo '{\"jsonrpc\":\"2.0\",\"id\":\"run-1\",\"result\":{\"content\":"
            + "[{\"type\":\"text\",\"text\":\"done\"}]}}'; ";
    private static final String REST = "while read q; do :; done";

    @TempDir
    private Path folder;

    private final McpProtocol protocol = new McpProtocol(new HttpCalls(1, Clock.systemUTC()), Ticker.system());

    private ProgramAgent agent(String script, @Nullable Duration timeout) {
        return new ProgramAgent(new CommandConfig(List.of("/bin/sh", "-c", script, "server"), Mode.TURN, null,
                List.of(), timeout), folder, Map.of("PATH", System.getenv("PATH"), "SEEN", "yes"), null);
    }

    private static AgentRequest request(ProgramAgent agent) {
        return new AgentRequest(
                Requests.endpoint(String.valueOf(agent.hashCode()), Map.of()).through(new Access.Mcp(null, agent)),
                "thread-1",
                "run-1", List.of(Message.user("{\"tool\": \"add\"}")), Options.NONE, StreamBounds.DEFAULT);
    }

    private AgentOutcome call(String script, Duration limit) throws InterruptedException {
        var request = request(agent(script, null));
        try {
            return protocol.call(request, Requests.in(limit), _ -> {});
        } finally {
            protocol.hangUp(request.endpoint(), request.conversationId());
        }
    }

    private static String text(AgentOutcome outcome) {
        return outcome instanceof AgentReply reply ? reply.content().text() : ((AgentFailure) outcome).text();
    }

    @Test
    void bothErasAreSpoken() throws Exception {
        assertThat(text(call(MODERN + "read q; " + DONE + REST, LONG))).isEqualTo("done");
        assertThat(text(call(LEGACY + "read q; " + DONE + REST, LONG))).isEqualTo("done");
    }

    @Tag("slow")
    @Test
    void aServerThatStaysSilentToTheNewQuestionIsAskedInTheOldWay() throws Exception {
        var silent = LEGACY.replaceFirst("read q; echo '[^']*'; ", "read q; ");

        assertThat(text(call(silent + "read q; " + DONE + REST, LONG))).isEqualTo("done");
    }

    @Tag("slow")
    @Test
    void aSlowServerOfTheNewEraIsStillOne() throws Exception {
        var slow = "read q; read again; echo '{\"jsonrpc\":\"2.0\",\"id\":\"discover\",\"result\":{\"supportedVersions\":"
                + "[\"2026-07-28\"]}}'; echo '{\"jsonrpc\":\"2.0\",\"id\":\"initialize\",\"error\":{\"code\":-32601,"
                + "\"message\":\"no\"}}'; read q; ";

        assertThat(text(call(slow + DONE + REST, LONG))).isEqualTo("done");
    }

    @Test
    void standardErrorIsEvidence() throws Exception {
        var outcome = call(MODERN + "read q; echo working >&2; " + "sleep 0.2; " + DONE + REST, LONG);

        assertThat(((AgentReply) outcome).content().custom()).singleElement()
                .hasToString("{\"name\":\"stderr\",\"value\":\"working\\n\"}");
    }

    @Test
    void anErrorWithoutAnIdEndsTheCall() throws Exception {
        for (var id : List.of(",\"id\":null", "")) {
            assertThat(text(call(MODERN + "read q; echo '{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":"
                    + "\"Parse error\"}" + id + "}'; " + REST, LONG)))
                    .startsWith("agent error: Parse error (-32700)");
        }
    }

    @Test
    void aQuestionIsAnsweredInTheNextTurn() throws Exception {
        var asks = LEGACY + "read q; echo '{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"elicitation/create\",\"params\":"
                + "{\"message\":\"sure?\",\"requestedSchema\":{\"properties\":{\"ok\":{\"type\":\"boolean\"}}}}}'; read a; "
                + "echo \"$a\" > answer; " + DONE + REST;
        var request = request(agent(asks, null));
        var asked = (AgentReply) protocol.call(request, Requests.in(LONG), _ -> {});
        var answer = JsonNodeFactory.instance.objectNode().put("approve", true);

        var done = protocol.call(request.continuing(new Continuation(null,
                List.of(asked.interrupts().getFirst().resolved(answer)), null, asked.sequel().memory(), answer)),
                Requests.in(LONG), _ -> {});
        protocol.hangUp(request.endpoint(), request.conversationId());

        assertThat(asked.content().text()).isEqualTo("sure?");
        assertThat(text(done)).isEqualTo("done");
        assertThat(folder.resolve("answer")).hasContent("{\"jsonrpc\":\"2.0\",\"result\":{\"action\":\"accept\","
                + "\"content\":{\"ok\":true}},\"id\":0}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            exit 3                                    | agent error: /bin/sh -c
            echo hello                                | wrote a line that is not a JSON object: hello; print logs to standard error
            echo '{"id":"discover","result":5'        | wrote a line that is not a JSON object
            echo oops >&2; exit 1                     | ended with exit code 1: oops
            kill -9 $$                                | was killed by signal 9
            """)
    void eachFailureNamesTheCommand(String script, String sentence) throws Exception {
        var outcome = call(script, LONG);

        assertThat(outcome).isInstanceOf(AgentFailure.Agent.class);
        assertThat(text(outcome)).startsWith("agent error: /bin/sh -c ").contains(sentence);
    }

    @Test
    void aProgramThatIsNotThereIsUnreachable() throws Exception {
        var agent = new ProgramAgent(new CommandConfig(List.of("no-such-server"), Mode.TURN, null, List.of(), null),
                folder, Map.of("PATH", "/bin"), null);

        assertThat(text(protocol.call(request(agent), Requests.in(LONG), _ -> {})))
                .startsWith("agent unreachable: program no-such-server is not on the PATH");
    }

    @Tag("slow")
    @Test
    void aServerThatHangsIsToldAndEndedWithAllThatItStarted() throws Exception {
        var hangs = MODERN + "read q; sleep 300 & echo $! > child; read cancelled; echo \"$cancelled\" > last; wait";

        var outcome = call(hangs, Duration.ofSeconds(4));

        assertThat(outcome).isInstanceOf(AgentFailure.Timeout.class);
        assertThat(text(outcome)).startsWith("timeout after 4s (/bin/sh -c ");
        assertThat(folder.resolve("last")).content().contains("notifications/cancelled", "\"requestId\":\"run-1\"");
        var child = Long.parseLong(Files.readString(folder.resolve("child")).strip());
        ProcessHandle.of(child).ifPresent(process -> process.onExit().orTimeout(10, TimeUnit.SECONDS).join());
    }

    @Test
    void itsOwnTimeLimitHoldsForATurn() throws Exception {
        var request = request(agent(MODERN + REST, Duration.ofMillis(700)));

        assertThat(text(protocol.call(request, Requests.in(LONG), _ -> {}))).startsWith("timeout after 700ms");
    }

    @Test
    void anInterruptionEndsTheServer() throws Exception {
        var thrown = new CompletableFuture<Exception>();
        var caller = Thread.ofVirtual().start(() -> {
            try {
                call(MODERN + "read q; echo $$ > pid; " + REST, LONG);
            } catch (InterruptedException e) {
                thrown.complete(e);
            }
        });
        var pid = folder.resolve("pid");
        while (!Files.exists(pid) || Files.size(pid) == 0) {
            Thread.onSpinWait();
        }

        caller.interrupt();

        assertThat(thrown.get(9, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
                .ifPresent(process -> process.onExit().orTimeout(10, TimeUnit.SECONDS).join());
    }

    @Test
    void aServerThatTalksWithoutEndIsBounded() throws Exception {
        var talks = MODERN + "read q; while :; do echo '{\"method\":\"notifications/message\",\"params\":{}}'; done";
        var plain = request(agent(talks, null));
        var request = new AgentRequest(plain.endpoint(), "thread-1", "run-1", plain.messages(), Options.NONE,
                new StreamBounds(1 << 20, 2_000, 1 << 20));

        assertThat(text(protocol.call(request, Requests.in(LONG), _ -> {})))
                .startsWith(
                        "agent error: the answer exceeded the limit of 2000 events or 1 MiB per answer (/bin/sh -c");
    }
}
