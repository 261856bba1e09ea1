package dev.muster.common.agent.langgraph;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.BrokenServerContract;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.ScriptedServer;
import dev.muster.common.agent.http.AllowedHosts;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.mapping.MappedAgent;
import dev.muster.common.config.AnswerMapping;
import dev.muster.common.config.HttpMapping.Session;
import dev.muster.common.config.HttpMapping.Stream;
import org.junit.jupiter.api.Test;

class GraphBrokenServerTest implements BrokenServerContract {

    private static final String RUN = "/threads/${session.thread_id}/runs/stream";

    static final AnswerMapping STREAM = new AnswerMapping(Stream.LANGGRAPH, null, null, null, null, null, null, null,
            null, Map.of());

    @Override
    public AgentProtocol protocol(HttpCalls calls) {
        return MappedAgent.of("{'input': {'messages': '${messages}'}}", STREAM).over(calls);
    }

    @Override
    public String answer(String json) {
        return begun(json) + "event: values\ndata: {\"messages\":[{\"type\":\"ai\",\"id\":\"m1\",\"content\":\"" + json
                + "\"}]}\n\n";
    }

    @Override
    public String begun(String json) {
        return "event: metadata\ndata: {\"run_id\":\"r\"}\n\nevent: values\ndata: {\"messages\":[]}\n\n" + piece(json);
    }

    @Override
    public String piece(String json) {
        return "event: messages\ndata: [{\"type\":\"ai\",\"id\":\"m1\",\"content\":\"" + json + "\"},{}]\n\n";
    }

    @Test
    void theReasonOfEitherServerIsShownWithTheAddress() throws Exception {
        for (var body : List.of("Assistant 'nobody' not found", "{\"detail\":\"Assistant 'nobody' not found\"}")) {
            for (var status : List.of("404 Not Found", "422 Unprocessable Entity")) {
                try (var server = ScriptedServer.of((wire, _) -> wire.status(status, body));
                        var calls = new HttpCalls(8, NOON)) {
                    var failed = protocol(calls).call(Requests.to(server.url()), Requests.in(LONG), _ -> {});

                    assertThat(text(failed)).contains("HTTP " + status.substring(0, 3),
                            ": Assistant 'nobody' not found (POST " + server.url());
                }
            }
        }
    }

    @Test
    void aThreadThatCannotBeOpenedIsToldWithItsOwnAddress() throws Exception {
        try (var server = ScriptedServer.of((wire, _) -> wire.status("500 Internal Server Error", "no disk"));
                var calls = new HttpCalls(8, NOON)) {
            var agent = MappedAgent.of("{'input': '${messages}'}", STREAM).with(new Session("POST",
                    server.url() + "/threads", Map.of(), MappedAgent.json("{}"), "$.thread_id"));
            var failed = agent.over(calls).call(Requests.to(server.url() + "/threads/t/runs/stream"),
                    Requests.in(LONG), _ -> {});

            assertThat(text(failed)).startsWith("agent error: HTTP 500: no disk (POST " + server.url() + "/threads)");
            assertThat(server.received()).hasSize(1);
        }
    }

    @Test
    void aThreadsIdStaysOneSegmentOfTheAddressAndIsMasked() throws Exception {
        var id = "../../../admin?drop=all#//evil.example";
        try (var server = ScriptedServer.of((wire, request) -> {
            if (request.line().startsWith("POST /threads ")) {
                wire.status("200 OK\nContent-Type: application/json", "{\"thread_id\":\"" + id + "\"}");
            } else {
                wire.stream(answer("hello"));
            }
        }); var calls = new HttpCalls(8, NOON)) {
            var heard = new ArrayList<AgentEvent>();
            var outcome = agent(server.url()).over(calls).call(Requests.to(server.url() + RUN), Requests.in(LONG),
                    heard::add);

            assertThat(outcome).isInstanceOf(AgentReply.class);
            assertThat(server.received()).hasSize(2).last().satisfies(run -> assertThat(run.line()).startsWith(
                    "POST /threads/..%2F..%2F..%2Fadmin%3Fdrop%3Dall%23%2F%2Fevil.example/runs/stream "));
            assertThat(heard).contains(new AgentEvent.Learned(id));
        }
    }

    @Test
    void addressesThatAreNotAllowedGetNeitherAThreadNorARun() throws Exception {
        try (var server = ScriptedServer.of((wire, _) -> wire.status("200 OK\nContent-Type: application/json",
                "{\"thread_id\":\"t\"}"));
                var calls = new HttpCalls(1, NOON, AllowedHosts.parse("127.0.0.1"))) {
            var noThread = agent("http://169.254.169.254").over(calls).call(Requests.to(server.url() + RUN),
                    Requests.in(LONG), _ -> {});
            var noRun = agent(server.url()).over(calls).call(Requests.to("http://169.254.169.254" + RUN),
                    Requests.in(LONG), _ -> {});

            assertThat(List.of(noThread, noRun)).allSatisfy(outcome -> {
                assertThat(outcome).isInstanceOf(AgentFailure.Refused.class);
                assertThat(text(outcome)).contains("169.254.169.254");
            });
            assertThat(server.received()).hasSize(1);
        }
    }

    private static MappedAgent agent(String base) {
        return MappedAgent.of("{'input': {'messages': '${messages}'}}", STREAM).with(new Session("POST",
                base + "/threads", Map.of(), MappedAgent.json("{}"), "$.thread_id"));
    }

    private static String text(AgentOutcome outcome) {
        assertThat(outcome).isInstanceOf(AgentFailure.class);
        return ((AgentFailure) outcome).text();
    }
}
