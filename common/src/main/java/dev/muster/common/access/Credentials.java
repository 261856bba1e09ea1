package dev.muster.common.access;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * What a client shows to a server and believes of it.
 *
 * @param token null for none
 * @param tls null for Java's own authorities, and no certificate
 */
public record Credentials(@Nullable String token, @Nullable SSLContext tls) {

    public static final Credentials NONE = new Credentials(null, null);

    private static final String CA = "MUSTER_TLS_CA";
    private static final String CERTIFICATE = "MUSTER_TLS_CERT";
    private static final String KEY = "MUSTER_TLS_KEY";

    /**
     * Returns the token with the TLS that {@code MUSTER_TLS_CA}, {@code MUSTER_TLS_CERT} and {@code MUSTER_TLS_KEY}
     * name.
     *
     * @throws IOException a sentence that names the file or the variable that is wrong
     */
    public static Credentials of(@Nullable String token, Map<String, String> environment) throws IOException {
        var certificate = file(environment, CERTIFICATE);
        var key = file(environment, KEY);
        if ((certificate == null) != (key == null)) {
            throw new IOException(CERTIFICATE + " and " + KEY + " go together");
        }
        var authorities = file(environment, CA);
        return new Credentials(token, certificate == null && authorities == null ? null
                : Tls.of(certificate, key, authorities, false).context());
    }

    /** Returns a warning when the token would travel in the open to another machine. */
    public Optional<String> exposed(List<URI> addresses) {
        return token == null ? Optional.empty()
                : addresses.stream().filter(each -> "http".equals(each.getScheme()) && !isLoopback(each.getHost()))
                        .findFirst()
                        .map(address -> "the token travels unencrypted to " + address.getHost()
                                + ", where others on the "
                                + "network can read it; start the coordinator with --tls-cert and --tls-key and call "
                                + "it "
                                + "by https://, or go through a tunnel");
    }

    private static boolean isLoopback(String host) {
        try {
            return host.equalsIgnoreCase("localhost")
                    || InetAddress.ofLiteral(host.replace("[", "").replace("]", "")).isLoopbackAddress();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static @Nullable Path file(Map<String, String> environment, String name) {
        var given = environment.getOrDefault(name, "");
        return given.isBlank() ? null : Path.of(given);
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "credentials";
    }
}
