package dev.muster.common.agent.openai;

import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.ChunkedAnswer;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.Reception;
import dev.muster.common.agent.http.StreamBroken;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The answer to one request: chunks until {@code [DONE]}, or a whole completion in plain JSON. */
final class OpenAiAnswer extends ChunkedAnswer {

    private final Completion completion;
    private final Reception reception;
    private boolean done;
    private boolean chosen;
    /** The first event that is no part of a completion. */
    private @Nullable String foreign;
    private @Nullable AgentFailure error;

    /** @param callsBefore calls made in the conversation so far */
    OpenAiAnswer(int callsBefore, Reception reception) {
        this.completion = new Completion(callsBefore, reception);
        this.reception = reception;
    }

    @Override
    protected Next done() {
        reception.arrivals().event();
        done = true;
        return Next.STOP;
    }

    @Override
    public AgentOutcome end(End end) {
        if (error != null) {
            return error;
        }
        if (!done && !completion.finished()) {
            return foreign != null && !chosen
                    ? new AgentFailure.Protocol("agent error: the stream has no choices: " + foreign)
                    : end.before("a finish_reason or [DONE]");
        }
        if (!done && end == End.BROKEN) {
            reception.warnings().add("the connection broke after the finish_reason, before [DONE]");
        }
        return completion.reply();
    }

    @Override
    public boolean takesPlain() {
        return true;
    }

    @Override
    public AgentOutcome plain(String body) throws StreamBroken {
        if (body.isBlank()) {
            return AgentFailure.Agent.undeclared("agent error: the answer is empty");
        }
        JsonNode answer = AnswerJson.read(body, "the answer");
        chunk(answer, body);
        if (error != null) {
            return error;
        }
        if (!answer.path("choices").isArray() || answer.path("choices").isEmpty()) {
            throw new StreamBroken("the answer has no choices: " + OneLine.of(body));
        }
        return completion.reply();
    }

    @Override
    protected Next chunk(JsonNode chunk, String data) throws StreamBroken {
        if (!chunk.isObject()) {
            throw new StreamBroken("an event is not a JSON object");
        }
        reception.event(data);
        if (chunk.has("choices")) {
            chosen = true;
        } else if (foreign == null) {
            foreign = OneLine.of(data);
        }
        completion.used(chunk);
        error = error(chunk);
        if (error != null) {
            return Next.STOP;
        }
        completion.add(chunk);
        return Next.GO_ON;
    }

    /** Returns the error in place of a completion: {@code {"error": {message, code?, type?}}}, or a string. */
    private static @Nullable AgentFailure error(JsonNode chunk) {
        JsonNode error = chunk.path("object").stringValue("").equals("error") ? chunk : chunk.path("error");
        if (error.isMissingNode() || error.isNull()) {
            return null;
        }
        String message = error.isString() ? error.stringValue() : error.path("message").stringValue(error.toString());
        return AgentFailure.Agent.declared("agent error: " + OneLine.ofMessage(message) + code(error));
    }

    private static String code(JsonNode error) {
        JsonNode code = error.path("code");
        if (code.isString() || code.isNumber()) {
            return " (" + OneLine.ofMessage(code.asString()) + ")";
        }
        JsonNode type = error.path("type");
        return type.isString() ? " (" + OneLine.ofMessage(type.stringValue()) + ")" : "";
    }
}
