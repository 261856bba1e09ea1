package dev.muster.common.agent.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.Access;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.BrokenServerContract;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.model.Message;
import dev.muster.common.time.Ticker;

/** The version is known. */
class McpBrokenServerTest implements BrokenServerContract {

    @Override
    public AgentProtocol protocol(HttpCalls calls) {
        var protocol = new McpProtocol(calls, Ticker.system());
        return (request, deadline, events) -> protocol.call(new AgentRequest(
                request.endpoint().through(new Access.Mcp("2026-07-28", null)), UUID.randomUUID().toString(),
                request.runId(), List.of(Message.user("{\"tool\": \"say\"}")), request.options(), request.bounds()),
                deadline, events);
    }

    @Override
    public String answer(String json) {
        return event("\"id\":\"run-1\",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"" + json + "\"}]}");
    }

    @Override
    public String begun(String json) {
        return piece(json);
    }

    @Override
    public String piece(String json) {
        return event("\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"run-1\",\"progress\":1,"
                + "\"message\":\"" + json + "\"}");
    }

    private static String event(String members) {
        assertThat(members).doesNotContain("\n");
        return "data: {\"jsonrpc\":\"2.0\"," + members + "}\n\n";
    }
}
