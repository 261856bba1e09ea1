package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.Interrupt;
import dev.muster.common.agent.Sequel;
import dev.muster.common.agent.Usage;
import dev.muster.common.agent.agui.Outcome.Ending;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The record of one run of the stream. */
final class RunRecord {

    final String id;
    private final ReplyAssembler reply;
    final Transcript transcript = new Transcript();
    final ToolLog tools = new ToolLog();
    final List<JsonNode> custom = new ArrayList<>();
    private final Outcome.LegacyInterrupts questions = new Outcome.LegacyInterrupts();
    final RunTrace trace;
    private @Nullable Outcome outcome;
    private @Nullable Usage usage;
    private @Nullable String error;

    RunRecord(String id, ReplyAssembler reply, EventTime clock) {
        this.id = id;
        this.reply = reply;
        this.trace = new RunTrace(clock);
    }

    void opened(AguiEvent.Opened opened) throws StreamBroken {
        switch (opened.item()) {
            case MESSAGE -> transcript.begin(opened.id(), opened.name(), opened.owner());
            case CALL -> {
                tools.begin(opened.id(), opened.name());
                transcript.called(opened.id(), opened.parent(), opened.owner());
                trace.called(opened.id());
            }
            case STEP -> trace.step(opened.id(), opened.owner());
            case SUBAGENT -> trace.delegated(opened.id(), opened.name(), opened.parent());
            case REASONING, SPAN -> {
            }
        }
    }

    void continued(AguiEvent.Continued continued) {
        switch (continued.item()) {
            case MESSAGE -> {
                if (transcript.append(continued.id(), continued.delta())) {
                    reply.text(continued.delta());
                }
            }
            case CALL -> {
                tools.append(continued.id(), continued.delta());
                trace.called(continued.id());
            }
            case REASONING -> reply.events().accept(new AgentEvent.Reasoning(continued.delta()));
            case SPAN, STEP, SUBAGENT -> {
            }
        }
    }

    void closed(AguiEvent.Closed closed) {
        switch (closed.item()) {
            case MESSAGE -> transcript.end(closed.id());
            case CALL -> called(closed);
            case SUBAGENT -> trace.returned(closed.id(), closed.error());
            case REASONING, SPAN, STEP -> {
            }
        }
    }

    /** Records one of the agent's own messages from a snapshot. */
    void restated(String id, String text, List<String> calls) {
        if (!text.isEmpty()) {
            reply.arrivals().text();
        }
        transcript.restate(id, text, calls);
    }

    void resulted(String messageId, String toolCallId, String content) {
        transcript.resulted();
        trace.answered(toolCallId);
        reply.events().accept(new AgentEvent.ToolReturned(tools.answer(messageId, toolCallId, content)));
    }

    void custom(AguiEvent.Custom event) throws StreamBroken {
        reply.hold(event.value());
        questions.add(event);
        custom.add(JsonNodeFactory.instance.objectNode().put("name", event.name()).set("value", event.value()));
    }

    void finished(AguiEvent.RunFinished finished) {
        outcome = finished.outcome();
        used(finished.usage());
    }

    /** Records a failure; a run that had already finished fails too. */
    void failed(AguiEvent.RunError failed) {
        error = failed.code() == null ? failed.message() : failed.message() + " (" + failed.code() + ")";
        used(failed.usage());
    }

    private void used(@Nullable Usage reported) {
        if (reported != null) {
            usage = reported;
            reply.used(reported);
        }
    }

    /** A call that closed only for lack of further chunks ended with its last chunk. */
    private void called(AguiEvent.Closed closed) {
        if (!closed.type().equals(ChunkLanes.CALL_CHUNK)) {
            trace.called(closed.id());
        }
        ToolCall call = tools.call(closed.id());
        if (call != null) {
            reply.events().accept(new AgentEvent.ToolCalled(call));
        }
    }

    boolean ended() {
        return outcome != null || error != null;
    }

    @Nullable
    Usage usage() {
        return usage;
    }

    @Nullable
    String error() {
        return error;
    }

    boolean awaiting() {
        return ending() == Ending.INTERRUPT || !questions.interrupts.isEmpty();
    }

    /** Whether the agent stopped early: neither success nor failure. */
    boolean cancelled() {
        return ending() == Ending.CANCELLED;
    }

    /** Whether a call waits for the user: the agent says so, the caller offered its tool, or the run ended with it. */
    boolean leftCalls(RunInput.Sent sent, Sequel sequel) {
        var left = new HashSet<>(sequel.pendingCalls());
        if (left.isEmpty() || cancelled()) {
            return false;
        }
        var last = sequel.messages().reversed().stream().filter(message -> Transcript.ASSISTANT.equals(message.role()))
                .findFirst();
        return (outcome != null && outcome.pendingCalls() != null)
                || tools.calls().stream().anyMatch(call -> left.contains(call.id())
                        && sent.offered().contains(call.name()))
                || last.stream().flatMap(message -> message.toolCalls().stream())
                        .anyMatch(call -> left.contains(call.id()));
    }

    String finish(Sequel sequel) {
        if (awaiting()) {
            return "interrupt";
        }
        if (cancelled()) {
            return "cancelled";
        }
        return sequel.pendingCalls().isEmpty() ? "stop" : "tool_calls";
    }

    Sequel sequel(RunInput.Sent sent) {
        return new Sequel(transcript.history(tools, sent.openCalls()), interrupts(), pending(sent));
    }

    /** Returns the protocol's interrupts, else the legacy ones: a server that sends both asks the same twice. */
    private List<Interrupt> interrupts() {
        return outcome == null || outcome.interrupts().isEmpty() ? questions.interrupts : outcome.interrupts();
    }

    /**
     * Returns the calls left to the caller. When the run was interrupted, the agent itself makes the calls to tools
     * that the caller does not offer, after the answer.
     */
    private List<String> pending(RunInput.Sent sent) {
        if (outcome != null && outcome.pendingCalls() != null) {
            return outcome.pendingCalls();
        }
        return tools.unanswered().stream().filter(call -> !awaiting() || sent.offered().contains(call.name()))
                .map(ToolCall::id).toList();
    }

    private Ending ending() {
        return outcome == null ? Ending.SUCCESS : outcome.ending();
    }
}
