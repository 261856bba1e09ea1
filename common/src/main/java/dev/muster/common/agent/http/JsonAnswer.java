package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Keeps an answer in plain JSON that lacks nothing. */
public final class JsonAnswer implements AnswerReader {

    /** The secrets in an answer of a token endpoint: in JSON, in a form, whatever its status. */
    private static final Pattern SECRET = Pattern
            .compile("(?:access|refresh|id)_token(?:\"\\s*:\\s*\"|=)([^\"&\\s]+)");

    private final String purpose;
    private final @Nullable Consumer<String> secrets;
    private final Function<JsonNode, @Nullable String> lack;
    private JsonNode json = MissingNode.getInstance();

    /**
     * @param purpose of the call, for messages
     * @param secrets gets the tokens of an answer that no message may show; null when one may
     * @param lack says what an answer lacks; null for nothing
     */
    public JsonAnswer(String purpose, @Nullable Consumer<String> secrets, Function<JsonNode, @Nullable String> lack) {
        this.purpose = purpose;
        this.secrets = secrets;
        this.lack = lack;
    }

    public JsonNode json() {
        return json;
    }

    @Override
    public Framing framing(String type) {
        return Framing.WHOLE;
    }

    @Override
    public AgentOutcome plain(String body) throws StreamBroken {
        learn(body);
        try {
            json = AnswerJson.read(body, "the answer");
        } catch (StreamBroken e) {
            throw secrets != null ? new StreamBroken("the answer is not JSON") : e;
        }
        var lacks = lack.apply(json);
        if (lacks != null) {
            return AgentFailure.Agent.undeclared("agent error: " + lacks
                    + (secrets != null ? "" : ": " + OneLine.of(body)));
        }
        return AgentReply.NOTHING;
    }

    @Override
    public String refusal(String body) {
        learn(body);
        return body;
    }

    private void learn(String body) {
        if (secrets != null) {
            SECRET.matcher(body).results().forEach(found -> secrets.accept(found.group(1)));
        }
    }

    @Override
    public String purpose() {
        return purpose;
    }

    @Override
    public String accepts() {
        return "application/json";
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
