package dev.muster.coordinator.store;

import module java.base;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Receives the rows of a query one by one. */
@FunctionalInterface
public interface RowTaker {
    void take(ResultSet row) throws SQLException;
}
