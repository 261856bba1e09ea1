package dev.muster.common.status;

import module java.base;
import dev.muster.common.access.HostRule;
import dev.muster.common.access.Tls;
import org.jspecify.annotations.Nullable;

/**
 * The listen address of a process, and its access token.
 *
 * @param port 0 for any free one
 * @param token token that callers must present; null or empty for none, on loopback only
 * @param hosts by which names it is called
 * @param tls null for plain HTTP
 */
public record ListenAddress(String host, int port, @Nullable String token, HostRule hosts, @Nullable Tls tls) {

    public ListenAddress {
        token = token == null || token.isBlank() ? null : token;
    }

    /** An address without TLS, known by no other name. */
    public ListenAddress(String host, int port, @Nullable String token) {
        this(host, port, token, HostRule.of(host, List.of()), null);
    }

    public ListenAddress at(int other) {
        return new ListenAddress(host, other, token, hosts, tls);
    }

    /** Returns why the process may not listen here: without a token anyone who reaches the port has access. */
    public Optional<String> trouble() {
        try {
            boolean isHere = InetAddress.getByName(host).isLoopbackAddress();
            return token == null && !isHere
                    ? Optional.of("refusing to listen on " + host
                            + " without a token: set MUSTER_TOKEN, or listen on 127.0.0.1")
                    : Optional.empty();
        } catch (UnknownHostException e) {
            return Optional.of("'" + host + "' is not an address of this machine");
        }
    }

    /**
     * Tries to listen here, so that nothing is begun that needs it.
     *
     * @throws IOException a sentence, when the port can't be used
     */
    public void refuseTaken(String option) throws IOException {
        try (var probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(host, port));
        } catch (IOException e) {
            throw new IOException(taken(option), e);
        }
    }

    /** Says that the port can't be used. */
    public String taken(String option) {
        return "port " + port + " on " + host + " is in use or not permitted; choose another with " + option;
    }

    /** @param authorization the {@code Authorization} header */
    public boolean admits(@Nullable String authorization) {
        return token == null || (authorization != null && MessageDigest.isEqual(bytes(authorization),
                bytes("Bearer " + token)));
    }

    /** @param bound the port that it has */
    public String url(int bound) {
        return (tls == null ? "http://" : "https://") + (host.contains(":") ? "[" + host + "]" : host) + ":" + bound;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
