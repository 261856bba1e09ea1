package dev.muster.coordinator.store;

import module java.base;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A connection that may hold the lock; closing it frees the lock. */
public interface FleetSession extends AutoCloseable {

    /** Whether it answers, within some seconds. */
    boolean answers() throws SQLException;

    boolean tryLock() throws SQLException;

    FleetLock.Begun begin(String holder) throws SQLException;

    /** Null when the fleet has none. */
    @Nullable
    Long epoch() throws SQLException;

    /** Returns how many batches the fleet's leaders have stored; less than they know after a failover that lost some. */
    long settled() throws SQLException;

    /** Releases the lock, if PostgreSQL answers, and closes. */
    void unlock();

    @Override
    void close();
}
