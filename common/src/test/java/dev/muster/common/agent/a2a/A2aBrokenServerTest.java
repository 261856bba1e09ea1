package dev.muster.common.agent.a2a;

import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.BrokenServerContract;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.json.Json;
import dev.muster.common.time.Ticker;

/** The card was read in an earlier turn. */
class A2aBrokenServerTest implements BrokenServerContract {

    @Override
    public AgentProtocol protocol(HttpCalls calls) {
        var protocol = new A2aProtocol(calls, Ticker.system());
        return (request, deadline, events) -> {
            var memory = Json.MAPPER.createObjectNode();
            memory.set("door",
                    Json.MAPPER.valueToTree(new CardAddress(request.endpoint().url(), true, true, "", true)));
            return protocol.call(Requests.remembering(request, memory), deadline, events);
        };
    }

    @Override
    public String answer(String json) {
        return begun(json) + event("{\"statusUpdate\":{\"taskId\":\"t1\",\"contextId\":\"c1\",\"status\":{\"state\":"
                + "\"TASK_STATE_COMPLETED\"}}}");
    }

    @Override
    public String begun(String json) {
        return event("{\"task\":{\"id\":\"t1\",\"contextId\":\"c1\",\"status\":{\"state\":\"TASK_STATE_SUBMITTED\"}}}")
                + event("{\"artifactUpdate\":{\"taskId\":\"t1\",\"artifact\":{\"artifactId\":\"a1\",\"parts\":[]}}}")
                + piece(json);
    }

    @Override
    public String piece(String json) {
        return event("{\"artifactUpdate\":{\"taskId\":\"t1\",\"append\":true,\"artifact\":{\"artifactId\":\"a1\","
                + "\"parts\":[{\"text\":\"" + json + "\"}]}}}");
    }

    private static String event(String result) {
        return "data: {\"jsonrpc\":\"2.0\",\"id\":\"run-1\",\"result\":" + result + "}\n\n";
    }
}
