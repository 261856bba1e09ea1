package dev.muster.common.config;

import org.jspecify.annotations.Nullable;

/**
 * A database that shows what an agent did. Values may contain {@code ${ENV.NAME}}, resolved on the worker. {@link
 * #toString} leaves the password out.
 *
 * @param url the JDBC URL, {@code jdbc:postgresql://…}
 * @param user null when the URL contains it
 * @param password null when there is none
 */
public record DatabaseConfig(String url, @Nullable String user, @Nullable String password) {

    @Override
    public String toString() {
        return "DatabaseConfig[" + url + "]";
    }
}
