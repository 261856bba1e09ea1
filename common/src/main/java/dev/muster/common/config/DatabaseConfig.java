package dev.muster.common.config;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * A database that shows what an agent did. Values may contain {@code ${ENV.NAME}}, resolved on the worker. {@link
 * #toString} leaves the password out.
 *
 * @param url the JDBC URL, {@code jdbc:postgresql://…}
 */
public record DatabaseConfig(String url, @Nullable String user, @Nullable String password) {

    @Override
    public String toString() {
        return "DatabaseConfig[" + url + "]";
    }
}
