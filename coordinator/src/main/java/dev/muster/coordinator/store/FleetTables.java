package dev.muster.coordinator.store;

import module java.base;
import dev.muster.coordinator.run.Deed;
import java.sql.Connection;
import java.sql.SQLException;

/** The {@code workers}, {@code workers_read}, {@code results_read} and {@code set_aside} tables. */
record FleetTables(String fleet, long epoch) {

    private static final String READ_TO = """
            INSERT INTO results_read (fleet, topic_partition, next_offset)
            SELECT @fleet, topic_partition, next_offset FROM unnest(@partitions::int[], @offsets::bigint[]) AS g(topic_partition, next_offset)
            ON CONFLICT (fleet, topic_partition) DO UPDATE SET next_offset = excluded.next_offset
            """;

    void joined(Connection connection, Settlement.Joined worker) throws SQLException {
        Database.update(connection, """
                INSERT INTO workers (incarnation, fleet, epoch, worker, pid, slots, state)
                VALUES (@incarnation, @fleet, @epoch, @worker, @pid, @slots, 'joined') ON CONFLICT DO NOTHING
                """, "fleet", fleet, "epoch", epoch, worker);
    }

    void left(Connection connection, String incarnation) throws SQLException {
        end(connection, incarnation, "left");
    }

    void fence(Connection connection, Settlement.Fence fence) throws SQLException {
        end(connection, fence.incarnation(), "fenced");
        AttemptTable.addLost(connection, fence.lost());
    }

    void suspicious(Connection connection, String worker, String what) throws SQLException {
        AuditTable.add(connection, fleet, new Deed(Instant.EPOCH, worker, "worker", "-", "suspicious", what));
    }

    void stray(Connection connection, Settlement.Stray stray) throws SQLException {
        if (Database.list(connection, "SELECT 1 FROM runs WHERE run_id = @run", row -> row.getInt(1),
                stray.attempt().ref()).isEmpty()) {
            setAside(connection, stray.aside());
        } else {
            AttemptTable.add(connection, stray.attempt());
        }
    }

    void setAside(Connection connection, Settlement.Aside aside) throws SQLException {
        Database.update(connection, """
                INSERT INTO set_aside (fleet, topic, topic_partition, topic_offset, record_key, reason, payload)
                VALUES (@fleet, @topic, @partition, @offset, @key, @reason, @payload)
                """, "fleet", fleet, "key", aside.key().replace("\0", "\uFFFD"),
                "reason", aside.reason().replace("\0", "\uFFFD"), aside);
    }

    /** Records that everything before these offsets of {@code results} was processed. */
    void readTo(Connection connection, Map<Integer, Long> offsets) throws SQLException {
        Database.update(connection, READ_TO, "fleet", fleet, "partitions", offsets.keySet().toArray(Integer[]::new),
                "offsets", offsets.values().toArray(Long[]::new));
    }

    /** Records that everything before this offset of {@code workers} was read. */
    void readUpTo(Connection connection, long offset) throws SQLException {
        Database.update(connection, """
                INSERT INTO workers_read (fleet, next_offset) VALUES (@fleet, @offset)
                ON CONFLICT (fleet) DO UPDATE SET next_offset = excluded.next_offset
                """, "fleet", fleet, "offset", offset);
    }

    /** Stores a worker's end under this epoch: as long as it leads, control may contain the worker's lease. */
    private void end(Connection connection, String incarnation, String state) throws SQLException {
        Database.update(connection, """
                UPDATE workers SET state = @state, left_at = now(), epoch = @epoch WHERE incarnation = @incarnation
                """, "state", state, "epoch", epoch, "incarnation", incarnation);
    }
}
