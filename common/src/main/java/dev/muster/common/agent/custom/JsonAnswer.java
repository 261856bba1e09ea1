package dev.muster.common.agent.custom;

import module java.base;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.AnswerReader;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.StreamBroken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Keeps an answer in plain JSON as it is. */
final class JsonAnswer implements AnswerReader {

    private JsonNode json = MissingNode.getInstance();

    JsonNode json() {
        return json;
    }

    /** Returns the beginning of the answer, for a message. */
    String beginning() {
        return OneLine.of(json.toString());
    }

    @Override
    public Framing framing(String type) {
        return Framing.WHOLE;
    }

    @Override
    public AgentOutcome plain(String body) throws StreamBroken {
        json = AnswerJson.read(body, "the answer");
        return AgentReply.of(AgentReply.Content.of("", List.of(), List.of(), null, List.of()), "stop", null,
                new AgentReply.Timing(0, -1, 0));
    }

    @Override
    public String accepts() {
        return "application/json";
    }

    @Override
    public boolean takesPlain() {
        return true;
    }

    @Override
    public Next event(String data, boolean whole) {
        throw new IllegalStateException("a JSON answer has no events");
    }

    @Override
    public AgentOutcome end(End end) {
        throw new IllegalStateException("a JSON answer has no events");
    }
}
