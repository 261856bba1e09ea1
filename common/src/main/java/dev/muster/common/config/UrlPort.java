package dev.muster.common.config;

import module java.base;

/** The port of a URL, which Java's own parser takes however large it is. */
public final class UrlPort {

    private static final int HIGHEST = 65_535;
    private static final int LONGEST = 5;

    private UrlPort() {}

    /** Returns what is wrong with the port, as a sentence; empty for a good one, for none, and for a template. */
    public static Optional<String> trouble(String url) {
        var port = port(url);
        boolean isGood = port.isEmpty() || port.contains("${") || isPort(port);
        return isGood ? Optional.empty() : Optional.of("port " + port + " is not between 1 and " + HIGHEST);
    }

    /** Returns what stands behind the host; empty for nothing. */
    private static String port(String url) {
        int begin = url.indexOf("://");
        if (begin < 0) {
            return "";
        }
        begin += "://".length();
        int end = begin;
        while (end < url.length() && "/?#".indexOf(url.charAt(end)) < 0) {
            end++;
        }
        var authority = url.substring(begin, end);
        int colon = authority.lastIndexOf(':');
        int host = Math.max(authority.lastIndexOf(']'), authority.lastIndexOf('@'));
        return colon <= host ? "" : authority.substring(colon + 1);
    }

    private static boolean isPort(String text) {
        return text.length() <= LONGEST && text.chars().allMatch(c -> c >= '0' && c <= '9')
                && Integer.parseInt(text) >= 1 && Integer.parseInt(text) <= HIGHEST;
    }
}
