package dev.muster.common.agent.aisdk;

import module java.base;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.BrokenServerContract;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.mapping.MappedAgent;
import dev.muster.common.config.AnswerMapping;
import dev.muster.common.config.HttpMapping.Stream;

class UiBrokenServerTest implements BrokenServerContract {

    static final AnswerMapping STREAM = new AnswerMapping(Stream.AI_SDK, null, null, null, null, null, null, null, null,
            Map.of());

    @Override
    public AgentProtocol protocol(HttpCalls calls) {
        return MappedAgent.of("{'messages': '${messages}'}", STREAM).over(calls);
    }

    @Override
    public String answer(String json) {
        return begun(json) + "data: {\"type\":\"finish\",\"finishReason\":\"stop\"}\n\ndata: [DONE]\n\n";
    }

    @Override
    public String begun(String json) {
        return "data: {\"type\":\"start\"}\n\n" + piece(json);
    }

    @Override
    public String piece(String json) {
        return "data: {\"type\":\"text-delta\",\"id\":\"1\",\"delta\":\"" + json + "\"}\n\n";
    }
}
