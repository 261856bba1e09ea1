package dev.muster.common.agent.yao;

import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.AnswerReader;
import dev.muster.common.agent.http.Arrivals;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.agent.http.Warnings;

/** The answer to one request: chunks until {@code stream_end}. */
final class YaoAnswer implements AnswerReader {

    /** Not part of the protocol, but its servers also speak OpenAI's dialect. */
    private static final String DONE = "[DONE]";

    private final YaoRun run;
    private final Arrivals arrivals;
    private final Warnings warnings;

    YaoAnswer(YaoRun run, Arrivals arrivals, Warnings warnings) {
        this.run = run;
        this.arrivals = arrivals;
        this.warnings = warnings;
    }

    @Override
    public Next event(String data, boolean whole) throws StreamBroken {
        if (data.strip().equals(DONE)) {
            return Next.GO_ON;
        }
        try {
            return chunk(data);
        } catch (StreamBroken e) {
            if (whole) {
                throw e;
            }
            return Next.GO_ON;
        }
    }

    /** Returns the outcome; an error decides it, even if the agent continues after it. */
    @Override
    public AgentOutcome end(End end) {
        String error = run.error();
        if (error != null) {
            return AgentFailure.Agent.declared("agent error: " + error);
        }
        if (!run.ended()) {
            return new AgentFailure.Truncated("agent error: the stream was truncated, "
                    + (end == End.BROKEN ? "the connection broke" : "it ended") + " before stream_end");
        }
        return run.reply();
    }

    @Override
    public boolean takesPlain() {
        return false;
    }

    @Override
    public AgentOutcome plain(String body) {
        throw new IllegalStateException("a Yao agent has no plain answer");
    }

    @Override
    public String refusal(String body) {
        return ServerRefusal.in(body);
    }

    private Next chunk(String data) throws StreamBroken {
        Chunk chunk = Chunk.of(AnswerJson.read(data, "an event"));
        arrivals.event();
        warnings.lookForInvalidUtf8(data);
        run.take(chunk);
        if (run.ended()) {
            return Next.STOP;
        }
        return run.error() == null ? Next.GO_ON : Next.CLOSING;
    }
}
