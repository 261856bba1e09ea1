package dev.muster.system.interop;

import module java.base;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.a2a.A2aProtocol;
import dev.muster.common.agent.agui.AguiProtocol;
import dev.muster.common.agent.anthropic.AnthropicProtocol;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.openai.OpenAiProtocol;
import dev.muster.common.model.Message;
import dev.muster.common.option.Options;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;

/** Calls agents with Muster's own clients. */
final class Caller implements AutoCloseable {

    private final HttpCalls calls = new HttpCalls(4, Clock.systemUTC());
    private final Map<String, String> headers;

    Caller(Map<String, String> headers) {
        this.headers = headers;
    }

    AgentOutcome agui(String url, Message... history) throws InterruptedException {
        return call(new AguiProtocol(calls, Ticker.system(), Clock.systemUTC()),
                new Endpoint(url, headers, null, null, true, null), history);
    }

    AgentOutcome openai(String url, Message... history) throws InterruptedException {
        return call(new OpenAiProtocol(calls, Ticker.system()), new Endpoint(url, headers, "gpt-4.1", null, true, null),
                history);
    }

    AgentOutcome anthropic(String url, Message... history) throws InterruptedException {
        return call(new AnthropicProtocol(calls, Ticker.system()),
                new Endpoint(url, headers, "claude-sonnet-4-5", null, true, null), history);
    }

    AgentOutcome a2a(String url, Message... history) throws InterruptedException {
        return call(new A2aProtocol(calls, Ticker.system()), new Endpoint(url, headers, null, null, true, null),
                history);
    }

    private static AgentOutcome call(AgentProtocol protocol, Endpoint endpoint, Message... history)
            throws InterruptedException {
        var request = new AgentRequest(endpoint, "thread-1", "run-1", List.of(history), Options.NONE,
                StreamBounds.DEFAULT);
        return protocol.call(request, Deadline.in(Duration.ofSeconds(20), Ticker.system()), _ -> {});
    }

    @Override
    public void close() {
        calls.close();
    }
}
