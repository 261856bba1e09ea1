package dev.muster.common.script.wire;

import dev.muster.common.process.Frames;

/** A message to a script host. */
public sealed interface ToHost {

    Frames<ToHost> FRAMES = new Frames<>(ToHost.class, FromHost.LARGEST);

    /** A task begins. */
    record Begin(int id, Task task) implements ToHost {}

    /** The answer to the host's question; when the request is not granted, {@code text} says why. */
    record Answer(int id, boolean given, String text) implements ToHost {}

    /** A task must end at once. */
    record Cancel(int id) implements ToHost {}
}
