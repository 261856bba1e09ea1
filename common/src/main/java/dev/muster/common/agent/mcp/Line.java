package dev.muster.common.agent.mcp;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.time.Deadline;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** How messages of one conversation go to a server and come back. It stays open between turns. */
abstract sealed class Line permits HttpLine, ProgramLine {

    /** Names what declines, or answers a ping. */
    static final String DECLINED = "declined";

    /** The version that was agreed on; null before that. */
    @Nullable
    String version;

    /** The output schemas that tools declare, by name; null until they were asked for. */
    @Nullable
    ObjectNode schemas;

    /** The key of the call that waits for the answer to a question; null for none. */
    @Nullable
    String asking;

    /** What is heard. */
    sealed interface Heard {

        /** A message from the server. */
        record Said(JsonNode message, String data) implements Heard {}

        /**
         * What was sent has had its answer.
         *
         * @param failure null where it went well
         * @param error of JSON-RPC, in the body of a refusal; missing for none
         */
        record Ended(String key, @Nullable AgentFailure failure, JsonNode error) implements Heard {

            Ended(String key) {
                this(key, null, JsonNodeFactory.instance.missingNode());
            }
        }
    }

    /** @param key names the message in {@link Heard.Ended} */
    abstract void say(String key, ObjectNode message, Map<String, String> headers);

    /** Returns what comes next; null when nothing did in time. */
    abstract @Nullable Heard next(Duration atMost, Deadline deadline) throws InterruptedException;

    /** Listens for what the server says without being asked. */
    void listen(Deadline deadline) throws InterruptedException {
        // a program says everything over the one line
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
