package dev.muster.worker.conversation;

import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Sequel;
import dev.muster.common.result.AssertionResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is kept of a judged answer, so that the same assertions can be evaluated over it again. */
final class JudgedEvidence {

    private static final Sequel NONE = new Sequel(List.of(), List.of(), List.of());

    private JudgedEvidence() {}

    /** Null where text, calls and results of calls, which every result has, are all that was read. */
    static @Nullable AgentReply kept(List<AssertionResult> judged, AgentReply reply) {
        return judged.stream().anyMatch(result -> result.assertion().check().readsCourse()) ? kept(reply) : null;
    }

    /** What is said next was not judged. */
    static AgentReply kept(AgentReply reply) {
        return reply.with(NONE);
    }
}
