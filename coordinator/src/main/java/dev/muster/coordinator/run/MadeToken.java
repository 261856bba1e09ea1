package dev.muster.coordinator.run;

import module java.base;

/** A token that was just made; its text is shown this once. */
public record MadeToken(String token, AccessToken stored) {}
