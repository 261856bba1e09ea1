package dev.muster.worker.tracing;

import module java.base;
import dev.muster.common.agent.Access;
import dev.muster.common.agent.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * Where a call goes, as OpenTelemetry's semantic conventions name it: {@code server.address} and {@code server.port}.
 */
record ServerAddress(String host, long port) {

    private static final Map<String, Long> PORTS = Map.of("http", 80L, "https", 443L, "ws", 80L, "wss", 443L);

    /** Returns null for a program, and where the address is not known before the call. */
    static @Nullable ServerAddress of(Endpoint endpoint) {
        var url = origin(endpoint.access() instanceof Access.Http http ? begun(endpoint.url(), http)
                : endpoint.url());
        try {
            var uri = URI.create(url);
            var usual = uri.getScheme() == null ? null : PORTS.get(uri.getScheme().toLowerCase(Locale.ROOT));
            return usual == null || uri.getHost() == null ? null
                    : new ServerAddress(uri.getHost(), uri.getPort() < 0 ? usual : uri.getPort());
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Returns the scheme and the host: what stands behind may hold templates. */
    private static String origin(String url) {
        int host = url.indexOf("://") < 0 ? url.length() : url.indexOf("://") + 3;
        int end = host;
        while (end < url.length() && "/?#".indexOf(url.charAt(end)) < 0) {
            end++;
        }
        return url.substring(0, end);
    }

    /** A mapping's address may begin with a variable. */
    private static String begun(String url, Access.Http http) {
        int end = url.indexOf('}');
        var value = url.startsWith("${") && end > 0 ? http.given().get(url.substring(2, end)) : null;
        return value == null ? url : value.asString("") + url.substring(end + 1);
    }
}
