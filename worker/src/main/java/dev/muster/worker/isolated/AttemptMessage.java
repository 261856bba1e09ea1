package dev.muster.worker.isolated;

import dev.muster.worker.attempt.Attempts.Attempted;
import java.time.Duration;

/** What the process of a lonely attempt says. */
sealed interface AttemptMessage {

    /** May the next call to an agent begin? */
    record MayCall() implements AttemptMessage {}

    /** It lives, and should have ended in this time; less than nothing when that is over. */
    record Due(Duration in) implements AttemptMessage {}

    /** It has found something; the last that it says. */
    record Done(Attempted attempted) implements AttemptMessage {}
}
