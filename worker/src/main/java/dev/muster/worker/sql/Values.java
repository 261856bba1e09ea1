package dev.muster.worker.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import tools.jackson.databind.JsonNode;

/** Converts values of a reply to parameters of a statement; the column decides the type. */
final class Values {

    private Values() {}

    static void set(PreparedStatement statement, int place, JsonNode value) throws SQLException {
        if (value.isNull()) {
            statement.setNull(place, Types.OTHER);
        } else if (value.isBoolean()) {
            statement.setBoolean(place, value.booleanValue());
        } else {
            statement.setString(place, value.isString() ? value.stringValue() : value.toString());
        }
    }
}
