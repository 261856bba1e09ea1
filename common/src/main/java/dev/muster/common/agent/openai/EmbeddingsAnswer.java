package dev.muster.common.agent.openai;

import module java.base;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentReply.Content;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.AnswerReader;
import dev.muster.common.agent.http.MessageJson;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.Reception;
import dev.muster.common.agent.http.StreamBroken;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The answer to a request for embeddings: one JSON document, whose vectors become the text of the reply. */
record EmbeddingsAnswer(int texts, Reception reception) implements AnswerReader {

    static ObjectNode body(@Nullable String model, List<String> texts) {
        var body = MessageJson.add(JsonNodeFactory.instance.objectNode(), "model", model);
        texts.forEach(body.putArray("input")::add);
        return body.put("encoding_format", "float");
    }

    @Override
    public boolean takesPlain() {
        return true;
    }

    @Override
    public AgentOutcome plain(String body) throws StreamBroken {
        reception.event(body);
        JsonNode answer = AnswerJson.read(body, "the answer");
        var usage = answer.path("usage").isObject() ? reception.used(answer.path("usage")) : null;
        var vectors = JsonNodeFactory.instance.arrayNode();
        answer.path("data").valueStream().sorted(Comparator.comparingInt(each -> each.path("index").asInt(0)))
                .forEach(each -> vectors.add(each.path("embedding")));
        if (vectors.size() != texts || vectors.valueStream().anyMatch(each -> !isVector(each))) {
            throw new StreamBroken(
                    "the answer has no 'embedding' for each of " + texts + " texts: " + OneLine.of(body));
        }
        return AgentReply.of(Content.of(vectors.toString(), List.of(), List.of(), null, List.of()), "stop", usage,
                reception.arrivals().timing());
    }

    private static boolean isVector(JsonNode each) {
        return each.isArray() && !each.isEmpty() && each.valueStream().allMatch(JsonNode::isNumber);
    }

    @Override
    public Next event(String data, boolean whole) throws StreamBroken {
        throw new StreamBroken("embeddings are no stream of events");
    }

    @Override
    public AgentOutcome end(End end) {
        return end.before("the embeddings");
    }
}
