package dev.muster.common.agent.mcp;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.time.Deadline;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The connection of one conversation to a server. It stays open between turns. */
abstract sealed class McpConnection permits HttpConnection, ProgramConnection {

    /** Names what declines, or answers a ping. */
    static final String DECLINED = "declined";

    /** The version that was agreed on; null before that. */
    @Nullable
    String version;

    /** The output schemas that tools declare, by name; null until they were requested. */
    @Nullable
    ObjectNode schemas;

    /** The key of the call that waits for the answer to a question; null for none. */
    @Nullable
    String questioned;

    /** @param key names the message in {@link Incoming.Ended} */
    abstract void send(String key, ObjectNode message, Map<String, String> headers);

    /** Returns what comes next; null when nothing did in time. */
    abstract @Nullable Incoming next(Duration atMost, Deadline deadline) throws InterruptedException;

    /** Listens for messages that answer no request. */
    void listen(Deadline deadline) throws InterruptedException {
        // a program sends everything over one stream
    }

    /** Returns what identifies the session to the server; null for none. */
    @Nullable
    String session() {
        return null;
    }

    /** Forgets a session that the server no longer knows. */
    void forget() {
        throw new IllegalStateException("there is no session");
    }

    /** Adds to a failure where it happened. */
    abstract AgentFailure located(AgentFailure failure);

    abstract void close();
}
