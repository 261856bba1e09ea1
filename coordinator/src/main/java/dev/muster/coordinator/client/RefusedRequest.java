package dev.muster.coordinator.client;

import java.io.IOException;

/** What a coordinator answered and would answer again: asking once more does not help. */
final class RefusedRequest extends IOException {

    private static final long serialVersionUID = 1;

    RefusedRequest(String message) {
        super(message);
    }
}
