package dev.muster.coordinator.server.http;

import module java.base;
import org.jspecify.annotations.Nullable;

/** What begins a session: one of both. */
record SessionRequest(@Nullable String token, @Nullable String key) {}
