package dev.muster.common.agent.openai;

import dev.muster.common.agent.Access;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.BrokenServerContract;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.time.Ticker;

class ResponsesBrokenServerTest implements BrokenServerContract {

    @Override
    public AgentProtocol protocol(HttpCalls calls) {
        var protocol = new OpenAiProtocol(calls, Ticker.system());
        return (request, deadline, events) -> protocol.call(
                Requests.to(request, request.endpoint().through(new Access.Responses(false))), deadline, events);
    }

    @Override
    public String answer(String json) {
        return begun(json) + "data: {\"type\":\"response.completed\",\"response\":{\"id\":\"r\"}}\n\n";
    }

    @Override
    public String begun(String json) {
        return "data: {\"type\":\"response.created\",\"response\":{\"id\":\"r\"}}\n\n" + piece(json);
    }

    @Override
    public String piece(String json) {
        return "data: {\"type\":\"response.output_text.delta\",\"output_index\":0,\"delta\":\"" + json + "\"}\n\n";
    }
}
