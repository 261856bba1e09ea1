package dev.muster.coordinator.store;

import module java.base;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

@FunctionalInterface
public interface DatabaseWork<T extends @Nullable Object> {
    T with(Connection connection) throws SQLException;
}
