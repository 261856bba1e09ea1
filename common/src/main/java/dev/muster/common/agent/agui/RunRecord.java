package dev.muster.common.agent.agui;

import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.Usage;
import dev.muster.common.agent.agui.AguiEvent.Ending;
import dev.muster.common.agent.http.Arrivals;
import dev.muster.common.model.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** What happened in one run of the stream. */
final class RunRecord {

    static final String ASSISTANT = "assistant";
    /** The custom event with which older LangGraph servers say that they wait for the user. */
    private static final String ON_INTERRUPT = "on_interrupt";

    private final String id;
    private final Arrivals arrivals;
    private final Consumer<AgentEvent> events;
    private final Transcript transcript = new Transcript();
    private final ToolLog tools = new ToolLog();
    private final List<JsonNode> custom = new ArrayList<>();
    private boolean interrupted;
    private @Nullable Ending ending;
    private @Nullable Usage usage;
    private @Nullable String error;

    RunRecord(String id, Arrivals arrivals, Consumer<AgentEvent> events) {
        this.id = id;
        this.arrivals = arrivals;
        this.events = events;
    }

    void opened(AguiEvent.Opened opened) {
        switch (opened.item()) {
            case MESSAGE -> transcript.begin(opened.id(), opened.name(), opened.owner());
            case CALL -> tools.begin(opened.id(), opened.name());
            case REASONING, SPAN, STEP, SUBAGENT -> {
            }
        }
    }

    void continued(AguiEvent.Continued continued) {
        switch (continued.item()) {
            case MESSAGE -> {
                if (transcript.append(continued.id(), continued.delta())) {
                    arrivals.text();
                    events.accept(new AgentEvent.TextDelta(continued.delta()));
                }
            }
            case CALL -> tools.append(continued.id(), continued.delta());
            case REASONING -> events.accept(new AgentEvent.Reasoning(continued.delta()));
            case SPAN, STEP, SUBAGENT -> {
            }
        }
    }

    void closed(AguiEvent.Closed closed) {
        switch (closed.item()) {
            case MESSAGE -> transcript.end(closed.id());
            case CALL -> called(closed.id());
            case REASONING, SPAN, STEP, SUBAGENT -> {
            }
        }
    }

    /** The agent told a message of its own in one piece. */
    void restated(String id, String text) {
        if (!text.isEmpty()) {
            arrivals.text();
        }
        transcript.restate(id, ASSISTANT, text);
    }

    void resulted(String toolCallId, String content) {
        events.accept(new AgentEvent.ToolReturned(tools.answer(toolCallId, content)));
    }

    void custom(AguiEvent.Custom event) {
        interrupted |= event.name().equals(ON_INTERRUPT);
        custom.add(JsonNodeFactory.instance.objectNode().put("name", event.name()).set("value", event.value()));
    }

    void finished(AguiEvent.RunFinished finished) {
        ending = finished.ending();
        usage = finished.usage();
    }

    /** Also after the run had finished: then it failed all the same. */
    void failed(AguiEvent.RunError failed) {
        error = failed.code() == null ? failed.message() : failed.message() + " (" + failed.code() + ")";
    }

    private void called(String id) {
        ToolCall call = tools.call(id);
        if (call != null) {
            events.accept(new AgentEvent.ToolCalled(call));
        }
    }

    Transcript transcript() {
        return transcript;
    }

    ToolLog tools() {
        return tools;
    }

    String id() {
        return id;
    }

    boolean ended() {
        return ending != null || error != null;
    }

    List<JsonNode> custom() {
        return custom;
    }

    @Nullable
    Usage usage() {
        return usage;
    }

    /** Null when the run did not fail. */
    @Nullable
    String error() {
        return error;
    }

    /** The agent waits for the user. */
    boolean awaiting() {
        return interrupted || ending == Ending.INTERRUPT;
    }

    String finish() {
        if (awaiting()) {
            return "interrupt";
        }
        if (ending == Ending.CANCELLED) {
            return "cancelled";
        }
        return tools.hasPending() ? "tool_calls" : "stop";
    }
}
