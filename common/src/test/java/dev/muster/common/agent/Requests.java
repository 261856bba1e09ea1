package dev.muster.common.agent;

import module java.base;
import dev.muster.common.agent.Interrupt.Resume;
import dev.muster.common.model.Message;
import dev.muster.common.option.Options;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

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

    public static AgentRequest to(AgentRequest request, Endpoint endpoint) {
        return new AgentRequest(endpoint, request.conversationId(), request.runId(), request.messages(),
                request.options(), request.bounds(), request.tools(), request.continuation(), request.helper(),
                request.format());
    }

    public static AgentRequest withState(AgentRequest request, @Nullable JsonNode state) {
        return continuing(request, state, request.continuation().resume(), null, null);
    }

    public static AgentRequest resuming(AgentRequest request, List<Resume> answers) {
        return continuing(request, request.continuation().state(), answers, null, null);
    }

    public static AgentRequest following(AgentRequest request, String parent) {
        return continuing(request, request.continuation().state(), request.continuation().resume(), parent, null);
    }

    public static AgentRequest remembering(AgentRequest request, @Nullable JsonNode memory) {
        return continuing(request, request.continuation().state(), request.continuation().resume(), null, memory);
    }

    private static AgentRequest continuing(AgentRequest request, @Nullable JsonNode state, List<Resume> answers,
            @Nullable String parent, @Nullable JsonNode memory) {
        return request.continuing(new AgentRequest.Continuation(state, answers, parent, memory, null));
    }

    public static Endpoint endpoint(String url, Map<String, String> headers) {
        return new Endpoint(url, headers, null, null, true, null);
    }

    public static Deadline in(Duration limit) {
        return Deadline.in(limit, Ticker.system());
    }
}
