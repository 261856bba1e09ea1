package dev.muster.coordinator.store;

import module java.base;
import java.sql.ResultSet;
import java.sql.SQLException;

@FunctionalInterface
public interface RowMapper<T> {
    T of(ResultSet row) throws SQLException;
}
