package dev.muster.common.access;

import module java.base;

/**
 * Which requests of a browser a server takes. A page of another site can't send a request with an address or an own
 * name as {@code Host}, unless its name was rebound to this machine; it can't leave {@code Origin} away where it
 * changes anything.
 *
 * @param names that lead here, in lower case, in addition to every IP literal
 * @param origins of the pages that may call, in addition to those of this server
 */
public record HostRule(Set<String> names, Set<String> origins) {

    private static final int MISDIRECTED = 421;
    private static final int FORBIDDEN = 403;

    /**
     * @param listening where the server listens
     * @param published the URLs by which others know it
     */
    public static HostRule of(String listening, List<URI> published) {
        var names = new HashSet<>(List.of("localhost", lower(listening)));
        published.forEach(url -> names.add(lower(url.getHost())));
        try {
            names.add(lower(InetAddress.getLocalHost().getHostName()));
        } catch (UnknownHostException _) {
            // a machine without a name is called by its address
        }
        return new HostRule(names, published.stream()
                .map(url -> lower(url.getScheme() + "://" + url.getRawAuthority())).collect(Collectors.toSet()));
    }

    /**
     * @param host the values of the {@code Host} header
     * @param origin the values of the {@code Origin} header
     * @param scheme of the request
     * @throws Denied for a foreign host (421) or a foreign origin (403)
     */
    public void check(List<String> host, List<String> origin, String scheme) throws Denied {
        if (host.size() != 1 || !leadsHere(name(lower(host.getFirst())))) {
            throw new Denied(MISDIRECTED,
                    "this server does not accept the name in the Host header; call it by its address"
                            + " or by localhost, or start it with --public-url and the URL that clients use");
        }
        if (!origin.stream().allMatch(each -> isOwn(lower(each), scheme + "://" + lower(host.getFirst())))) {
            throw new Denied(FORBIDDEN, "pages of another origin may not call this server; if it is its own, start the"
                    + " server with --public-url and that URL");
        }
    }

    private boolean isOwn(String origin, String itself) {
        return origin.equals(itself) || origins.contains(origin);
    }

    private boolean leadsHere(String name) {
        return names.contains(name) || isLiteral(name);
    }

    private static boolean isLiteral(String name) {
        try {
            var _ = InetAddress.ofLiteral(name);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Returns the host without its port and without the dot of a complete name. */
    private static String name(String host) {
        int port = host.lastIndexOf(':');
        var name = port > host.lastIndexOf(']') ? host.substring(0, port) : host;
        if (name.startsWith("[") && name.endsWith("]")) {
            return name.substring(1, name.length() - 1);
        }
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
