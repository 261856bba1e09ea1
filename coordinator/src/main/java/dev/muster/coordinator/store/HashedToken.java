package dev.muster.coordinator.store;

import module java.base;
import dev.muster.coordinator.run.AccessToken;

record HashedToken(String hash, AccessToken token) {}
