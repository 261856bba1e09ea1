package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentReply.Sequel;
import dev.muster.common.result.AssertionResult;
import org.jspecify.annotations.Nullable;

/** Keeps what is needed of a judged answer to evaluate the same assertions again. */
final class JudgedEvidence {

    private static final Sequel NONE = new Sequel(List.of(), List.of(), List.of());

    private JudgedEvidence() {}

    /** Null where the assertions read only text, calls and call results, which every result has. */
    static @Nullable AgentReply kept(List<AssertionResult> judged, AgentReply reply) {
        return judged.stream().anyMatch(result -> result.assertion().check().readsCourse()) ? kept(reply) : null;
    }

    /** Drops the later messages, which were not judged. */
    static AgentReply kept(AgentReply reply) {
        return reply.with(NONE);
    }
}
