package dev.muster.common.agent.yao;

import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.ChunkedAnswer;
import dev.muster.common.agent.http.Reception;
import dev.muster.common.agent.http.StreamBroken;
import tools.jackson.databind.JsonNode;

/** The answer to one request: chunks until {@code stream_end}. */
final class YaoAnswer extends ChunkedAnswer {

    private final YaoRun run;
    private final Reception reception;

    YaoAnswer(Reception reception) {
        this.run = new YaoRun(reception);
        this.reception = reception;
    }

    @Override
    public boolean takesPlain() {
        return false;
    }

    /** Returns the outcome; an error decides it, even if the agent continues after it. */
    @Override
    public AgentOutcome end(End end) {
        String error = run.error();
        if (error != null) {
            return AgentFailure.Agent.declared("agent error: " + error);
        }
        return run.ended() ? run.reply() : end.before("stream_end");
    }

    /**
     * Reads the error that a server sends instead of a stream: {@code {"error": …, "error_description": …}}. Returns its
     * message with its code, or the whole body when it has another form.
     */
    @Override
    public String refusal(String body) {
        JsonNode answer;
        try {
            answer = AnswerJson.read(body, "the answer");
        } catch (StreamBroken e) {
            return body;
        }
        String code = answer.path("error").stringValue("");
        String sentence = answer.path("error_description").stringValue("");
        if (sentence.isBlank()) {
            return code.isBlank() ? body : code;
        }
        return code.isBlank() ? sentence : sentence + " (" + code + ")";
    }

    @Override
    protected Next chunk(JsonNode json, String data) throws StreamBroken {
        Chunk chunk = Chunk.of(json);
        reception.event(data);
        run.take(chunk);
        if (run.ended()) {
            return Next.STOP;
        }
        return run.error() == null ? Next.GO_ON : Next.CLOSING;
    }
}
