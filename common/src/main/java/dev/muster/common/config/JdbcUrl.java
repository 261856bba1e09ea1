package dev.muster.common.config;

import module java.base;

/**
 * Addresses of databases, as JDBC takes them. A driver's parameters load classes and write files, so only a few are
 * taken.
 */
public final class JdbcUrl {

    private static final String POSTGRESQL = "jdbc:postgresql:";
    private static final Set<String> TAKEN = new TreeSet<>(Set.of("sslmode", "sslrootcert", "channelBinding",
            "gssEncMode", "currentSchema", "targetServerType", "connectTimeout", "user", "password"));

    private JdbcUrl() {}

    /** Returns what is wrong with an address, as a sentence; empty when nothing is. */
    public static Optional<String> trouble(String url) {
        if (!url.startsWith(POSTGRESQL)) {
            return Optional
                    .of("'" + url + "' is not a valid URL of a PostgreSQL database; write jdbc:postgresql://HOST/NAME");
        }
        var port = UrlPort.trouble(url);
        if (port.isPresent()) {
            return port.map(sentence -> "'" + url + "': " + sentence);
        }
        int query = url.indexOf('?');
        return query < 0 ? Optional.empty() : Stream.of(url.substring(query + 1).split("&", -1))
                .map(each -> each.split("=", 2)[0])
                .filter(name -> !name.isEmpty() && !TAKEN.contains(name)).findFirst()
                .map(name -> "'" + name + "' is not a parameter that a suite's database may have; those are "
                        + String.join(", ", TAKEN));
    }
}
