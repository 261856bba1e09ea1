package dev.muster.common.status;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * The listen address of a process, and its access token.
 *
 * @param port 0 for any free one
 * @param token token that callers must present; null or empty for none, on loopback only
 */
public record ListenAddress(String host, int port, @Nullable String token) {

    public ListenAddress {
        token = token == null || token.isBlank() ? null : token;
    }

    /** Returns why the process may not listen here: without a token anyone who reaches the port has access. */
    public Optional<String> trouble() {
        try {
            return token == null && !InetAddress.getByName(host).isLoopbackAddress()
                    ? Optional.of("refusing to listen on " + host
                            + " without a token: set MUSTER_TOKEN, or listen on 127.0.0.1")
                    : Optional.empty();
        } catch (UnknownHostException e) {
            return Optional.of("'" + host + "' is no address of this machine");
        }
    }

    /** @param authorization the {@code Authorization} header */
    public boolean admits(@Nullable String authorization) {
        return token == null || (authorization != null && MessageDigest.isEqual(bytes(authorization),
                bytes("Bearer " + token)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
