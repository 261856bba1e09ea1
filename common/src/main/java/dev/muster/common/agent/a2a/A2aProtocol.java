package dev.muster.common.agent.a2a;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.http.JsonAnswer;
import dev.muster.common.agent.http.OutgoingBody;
import dev.muster.common.agent.http.OutgoingRequest;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.json.Json;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Speaks Agent2Agent 1.0 and 0.3 over JSON-RPC, as the agent's card asks for. */
public final class A2aProtocol implements AgentProtocol {

    private static final String VERSION = "A2A-Version";
    private static final String DOOR = "door";

    private final HttpCalls calls;
    private final Ticker ticker;

    public A2aProtocol(HttpCalls calls, Ticker ticker) {
        this.calls = calls;
        this.ticker = ticker;
    }

    /** Returns where the card of an agent may be. */
    public static List<String> cards(String url) {
        return CardAddress.cards(url);
    }

    /** Whether a document is the card of an agent that can be called. */
    public static boolean speaks(JsonNode document, String at) {
        return document.has("capabilities") && CardAddress.of(document, at) != null;
    }

    @Override
    public AgentOutcome call(AgentRequest request, Deadline deadline, Consumer<AgentEvent> events)
            throws InterruptedException {
        var memory = request.memory();
        if (request.continuation().resume().isEmpty()) {
            memory.remove(A2aAnswer.OF_A_TASK); // it failed meanwhile
        }
        if (!memory.has(DOOR)) {
            var failure = find(request, memory, deadline);
            if (failure != null) {
                return failure;
            }
        }
        return ask(request, memory, deadline, events);
    }

    /** Reads the card into the memory; returns null when that went well. */
    private @Nullable AgentFailure find(AgentRequest request, ObjectNode memory, Deadline deadline)
            throws InterruptedException {
        AgentFailure first = null;
        for (var place : CardAddress.cards(request.endpoint().url())) {
            var card = new JsonAnswer("", null, json -> CardAddress.of(json, place) != null ? null
                    : "the agent card names no JSON-RPC interface of version 0.3 or 1.0");
            var outcome = calls
                    .send(new OutgoingRequest("GET", place, headers(request, true, true), new OutgoingBody.None(),
                            request.bounds()), deadline, card);
            if (!(outcome instanceof AgentFailure failure)) {
                memory.set(DOOR, Json.MAPPER.valueToTree(CardAddress.of(card.json(), place)));
                return null;
            }
            first = first == null ? failure : first;
            if (!isElsewhere(failure)) {
                return failure;
            }
        }
        return first;
    }

    /** Whether the card may be at another place. */
    private static boolean isElsewhere(AgentFailure failure) {
        return switch (failure) {
            case AgentFailure.Refused(int status, _) -> status == 404;
            case AgentFailure.Agent(var text, _) -> text.startsWith("agent error: HTTP 405");
            case AgentFailure.Unreachable _,AgentFailure.Busy _,AgentFailure.Truncated _,AgentFailure.Protocol _,AgentFailure.Cancelled _,AgentFailure.Timeout _ ->
                false;
        };
    }

    private AgentOutcome ask(AgentRequest request, ObjectNode memory, Deadline deadline, Consumer<AgentEvent> events)
            throws InterruptedException {
        var door = Json.MAPPER.treeToValue(memory.path(DOOR), CardAddress.class);
        var reply = new ReplyAssembler(ticker, events);
        var body = new MessageBody(request, door, memory);
        body.warnings().forEach(reply::warn);
        if (!door.trusted() && !request.endpoint().headers().isEmpty()) {
            reply.warn("the agent card leads to " + host(door) + ", another host or one without TLS:"
                    + " the agent's headers were not sent there; if it may have them, write its card's address there"
                    + " as 'url'");
        }
        var answer = new A2aAnswer(memory, request.callsBefore(), reply);
        var outcome = calls.send(post(request, door, body.json()), deadline, answer);
        var task = answer.task();
        if (!(outcome instanceof AgentFailure.Truncated) || task == null) {
            return outcome;
        }
        // what was lost of the stream is in the task, if it ended meanwhile
        var fetched = calls.send(post(request, door, body.fetching(task)), deadline, answer);
        return fetched instanceof AgentReply || answer.isOver() ? fetched : outcome;
    }

    private static String host(CardAddress door) {
        var url = HttpUrl.parse(door.url());
        return url == null ? "nowhere" : url.host();
    }

    private static OutgoingRequest post(AgentRequest request, CardAddress door, JsonNode body) {
        return OutgoingRequest.post(door.url(), headers(request, door.current(), door.trusted()), body,
                request.bounds());
    }

    private static Map<String, String> headers(AgentRequest request, boolean current, boolean trusted) {
        var own = current ? Map.of(VERSION, "1.0") : Map.<String, String>of();
        return trusted ? request.endpoint().over(own) : own;
    }
}
