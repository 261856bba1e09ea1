package dev.muster.common.agent.custom;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.AnswerReader;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.StreamBroken;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Keeps an answer in plain JSON that lacks nothing. */
final class JsonAnswer implements AnswerReader {

    private final boolean secret;
    private final Function<JsonNode, @Nullable String> lack;
    private JsonNode json = MissingNode.getInstance();

    /**
     * @param secret whether no message may show it
     * @param lack says what an answer lacks; null for nothing
     */
    JsonAnswer(boolean secret, Function<JsonNode, @Nullable String> lack) {
        this.secret = secret;
        this.lack = lack;
    }

    JsonNode json() {
        return json;
    }

    @Override
    public Framing framing(String type) {
        return Framing.WHOLE;
    }

    @Override
    public AgentOutcome plain(String body) throws StreamBroken {
        try {
            json = AnswerJson.read(body, "the answer");
        } catch (StreamBroken e) {
            throw secret ? new StreamBroken("the answer is no JSON") : e;
        }
        var lacks = lack.apply(json);
        if (lacks != null) {
            return AgentFailure.Agent.undeclared("agent error: " + lacks + (secret ? "" : ": " + OneLine.of(body)));
        }
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
