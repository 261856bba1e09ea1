package dev.muster.common.agent.openai;

import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.AnswerReader;
import dev.muster.common.agent.http.Arrivals;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.agent.http.Warnings;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The answer to one request: chunks until {@code [DONE]}, or a whole completion in plain JSON. */
final class OpenAiAnswer implements AnswerReader {

    private static final String DONE = "[DONE]";

    private final Completion completion;
    private final Arrivals arrivals;
    private final Warnings warnings;
    private boolean done;
    private @Nullable AgentFailure error;

    OpenAiAnswer(Completion completion, Arrivals arrivals, Warnings warnings) {
        this.completion = completion;
        this.arrivals = arrivals;
        this.warnings = warnings;
    }

    @Override
    public Next event(String data, boolean whole) throws StreamBroken {
        if (data.strip().equals(DONE)) {
            arrivals.event();
            done = true;
            return Next.STOP;
        }
        try {
            return chunk(AnswerJson.read(data, "an event"), data);
        } catch (StreamBroken e) {
            if (whole) {
                throw e;
            }
            return Next.GO_ON;
        }
    }

    @Override
    public AgentOutcome end(End end) {
        if (error != null) {
            return error;
        }
        if (!done && !completion.finished()) {
            return new AgentFailure.Truncated("agent error: the stream was truncated, "
                    + (end == End.BROKEN ? "the connection broke" : "it ended")
                    + " before a finish_reason or [DONE]");
        }
        if (!done && end == End.BROKEN) {
            warnings.add("the connection broke after the finish_reason, before [DONE]");
        }
        return reply();
    }

    @Override
    public boolean takesPlain() {
        return true;
    }

    @Override
    public AgentOutcome plain(String body) throws StreamBroken {
        JsonNode answer = AnswerJson.read(body, "the answer");
        chunk(answer, body);
        if (error != null) {
            return error;
        }
        if (!answer.path("choices").isArray() || answer.path("choices").isEmpty()) {
            throw new StreamBroken("the answer has no choices");
        }
        return reply();
    }

    private AgentOutcome reply() {
        String nameless = completion.nameless();
        return nameless == null ? completion.reply(warnings)
                : new AgentFailure.Protocol("agent error: the tool call '" + nameless + "' has no function name");
    }

    private Next chunk(JsonNode chunk, String text) throws StreamBroken {
        if (!chunk.isObject()) {
            throw new StreamBroken("an event is no JSON object");
        }
        arrivals.event();
        warnings.lookForInvalidUtf8(text);
        completion.used(chunk);
        error = ErrorObject.in(chunk);
        if (error != null) {
            return Next.STOP;
        }
        completion.add(chunk);
        return Next.GO_ON;
    }
}
