package dev.muster.common.agent.custom;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.BrokenServerContract;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.ScriptedServer;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.config.HttpMapping.Answer;
import dev.muster.common.config.HttpMapping.Session;
import dev.muster.common.config.HttpMapping.Stream;
import org.junit.jupiter.api.Test;

class GraphBrokenServerTest implements BrokenServerContract {

    static final Answer STREAM = new Answer(Stream.LANGGRAPH, null, null, null, null, null, null, null, null, Map.of());

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

    private static String text(AgentOutcome outcome) {
        assertThat(outcome).isInstanceOf(AgentFailure.class);
        return ((AgentFailure) outcome).text();
    }
}
