package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Sequel;
import dev.muster.common.agent.Usage;
import dev.muster.common.json.Json;
import dev.muster.common.model.ToolCall;
import dev.muster.common.time.Deadline;

/** An agent that gives prepared answers, in order, and keeps the requests. */
final class ScriptedAgent implements AgentProtocol {

    final List<AgentRequest> requests = new ArrayList<>();
    final List<Duration> limits = new ArrayList<>();
    private final Deque<AgentOutcome> answers = new ArrayDeque<>();
    private final IdentityHashMap<AgentOutcome, Usage> used = new IdentityHashMap<>();
    private Runnable onCall = () -> {};

    static ScriptedAgent saying(String... texts) {
        var agent = new ScriptedAgent();
        for (var text : texts) {
            agent.then(reply(text));
        }
        return agent;
    }

    /** Fails, after it has reported its usage. */
    ScriptedAgent then(AgentFailure failure, Usage told) {
        used.put(failure, told);
        return then(failure);
    }

    ScriptedAgent then(AgentOutcome answer) {
        answers.add(answer);
        return this;
    }

    /** Runs an action during a call: time may pass. */
    ScriptedAgent whileCalled(Runnable happens) {
        onCall = happens;
        return this;
    }

    static AgentReply reply(String text) {
        return AgentReply.of(
                new AgentReply.Content(text, List.of(), List.of(), null, List.of(), null, List.of(text)), "stop", null,
                new AgentReply.Timing(1, 1, 2));
    }

    /** Returns a reply with an unanswered call. */
    static AgentReply calling(String text, String tool, String arguments) {
        var call = new ToolCall("call-" + tool, tool, Json.MAPPER.readTree(arguments));
        var plain = reply(text);
        return new AgentReply(AgentReply.Content.of(text, List.of(call), List.of(), null, List.of()), "tool_calls",
                false, null, plain.timing(), List.of(), Sequel.of(text, List.of(call)), plain.trace());
    }

    /** Returns a reply with a call that the agent answered itself. */
    static AgentReply called(String text, String tool, String arguments) {
        var open = calling(text, tool, arguments);
        return new AgentReply(AgentReply.Content.of(text, open.content().toolCalls(), List.of(), null, List.of()),
                "stop", false, null, open.timing(), List.of(), new Sequel(open.messages(), List.of(), List.of()),
                open.trace());
    }

    @Override
    public AgentOutcome call(AgentRequest request, Deadline deadline, Consumer<AgentEvent> events) {
        requests.add(request);
        limits.add(deadline.limit());
        onCall.run();
        if (answers.isEmpty()) {
            throw new AssertionError("nobody expected this call: " + request.messages());
        }
        var answer = answers.remove();
        Optional.ofNullable(used.get(answer)).ifPresent(told -> events.accept(new AgentEvent.Used(told)));
        return answer;
    }

    boolean isDone() {
        return answers.isEmpty();
    }

    /** Returns the texts of the last request's user messages. */
    List<String> lastUserTexts() {
        return requests.getLast().messages().stream().filter(message -> "user".equals(message.role()))
                .map(message -> message.text()).toList();
    }
}
