package dev.muster.common.script;

import dev.muster.common.script.host.Questions;
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

    /**
     * Runs a script test on the calling thread; there are tests only where there are files.
     *
     * @param file from the scripts folder, with {@code /}
     * @param context what the test is told of its case
     * @param questions what it may ask for; the time of the answers is not the script's
     * @param atMost less than {@link #LONGEST_CALL} where the caller has less
     * @return what it asserted
     * @throws ScriptFailed when there is no such test, or it broke or took too long
     */
    default JsonNode test(String file, String function, JsonNode context, Questions questions, Duration atMost)
            throws ScriptFailed, InterruptedException {
        throw new ScriptFailed("the test " + function + " of " + file + " was not announced with the case");
    }
}
