package dev.muster.coordinator.server.http;

import module java.base;

/** @param session the key that a page sends in the header {@code Muster-Session} */
record BegunSession(String session) {}
