package dev.muster.coordinator.client;

import module java.base;

/** A final refusal by a coordinator: retrying does not help. */
public final class RefusedRequest extends IOException {

    RefusedRequest(String message) {
        super(message);
    }
}
