package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Timeline.CallTime;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The tool calls of an answer, their results and their times; passes them on as they come. */
public final class CallLog {
    private final ReplyAssembler reply;
    /** Those that are complete, in order. */
    private final List<ArrivingCall> calls = new ArrayList<>();
    /** Those that began, complete or not. */
    private final Map<String, ArrivingCall> begun = new HashMap<>();
    private final Map<String, ToolResult> results = new LinkedHashMap<>();

    CallLog(ReplyAssembler reply) {
        this.reply = reply;
    }

    /** Returns the call with this id, which begins now unless it has begun before. */
    public ArrivingCall begin(String id) throws StreamBroken {
        var known = begun.get(id);
        if (known != null) {
            return known;
        }
        StreamBroken.checkCalls(begun.size());
        var call = new ArrivingCall(id, "", reply.nowMs());
        begun.put(id, call);
        return call;
    }

    /** Records a whole call; one with a known id replaces it. */
    public void called(String id, String name, JsonNode arguments) throws StreamBroken {
        reply.hold(arguments);
        var call = begin(id);
        if (!call.isWhole()) {
            calls.add(call);
        }
        call.identify(id, name);
        call.arguments(arguments.isMissingNode() ? JsonNodeFactory.instance.objectNode() : arguments);
        announce(call.call());
    }

    /** Adds a call whose pieces another object assembled; its id may not be the only one of its kind. */
    public void add(ArrivingCall call) {
        calls.add(call);
    }

    /** Passes on a call whose arguments are complete. */
    public void announce(ToolCall call) {
        reply.events().accept(new AgentEvent.ToolCalled(call));
    }

    /** Records a result; one for the same call replaces it. */
    public void returned(ToolResult result) throws StreamBroken {
        keep(result.toolCallId(), result);
        var call = begun.get(result.toolCallId());
        if (call != null) {
            call.returned(reply.nowMs());
        }
        reply.events().accept(new AgentEvent.ToolReturned(result));
    }

    /** Records the result of a known call, as text or JSON. */
    public void returned(String id, JsonNode sent, boolean error) throws StreamBroken {
        returned(new ToolResult(id, Objects.requireNonNull(get(id)).name(), AnswerJson.parsed(sent), error,
                AnswerJson.text(sent)));
    }

    /** Adds a result of a call that the service made itself; an earlier one for the same call stays. */
    public void add(ToolResult result) throws StreamBroken {
        keep(hasResult(result.toolCallId()) ? result.toolCallId() + "\n" + results.size() : result.toolCallId(),
                result);
    }

    private void keep(String key, ToolResult result) throws StreamBroken {
        if (!results.containsKey(key)) {
            StreamBroken.checkCalls(results.size());
        }
        reply.hold(result.content());
        results.put(key, result);
    }

    /** Forgets a call that the agent takes back. */
    public void drop(String id) {
        var dropped = begun.remove(id);
        if (dropped != null && dropped.isWhole()) {
            calls.remove(calls.lastIndexOf(dropped)); // quick: agents take back what came last
            results.remove(id);
        }
    }

    /** Returns the complete call with this id; null for none. */
    public @Nullable ArrivingCall get(String id) {
        var call = begun.get(id);
        return call != null && call.isWhole() ? call : null;
    }

    public boolean has(String id) {
        return get(id) != null;
    }

    public boolean hasResult(String id) {
        return results.containsKey(id);
    }

    public int size() {
        return calls.size();
    }

    public List<ToolCall> calls() {
        return calls.stream().map(ArrivingCall::call).toList();
    }

    public List<ToolResult> results() {
        return List.copyOf(results.values());
    }

    List<CallTime> times() {
        return calls.stream().map(ArrivingCall::time).toList();
    }

    /** Returns the ids of the calls that wait for their caller: it offers their tools, and they have no result. */
    public List<String> pending(AgentRequest request) {
        return calls.stream().filter(call -> !hasResult(call.id()) && request.offers(call.name()))
                .map(ArrivingCall::id).toList();
    }

    /** Returns the calls, their results, then the texts, as messages. */
    public List<Message> messages(List<String> texts) {
        var messages = new ArrayList<Message>();
        if (!calls.isEmpty()) {
            messages.add(Message.assistant(List.of(), calls()));
        }
        results.values().forEach(result -> messages.add(Message.tool(result.toolCallId(),
                AnswerJson.text(result.content()))));
        texts.stream().filter(text -> !text.isEmpty())
                .map(text -> Message.assistant(List.of(text), List.of()))
                .forEach(messages::add);
        return messages;
    }
}
