package dev.muster.common.agent.openai;

import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.BrokenServerContract;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.time.Ticker;

class OpenAiBrokenServerTest implements BrokenServerContract {

    @Override
    public AgentProtocol protocol(HttpCalls calls) {
        return new OpenAiProtocol(calls, Ticker.system());
    }

    @Override
    public String answer(String json) {
        return begun(json) + "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
                + "data: [DONE]\n\n";
    }

    @Override
    public String begun(String json) {
        return "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n" + piece(
                json);
    }

    @Override
    public String piece(String json) {
        return "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + json + "\"}}]}\n\n";
    }
}
