package dev.muster.common.agent.mapping;

import module java.base;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.BrokenServerContract;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.config.AnswerMapping;

class MappedBrokenServerTest implements BrokenServerContract {

    @Override
    public AgentProtocol protocol(HttpCalls calls) {
        return MappedAgent.of("{'message': '${input}'}",
                new AnswerMapping(null, "$.text", null, null, null, null, "$.error.message", "[DONE]", null, Map.of()))
                .over(calls);
    }

    @Override
    public String answer(String json) {
        return begun(json) + "data: [DONE]\n\n";
    }

    @Override
    public String begun(String json) {
        return piece(json);
    }

    @Override
    public String piece(String json) {
        return "data: {\"text\":\"" + json + "\"}\n\n";
    }
}
