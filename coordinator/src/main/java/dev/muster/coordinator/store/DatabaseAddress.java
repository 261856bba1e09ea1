package dev.muster.coordinator.store;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * The address of PostgreSQL.
 *
 * @param url {@code jdbc:postgresql://…}
 * @param user null when the url contains it
 * @param password null when the url or the driver's environment contains it
 */
public record DatabaseAddress(String url, @Nullable String user, @Nullable String password) {

    /** Returns the address for messages, without possible secrets. */
    @Override
    public String toString() {
        int query = url.indexOf('?');
        return query < 0 ? url : url.substring(0, query);
    }
}
