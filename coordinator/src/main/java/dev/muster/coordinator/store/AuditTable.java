package dev.muster.coordinator.store;

import module java.base;
import dev.muster.coordinator.run.Deed;
import java.sql.Connection;
import java.sql.SQLException;

/** The {@code audit} table, for one fleet: rows are added, never changed. */
public record AuditTable(Database database, Writes writes, String fleet) {

    public void add(Deed deed) {
        writes.write(connection -> {
            add(connection, fleet, deed);
            return null;
        });
    }

    static void add(Connection connection, String fleet, Deed deed) throws SQLException {
        Database.update(connection, """
                INSERT INTO audit (fleet, who, role, address, deed, subject)
                VALUES (@fleet, @who, @role, @address, @deed, @subject)
                """, "fleet", fleet, deed);
    }

    /** Newest first. */
    public List<Deed> newest(int atMost) {
        return database.list("""
                SELECT at, who, role, address, deed, subject FROM audit WHERE fleet = @fleet ORDER BY id DESC LIMIT @atMost
                """, row -> new Deed(row.getTimestamp(1).toInstant(), row.getString(2), row.getString(3),
                row.getString(4), row.getString(5), row.getString(6)), "fleet", fleet, "atMost", atMost);
    }
}
