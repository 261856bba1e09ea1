package dev.muster.common.process;

import org.jspecify.annotations.Nullable;

/** The next output of a {@link LineProcess}. */
public sealed interface ProcessOutput {

    /** @param bytes its length */
    record Line(String text, int bytes) implements ProcessOutput {}

    /** It wrote more bytes than it may; it is killed. */
    record TooMuch() implements ProcessOutput {}

    /**
     * It ended.
     *
     * @param exitCode null when it closed its output, did not end, and was killed
     */
    record End(@Nullable Integer exitCode) implements ProcessOutput {}
}
