package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.agent.Trace.Timeline.CallTime;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The tool calls of an answer, their results and their times, by the ids of the calls; passes them on as they come. */
public final class CallLog {

    private final Reception reception;
    private final Map<String, ToolCall> calls = new LinkedHashMap<>();
    private final Map<String, ToolResult> results = new LinkedHashMap<>();
    private final Map<String, CallTime> times = new LinkedHashMap<>();

    public CallLog(Reception reception) {
        this.reception = reception;
    }

    /** Records that a piece of a call came. */
    public void went(String id) throws StreamBroken {
        var before = times.get(id);
        if (before == null) {
            StreamBroken.checkCalls(times.size());
        }
        long now = reception.arrivals().lastMs();
        times.put(id, new CallTime(id, before == null ? now : before.startedMs(), now, -1));
    }

    /** Records a whole call; one with a known id replaces it. */
    public void called(String id, String name, JsonNode arguments) throws StreamBroken {
        if (!calls.containsKey(id)) {
            StreamBroken.checkCalls(calls.size());
        }
        reception.hold(arguments);
        var call = new ToolCall(id, name, arguments.isMissingNode() ? JsonNodeFactory.instance.objectNode()
                : arguments);
        calls.put(id, call);
        if (!times.containsKey(id)) {
            went(id);
        }
        reception.events().accept(new AgentEvent.ToolCalled(call));
    }

    /** Records a result; one for the same call replaces it. */
    public void returned(ToolResult result) throws StreamBroken {
        var id = result.toolCallId();
        if (!results.containsKey(id)) {
            StreamBroken.checkCalls(results.size());
        }
        reception.hold(result.content());
        results.put(id, result);
        times.computeIfPresent(id, (_, time) -> new CallTime(id, time.startedMs(), time.endedMs(),
                reception.arrivals().lastMs()));
        reception.events().accept(new AgentEvent.ToolReturned(result));
    }

    /** Forgets a call that the agent takes back. */
    public void drop(String id) {
        calls.remove(id);
        results.remove(id);
        times.remove(id);
    }

    public boolean has(String id) {
        return calls.containsKey(id);
    }

    /** Returns the name of the tool that a known call is for. */
    public String name(String id) {
        return Objects.requireNonNull(calls.get(id)).name();
    }

    public boolean hasResult(String id) {
        return results.containsKey(id);
    }

    public List<ToolCall> calls() {
        return List.copyOf(calls.values());
    }

    public List<ToolResult> results() {
        return List.copyOf(results.values());
    }

    public List<CallTime> times() {
        return List.copyOf(times.values());
    }

    /** Returns the ids of the calls that wait for their caller: it offers their tools, and they have no result. */
    public List<String> pending(AgentRequest request) {
        return calls.values().stream().filter(call -> !hasResult(call.id()) && request.offers(call.name()))
                .map(ToolCall::id).toList();
    }

    public int size() {
        return calls.size();
    }

    /** Returns the calls, their results, then the words, as messages. */
    public List<Message> messages(List<String> words) {
        var messages = new ArrayList<Message>();
        if (!calls.isEmpty()) {
            messages.add(Message.assistant(List.of(), calls()));
        }
        results.forEach((id, result) -> messages.add(Message.tool(id, AnswerJson.text(result.content()))));
        words.stream().filter(text -> !text.isEmpty())
                .map(text -> Message.assistant(List.of(text), List.of()))
                .forEach(messages::add);
        return messages;
    }
}
