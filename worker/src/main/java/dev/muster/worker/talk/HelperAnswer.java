package dev.muster.worker.talk;

import java.time.Duration;

/** What came of asking a simulator, a validator or a script. */
public sealed interface HelperAnswer {

    /** It answered. */
    record Answered(String text) implements HelperAnswer {}

    /** It could not be asked, or broke; the text says how. */
    record Broke(String text) implements HelperAnswer {}

    /** The time of the case was over before it had answered. */
    record OutOfTime(Duration limit) implements HelperAnswer {}
}
