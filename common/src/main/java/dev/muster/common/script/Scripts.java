package dev.muster.common.script;

import module java.base;
import dev.muster.common.script.host.Questions;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The functions of a project's scripts folder. */
@FunctionalInterface
public interface Scripts {

    /** The maximum duration of a call, whatever the caller's deadline. */
    Duration LONGEST_CALL = Duration.ofSeconds(30);

    /** Returns a deadline for callers without one: enough for both tries. */
    static Deadline inTime() {
        return Deadline.in(LONGEST_CALL.multipliedBy(2), Ticker.system());
    }

    /**
     * Calls a function on the calling thread.
     *
     * @param name without {@code scripts:}
     * @param document the function's input (see {@link ScriptDocuments}); {@code function} is added
     * @param by the deadline for all tries
     * @throws ScriptFailed when there is no such function, or it failed, timed out or returned no JSON
     */
    JsonNode call(String name, ObjectNode document, Deadline by) throws ScriptFailed, InterruptedException;

    /**
     * Runs a script test on the calling thread; tests exist only where there are files.
     *
     * @param file path in the scripts folder, with {@code /}
     * @param questions what the test may ask for; the time of answers does not count as the script's
     * @param by the deadline for all tries
     * @throws ScriptFailed when there is no such test, or it failed or timed out
     */
    default JsonNode test(String file, String function, JsonNode context, Questions questions, Deadline by)
            throws ScriptFailed, InterruptedException {
        throw new ScriptFailed("the test " + function + " of " + file + " was not announced with the case");
    }
}
