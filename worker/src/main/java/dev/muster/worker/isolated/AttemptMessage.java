package dev.muster.worker.isolated;

import module java.base;
import dev.muster.worker.attempt.Attempts.Attempted;

/** A message from the process of an isolated attempt. */
sealed interface AttemptMessage {

    /** May the next call to an agent begin? */
    record MayCall() implements AttemptMessage {}

    /** A sign of life, with the time left until its deadline; negative when that has passed. */
    record Due(Duration in) implements AttemptMessage {}

    /** It has a result; its last message. */
    record Done(Attempted attempted) implements AttemptMessage {}
}
