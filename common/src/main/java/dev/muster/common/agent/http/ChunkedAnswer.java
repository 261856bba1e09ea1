package dev.muster.common.agent.http;

import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An answer whose events are JSON objects, and perhaps {@code [DONE]} at their end, or one document in plain JSON. An
 * event that was cut off is ignored.
 */
public abstract class ChunkedAnswer implements AnswerReader {

    private static final String DONE = "[DONE]";

    protected final ReplyAssembler reply;
    private final boolean takesPlain;
    /** The failure that the agent reported; the rest of the answer does not count. */
    protected @Nullable AgentFailure failure;
    private boolean begun;
    /** The first event, as long as none belongs to an answer. */
    private @Nullable String foreign;

    /** @param takesPlain whether an answer in plain JSON is accepted too */
    protected ChunkedAnswer(ReplyAssembler reply, boolean takesPlain) {
        this.reply = reply;
        this.takesPlain = takesPlain;
    }

    @Override
    public Next event(String data, boolean whole) throws StreamBroken {
        if (data.strip().equals(DONE)) {
            return done();
        }
        try {
            return read(checked(AnswerJson.read(data, "an event"), "an event"), data);
        } catch (StreamBroken e) {
            if (whole) {
                throw e;
            }
            return Next.GO_ON;
        }
    }

    /** An event that is named as an error is one, also where its data says nothing that the protocol knows. */
    @Override
    public Next typed(String type, String data, boolean whole) throws StreamBroken {
        var next = event(data, whole);
        if (!type.equalsIgnoreCase("error") || !whole || reported() != null) {
            return next;
        }
        failure = AgentFailure.Agent.declared("agent error: the stream has an event 'error': " + OneLine.of(data));
        return Next.STOP;
    }

    @Override
    public boolean takesPlain() {
        return takesPlain;
    }

    @Override
    public AgentOutcome plain(String body) throws StreamBroken {
        return body.isBlank() ? AgentFailure.Agent.undeclared("agent error: the answer is empty")
                : whole(checked(AnswerJson.read(body, "the answer"), "the answer"), body);
    }

    /** Reads an answer in plain JSON: one event, unless the protocol has a form of its own for it. */
    protected AgentOutcome whole(JsonNode answer, String body) throws StreamBroken {
        read(answer, body);
        return end(End.CLOSED);
    }

    @Override
    public AgentOutcome end(End end) {
        return failure == null ? complete(end) : failure;
    }

    @Override
    public @Nullable AgentFailure reported() {
        return failure;
    }

    /** Returns the outcome of an answer without a failure. */
    protected abstract AgentOutcome complete(End end);

    /** Reads a chunk; stops reading once the agent failed. */
    protected final Next read(JsonNode chunk, String data) throws StreamBroken {
        reply.event(data);
        var next = chunk(chunk, data);
        return failure == null ? next : Next.STOP;
    }

    /** Records whether an event belongs to an answer; if none does, a message shows the first event. */
    protected final void belongs(boolean toAnswer, String data) {
        begun |= toAnswer;
        foreign = begun || foreign != null ? foreign : OneLine.of(data);
    }

    /** Whether events came, and none belonged to an answer. */
    protected final boolean isForeign() {
        return !begun && foreign != null;
    }

    /**
     * Returns the failure of a stream that had to contain more.
     *
     * @param beginning what an event of an answer would have had
     */
    protected final AgentFailure before(End end, String missing, String beginning) {
        return isForeign() ? new AgentFailure.Protocol("agent error: the stream has no " + beginning + ": " + foreign)
                : end.before(missing);
    }

    private JsonNode checked(JsonNode chunk, String what) throws StreamBroken {
        if (!isChunk(chunk)) {
            throw new StreamBroken(what + " is not a JSON object");
        }
        return chunk;
    }

    protected boolean isChunk(JsonNode chunk) {
        return chunk.isObject();
    }

    /** Called for {@code [DONE]}; ignores it, because some servers speak OpenAI's dialect beside their own. */
    protected Next done() {
        return Next.GO_ON;
    }

    /** @param data the text of the chunk */
    protected abstract Next chunk(JsonNode chunk, String data) throws StreamBroken;
}
