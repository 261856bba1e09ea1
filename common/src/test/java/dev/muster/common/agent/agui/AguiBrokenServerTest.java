package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.BrokenServerContract;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.time.Ticker;

class AguiBrokenServerTest implements BrokenServerContract {

    @Override
    public AgentProtocol protocol(HttpCalls calls) {
        return new AguiProtocol(calls, Ticker.system(), Clock.systemUTC());
    }

    @Override
    public String answer(String json) {
        return begun(json) + "data: {\"type\":\"TEXT_MESSAGE_END\",\"messageId\":\"m\"}\n\n"
                + "data: {\"type\":\"RUN_FINISHED\",\"threadId\":\"t\",\"runId\":\"" + Requests.RUN + "\"}\n\n";
    }

    @Override
    public String begun(String json) {
        return "data: {\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"" + Requests.RUN + "\"}\n\n"
                + "data: {\"type\":\"TEXT_MESSAGE_START\",\"messageId\":\"m\",\"role\":\"assistant\"}\n\n"
                + piece(json);
    }

    @Override
    public String piece(String json) {
        return "data: {\"type\":\"TEXT_MESSAGE_CONTENT\",\"messageId\":\"m\",\"delta\":\"" + json + "\"}\n\n";
    }
}
