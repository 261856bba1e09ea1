package dev.muster.cli.discovery;

import module java.base;
import dev.muster.common.agent.a2a.A2aProtocol;
import dev.muster.common.config.UrlPort;

/**
 * An address in its parts.
 *
 * @param base without a slash at its end
 * @param query with its question mark; empty for none
 */
record Address(String origin, String base, String query) {

    /** @throws NotFound when it is no address of a server */
    static Address of(String url) throws NotFound {
        if (url.matches("[^/?#]*//[^/?#]*@.*")) {
            throw new NotFound("the address has a password in it, which would not be sent; remove it,"
                    + " and give --header 'Authorization: Basic ${ENV.AGENT_KEY}' (USER:PASSWORD in Base64)");
        }
        if (url.matches(".*\\$\\{[^}]*}.*")) {
            throw SessionHint.templated(url);
        }
        var port = UrlPort.trouble(url);
        if (port.isPresent()) {
            throw new NotFound("'" + url + "': " + port.get());
        }
        URI uri;
        try {
            uri = URI.create(url);
        } catch (IllegalArgumentException e) {
            throw new NotFound("'" + url + "' is not a valid URL; write http://… or https://…");
        }
        var scheme = String.valueOf(uri.getScheme());
        if (scheme.equals("ws") || scheme.equals("wss")) {
            throw new NotFound("init does not try WebSockets; write the agent by hand (docs/targets.md,"
                    + " WebSocket), and muster probe shows what it answers");
        }
        if (uri.getHost() == null || !List.of("http", "https").contains(scheme)) {
            throw new NotFound("'" + url + "' is not a valid URL; write http://… or https://…");
        }
        var origin = scheme + "://" + uri.getRawAuthority();
        var path = uri.getRawPath() == null ? "" : uri.getRawPath();
        while (path.endsWith("/")) {
            path = path.substring(0, path.length() - 1);
        }
        return new Address(origin, origin + path, uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
    }

    String path() {
        return base.substring(origin.length());
    }

    boolean isBare() {
        return base.equals(origin);
    }

    /** Returns the same address with a longer path. */
    String below(String path) {
        return base + path + query;
    }

    /** Returns where the base of a server of models may be. */
    List<String> modelBases() {
        return isBare() ? List.of(base + "/v1", base) : List.of(ModelApi.base(base));
    }

    /** Returns where the card of an Agent2Agent agent may be. */
    List<String> cards() {
        return A2aProtocol.cards(base + query);
    }

    String openApi() {
        return origin + "/openapi.json" + query;
    }
}
