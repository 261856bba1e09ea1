package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentReply.Sequel;
import dev.muster.common.agent.Interrupt;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.agent.Usage;
import dev.muster.common.agent.agui.Outcome.Ending;
import dev.muster.common.agent.agui.Transcript.History;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.Reception;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The record of one run of the stream. */
final class RunRecord {

    static final String ASSISTANT = "assistant";

    final String id;
    private final Reception reception;
    final Transcript transcript = new Transcript();
    final ToolLog tools = new ToolLog();
    final List<JsonNode> custom = new ArrayList<>();
    private final Outcome.LegacyInterrupts questions = new Outcome.LegacyInterrupts();
    final RunTrace trace;
    private @Nullable Outcome outcome;
    private @Nullable Usage usage;
    private @Nullable String error;

    RunRecord(String id, Reception reception, RunTrace.EventTime moments) {
        this.id = id;
        this.reception = reception;
        this.trace = new RunTrace(moments);
    }

    void opened(AguiEvent.Opened opened) throws StreamBroken {
        switch (opened.item()) {
            case MESSAGE -> transcript.begin(opened.id(), opened.name(), opened.owner());
            case CALL -> {
                tools.begin(opened.id(), opened.name());
                transcript.called(opened.id(), opened.parent(), opened.owner());
                trace.times.went(opened.id());
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
                    reception.text(continued.delta());
                }
            }
            case CALL -> {
                tools.append(continued.id(), continued.delta());
                trace.times.went(continued.id());
            }
            case REASONING -> reception.events().accept(new AgentEvent.Reasoning(continued.delta()));
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
            reception.arrivals().text();
        }
        transcript.restate(id, text, calls);
    }

    void resulted(String messageId, String toolCallId, String content) {
        transcript.resulted();
        trace.times.answered(toolCallId);
        reception.events().accept(new AgentEvent.ToolReturned(tools.answer(messageId, toolCallId, content)));
    }

    void custom(AguiEvent.Custom event) throws StreamBroken {
        reception.hold(event.value());
        questions.hear(event);
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

    private void used(@Nullable Usage told) {
        if (told != null) {
            usage = reception.used(told);
        }
    }

    /** A call that closed only for lack of further chunks ended with its last chunk. */
    private void called(AguiEvent.Closed closed) {
        if (!closed.type().equals(ChunkLanes.CALL_CHUNK)) {
            trace.times.went(closed.id());
        }
        ToolCall call = tools.call(closed.id());
        if (call != null) {
            reception.events().accept(new AgentEvent.ToolCalled(call));
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
        return ending() == Ending.INTERRUPT || !questions.asked.isEmpty();
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
        var last = sequel.said().reversed().stream().filter(message -> ASSISTANT.equals(message.role())).findFirst();
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
        return new Sequel(new History(transcript, tools).messages(sent.openCalls()), interrupts(), pending(sent));
    }

    /** Returns the protocol's interrupts, else the legacy ones: a server that sends both asks the same twice. */
    private List<Interrupt> interrupts() {
        return outcome == null || outcome.interrupts().isEmpty() ? questions.asked : outcome.interrupts();
    }

    /**
     * Returns the calls left to the caller. When the run was interrupted, the agent itself makes the calls to tools that
     * the caller does not offer, after the answer.
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

    /** The tool calls of a run, in the order they were started, and their results, in the order they arrived. */
    static final class ToolLog {

        private record Begun(String id, String name, StringBuilder arguments) {

            ToolCall call() {
                return new ToolCall(id, name, AnswerJson.arguments(arguments.toString()));
            }
        }

        /** A result as it arrived, for the history. */
        record Answer(int number, String messageId, String callId, String content) {}

        private final Map<String, Begun> calls = new LinkedHashMap<>();
        private final List<ToolResult> results = new ArrayList<>();
        private final Map<String, Answer> answers = new LinkedHashMap<>();

        /** Begins a call, or continues a closed one. */
        void begin(String id, String name) throws StreamBroken {
            if (!has(id)) {
                StreamBroken.checkCalls(calls.size());
            }
            calls.computeIfAbsent(id, key -> new Begun(id, name, new StringBuilder()));
        }

        void append(String id, String delta) {
            Begun begun = calls.get(id);
            if (begun != null) {
                begun.arguments().append(delta);
            }
        }

        boolean has(String id) {
            return calls.containsKey(id);
        }

        boolean isAnswered(String id) {
            return answers.containsKey(id);
        }

        @Nullable
        ToolCall call(String id) {
            Begun begun = calls.get(id);
            return begun == null ? null : begun.call();
        }

        /** Records a result. The protocol has no flag for an error: the content says so. */
        ToolResult answer(String messageId, String id, String content) {
            Begun begun = calls.get(id);
            JsonNode parsed = AnswerJson.readOrText(content);
            var result = new ToolResult(id, begun == null ? null : begun.name(), parsed,
                    ToolResult.saysError(parsed), content);
            answers.putIfAbsent(id, new Answer(answers.size(), messageId, id, content));
            results.add(result);
            return result;
        }

        List<ToolCall> unanswered() {
            return calls.values().stream().filter(begun -> !isAnswered(begun.id())).map(Begun::call).toList();
        }

        /** Returns the first result of each of these calls, in order of arrival. */
        List<Answer> answers(Collection<String> to) {
            return to.stream().distinct().map(answers::get).filter(Objects::nonNull)
                    .sorted(Comparator.comparingInt(Answer::number)).toList();
        }

        List<ToolCall> calls() {
            return calls.values().stream().map(Begun::call).toList();
        }

        List<ToolResult> results() {
            return List.copyOf(results);
        }
    }
}
