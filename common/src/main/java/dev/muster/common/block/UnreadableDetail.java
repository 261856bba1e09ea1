package dev.muster.common.block;

import org.jspecify.annotations.Nullable;

/** Bytes that should be the details of one result, and are not. */
public final class UnreadableDetail extends RuntimeException {

    private static final long serialVersionUID = 1;

    UnreadableDetail(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
