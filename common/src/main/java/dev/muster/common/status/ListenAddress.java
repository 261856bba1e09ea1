package dev.muster.common.status;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a process listens, and who may come in.
 *
 * @param host an address of this machine
 * @param port 0 for any free one
 * @param token that callers must show; null or empty for none, on loopback only
 */
public record ListenAddress(String host, int port, @Nullable String token) {

    public ListenAddress {
        token = token == null || token.isBlank() ? null : token;
    }

    /** Why it may not be opened: without a token whoever reaches the port would come in. */
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

    /** @param authorization the header of that name */
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
