package dev.muster.coordinator.http;

import org.jspecify.annotations.Nullable;

/**
 * Where the coordinator listens.
 *
 * @param host an address of this machine
 * @param port 0 for any free one
 * @param token that clients must show; null for none, on loopback only
 */
public record HttpSettings(String host, int port, @Nullable String token) {

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
