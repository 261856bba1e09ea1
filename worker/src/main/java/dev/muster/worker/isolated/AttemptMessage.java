package dev.muster.worker.isolated;

import dev.muster.common.process.Frames;

/** A message from the process of an isolated attempt. */
sealed interface AttemptMessage {

    /** Maximum size of a frame in bytes. */
    int LARGEST = 512 << 20;

    Frames<AttemptMessage> FRAMES = new Frames<>(AttemptMessage.class, LARGEST);

    /** May the next call to an agent begin? */
    record MayCall() implements AttemptMessage {}

    /** A sign of life, with the time left until its deadline; negative when that has passed. */
    record Due(long nanos) implements AttemptMessage {}

    /** It has a result; its last message. */
    record Done(String json) implements AttemptMessage {}

    /** A message to the process. */
    sealed interface Input {

        Frames<Input> FRAMES = new Frames<>(Input.class, LARGEST);

        /** The order; the first message. */
        record Order(String json) implements Input {}

        /** The call that it asked for may begin. */
        record Call() implements Input {}
    }
}
