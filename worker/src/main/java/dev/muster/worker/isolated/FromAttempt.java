package dev.muster.worker.isolated;

import module java.base;
import dev.muster.common.process.Frames;

/** A message from the process of an isolated attempt to its worker. */
sealed interface FromAttempt {

    /** Maximum size of a frame in bytes. */
    int LARGEST = 512 << 20;

    Frames<FromAttempt> FRAMES = new Frames<>(FromAttempt.class, LARGEST);

    /** May the next call to an agent begin? */
    record MayCall() implements FromAttempt {}

    /** A sign of life, with the time left until its deadline; negative when that has passed. */
    record Due(long nanos) implements FromAttempt {}

    /** It has a result; its last message. */
    record Done(String json) implements FromAttempt {}
}
