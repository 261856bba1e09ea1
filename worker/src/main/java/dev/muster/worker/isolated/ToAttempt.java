package dev.muster.worker.isolated;

import dev.muster.common.process.Frames;

/** A message from a worker to the process of an isolated attempt. */
sealed interface ToAttempt {

    Frames<ToAttempt> FRAMES = new Frames<>(ToAttempt.class, FromAttempt.LARGEST);

    /** The order; the first message. */
    record Order(String json) implements ToAttempt {}

    /** The call that it asked for may begin. */
    record Call() implements ToAttempt {}
}
