package dev.muster.common.script;

import dev.muster.common.script.host.Questions;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The functions of a project's scripts folder. */
@FunctionalInterface
public interface Scripts {

    /** A call takes no longer, whatever its caller has. */
    Duration LONGEST_CALL = Duration.ofSeconds(30);

    /** For a call of somebody who has no time of his own: both of its tries. */
    static Deadline inTime() {
        return Deadline.in(LONGEST_CALL.multipliedBy(2), Ticker.system());
    }

    /**
     * Calls a function on the calling thread.
     *
     * @param name without {@code scripts:}
     * @param document what the function is given (see {@link ScriptDocuments}); {@code function} is added
     * @param by when it must be over; tries and all
     * @return what it answered
     * @throws ScriptFailed when there is no such function, or it broke, took too long or gave no JSON
     */
    JsonNode call(String name, ObjectNode document, Deadline by) throws ScriptFailed, InterruptedException;

    /**
     * Runs a script test on the calling thread; there are tests only where there are files.
     *
     * @param file from the scripts folder, with {@code /}
     * @param context what the test is told of its case
     * @param questions what it may ask for; the time of the answers is not the script's
     * @param by when it must be over; tries and all
     * @return what it asserted
     * @throws ScriptFailed when there is no such test, or it broke or took too long
     */
    default JsonNode test(String file, String function, JsonNode context, Questions questions, Deadline by)
            throws ScriptFailed, InterruptedException {
        throw new ScriptFailed("the test " + function + " of " + file + " was not announced with the case");
    }
}
