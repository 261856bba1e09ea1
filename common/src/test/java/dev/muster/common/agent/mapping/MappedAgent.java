package dev.muster.common.agent.mapping;

import module java.base;
import dev.muster.common.agent.Access;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.config.AnswerMapping;
import dev.muster.common.config.HttpAuth;
import dev.muster.common.config.HttpMapping;
import dev.muster.common.json.Json;
import dev.muster.common.time.Ticker;
import tools.jackson.databind.JsonNode;

/** An agent with a mapping, for tests. */
public record MappedAgent(HttpMapping mapping, Map<String, JsonNode> given) {

    public static final AnswerMapping REPLY = new AnswerMapping(null, "$.reply", null, null, null, null, null, null,
            null, Map.of());

    public static MappedAgent of(String body, AnswerMapping answer) {
        return new MappedAgent(new HttpMapping("POST", json(body), null, null, answer), Map.of());
    }

    public static JsonNode json(String text) {
        return Json.MAPPER.readTree(text.replace('\'', '"'));
    }

    public MappedAgent with(HttpAuth auth) {
        return new MappedAgent(new HttpMapping(mapping.method(), mapping.body(), auth, mapping.session(),
                mapping.answer()), given);
    }

    public MappedAgent with(HttpMapping.Session session) {
        return new MappedAgent(new HttpMapping(mapping.method(), mapping.body(), mapping.auth(), session,
                mapping.answer()), given);
    }

    public MappedAgent given(String name, String value) {
        return new MappedAgent(mapping, Map.of(name, json("'" + value + "'")));
    }

    public AgentRequest asking(AgentRequest request) {
        return Requests.to(request, request.endpoint().through(new Access.Http(mapping, given)));
    }

    /** Returns a protocol whose every request is for this agent. */
    public AgentProtocol over(HttpCalls calls) {
        var protocol = new MappedProtocol(calls, Ticker.system());
        return (request, deadline, events) -> protocol.call(asking(request), deadline, events);
    }

    public AgentOutcome ask(HttpCalls calls, AgentRequest request, Duration limit) throws InterruptedException {
        return over(calls).call(request, dev.muster.common.agent.Requests.in(limit), _ -> {});
    }
}
