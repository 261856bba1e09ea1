package dev.muster.coordinator.client;

import module java.base;

/** A final refusal by a coordinator: retrying does not help. */
final class RefusedRequest extends IOException {

    private static final long serialVersionUID = 1;

    RefusedRequest(String message) {
        super(message);
    }
}
