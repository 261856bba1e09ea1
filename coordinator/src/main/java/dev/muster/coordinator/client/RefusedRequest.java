package dev.muster.coordinator.client;

import java.io.IOException;

/** A final refusal by a coordinator: retrying does not help. */
final class RefusedRequest extends IOException {

    private static final long serialVersionUID = 1;

    RefusedRequest(String message) {
        super(message);
    }
}
