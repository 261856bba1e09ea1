package dev.muster.common.agent.anthropic;

import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.BrokenServerContract;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.time.Ticker;

class AnthropicBrokenServerTest implements BrokenServerContract {

    @Override
    public AgentProtocol protocol(HttpCalls calls) {
        return new AnthropicProtocol(calls, Ticker.system());
    }

    @Override
    public String answer(String json) {
        return begun(json) + "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"}}\n\n"
                + "data: {\"type\":\"message_stop\"}\n\n";
    }

    @Override
    public String begun(String json) {
        return "data: {\"type\":\"message_start\",\"message\":{\"role\":\"assistant\"}}\n\n"
                + "data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\","
                + "\"text\":\"\"}}\n\n" + piece(json);
    }

    @Override
    public String piece(String json) {
        return "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\""
                + json + "\"}}\n\n";
    }
}
