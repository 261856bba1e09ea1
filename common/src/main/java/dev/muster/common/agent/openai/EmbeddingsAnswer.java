package dev.muster.common.agent.openai;

import module java.base;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.Sequel;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.AnswerReader;
import dev.muster.common.agent.http.MessageJson;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.StreamBroken;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The answer to a request for embeddings: one JSON document, whose vectors become the text of the reply. */
final class EmbeddingsAnswer implements AnswerReader {
    private final int texts;
    private final ReplyAssembler reply;

    EmbeddingsAnswer(int texts, ReplyAssembler reply) {
        this.texts = texts;
        this.reply = reply;
    }

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
        reply.event(body);
        JsonNode answer = AnswerJson.read(body, "the answer");
        reply.used(answer.path("usage"));
        var vectors = JsonNodeFactory.instance.arrayNode();
        answer.path("data").valueStream().sorted(Comparator.comparingInt(each -> each.path("index").asInt(0)))
                .forEach(each -> vectors.add(each.path("embedding")));
        if (vectors.size() != texts || vectors.valueStream().anyMatch(each -> !isVector(each))) {
            throw new StreamBroken(
                    "the answer has no 'embedding' for each of " + texts + " texts: " + OneLine.of(body));
        }
        return reply.complete(List.of(vectors.toString()), "stop", Sequel.of(vectors.toString(), List.of()));
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
