package dev.muster.coordinator.store;

import java.sql.Connection;
import java.sql.SQLException;

/** The {@code workers} and {@code set_aside} tables. */
final class FleetTables {

    private final String fleet;
    private final long epoch;

    FleetTables(String fleet, long epoch) {
        this.fleet = fleet;
        this.epoch = epoch;
    }

    void joined(Connection connection, Settlement.Joined worker) throws SQLException {
        Database.update(connection, """
                INSERT INTO workers (incarnation, fleet, epoch, worker, pid, slots, state)
                VALUES (?, ?, ?, ?, ?, ?, 'joined') ON CONFLICT DO NOTHING
                """, worker.incarnation(), fleet, epoch, worker.worker(), worker.pid(), worker.slots());
    }

    void left(Connection connection, String incarnation) throws SQLException {
        end(connection, incarnation, "left");
    }

    void fence(Connection connection, Settlement.Fence fence) throws SQLException {
        end(connection, fence.incarnation(), "fenced");
        for (var attempt : fence.lost()) {
            AttemptTable.add(connection, attempt);
        }
    }

    void stray(Connection connection, Settlement.Stray stray) throws SQLException {
        try (var statement = connection.prepareStatement("SELECT 1 FROM runs WHERE run_id = ?")) {
            Database.bind(statement, stray.attempt().ref().run());
            if (Database.rows(statement, row -> row.getInt(1)).isEmpty()) {
                setAside(connection, stray.aside());
            } else {
                AttemptTable.add(connection, stray.attempt());
            }
        }
    }

    void setAside(Connection connection, Settlement.Aside aside) throws SQLException {
        Database.update(connection, """
                INSERT INTO set_aside (fleet, topic, topic_partition, topic_offset, record_key, reason, payload)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """, fleet, aside.topic(), aside.partition(), aside.offset(), aside.key().replace("\0", "\uFFFD"),
                aside.reason().replace("\0", "\uFFFD"), aside.payload());
    }

    private static void end(Connection connection, String incarnation, String state) throws SQLException {
        Database.update(connection, "UPDATE workers SET state = ?, left_at = now() WHERE incarnation = ?", state,
                incarnation);
    }
}
