package dev.muster.common.agent;

import module java.base;
import dev.muster.common.model.Message;
import dev.muster.common.option.Options;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;

/** Creates requests for tests. */
public final class Requests {

    public static final String RUN = "run-1";
    public static final String THREAD = "thread-1";

    private Requests() {}

    public static AgentRequest to(String url) {
        return to(url, StreamBounds.DEFAULT);
    }

    public static AgentRequest to(String url, StreamBounds bounds) {
        return new AgentRequest(endpoint(url, Map.of()), THREAD, RUN, List.of(Message.user("Hello")), Options.NONE,
                bounds);
    }

    public static AgentRequest with(List<Message> messages, Options options) {
        return new AgentRequest(endpoint("http://127.0.0.1/", Map.of()), THREAD, RUN, messages, options,
                StreamBounds.DEFAULT);
    }

    public static Endpoint endpoint(String url, Map<String, String> headers) {
        return new Endpoint(url, headers, null, null, true, null);
    }

    public static Deadline in(Duration limit) {
        return Deadline.in(limit, Ticker.system());
    }
}
