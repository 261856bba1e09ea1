package dev.muster.common.agent.yao;

import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.BrokenServerContract;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.time.Ticker;

class YaoBrokenServerTest implements BrokenServerContract {

    @Override
    public AgentProtocol protocol(HttpCalls calls) {
        return new YaoProtocol(calls, Ticker.system());
    }

    @Override
    public String answer(String json) {
        return begun(json) + data(Chunks.ended("M1", "text")) + data(Chunks.END);
    }

    @Override
    public String begun(String json) {
        return data(Chunks.START) + data(Chunks.event("message_start", "{\"message_id\":\"M1\",\"type\":\"text\"}"))
                + piece(json);
    }

    @Override
    public String piece(String json) {
        return data(Chunks.piece("text", "M1", json));
    }

    private static String data(String chunk) {
        return "data: " + chunk + "\n\n";
    }
}
