package dev.muster.worker.isolated;

import module java.base;
import dev.muster.common.process.Frames;

/** A message from a worker to the process of an isolated attempt. */
sealed interface ToAttempt {

    Frames<ToAttempt> FRAMES = new Frames<>(ToAttempt.class, FromAttempt.LARGEST);

    /** The order; the first message. */
    record Order(String json) implements ToAttempt {}

    /** The requested call may begin. */
    record Call() implements ToAttempt {}
}
