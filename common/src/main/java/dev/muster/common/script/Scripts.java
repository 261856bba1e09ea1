package dev.muster.common.script;

import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The functions of a project's scripts folder. */
@FunctionalInterface
public interface Scripts {

    /** A call takes no longer, whatever its caller has. */
    Duration LONGEST_CALL = Duration.ofSeconds(30);

    /**
     * Calls a function on the calling thread.
     *
     * @param name without {@code scripts:}
     * @param document what the function is given (see {@link ScriptDocuments}); {@code function} is added
     * @param atMost less than {@link #LONGEST_CALL} where the caller has less
     * @return what it answered
     * @throws ScriptFailed when there is no such function, or it broke, took too long or gave no JSON
     */
    JsonNode call(String name, ObjectNode document, Duration atMost) throws ScriptFailed, InterruptedException;
}
