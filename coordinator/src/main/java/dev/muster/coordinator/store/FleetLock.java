package dev.muster.coordinator.store;

import module java.base;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The lock of the one coordinator that leads a fleet, on a connection of its own, and the epoch in which it leads. */
public final class FleetLock implements AutoCloseable {

    /** A connection that may hold the lock; closing it frees the lock. */
    public interface Session extends AutoCloseable {

        /** Whether it answers, within some seconds. */
        boolean answers() throws SQLException;

        boolean tryLock() throws SQLException;

        /** Begins a new epoch, which is greater than the newest one that the fleet's topics have seen. */
        long begin(String holder, long seen) throws SQLException;

        /** Null when the fleet has none. */
        @Nullable
        Long epoch() throws SQLException;

        /** Releases the lock, if PostgreSQL answers, and closes. */
        void unlock();

        @Override
        void close();
    }

    @FunctionalInterface
    public interface Sessions {
        Session open() throws SQLException;
    }

    private final Sessions sessions;
    private final String fleet;
    private final long epoch;
    private Session session;

    private FleetLock(Sessions sessions, Session session, String fleet, long epoch) {
        this.sessions = sessions;
        this.session = session;
        this.fleet = fleet;
        this.epoch = epoch;
    }

    /** Takes the lock if it is free; the new epoch is greater than the newest one that the topics have seen. */
    public static Optional<FleetLock> tryTake(Sessions sessions, String fleet, String holder, long seen)
            throws SQLException {
        var session = sessions.open();
        boolean taken = false;
        try {
            if (!session.tryLock()) {
                return Optional.empty();
            }
            long epoch = session.begin(holder, seen);
            taken = true;
            return Optional.of(new FleetLock(sessions, session, fleet, epoch));
        } finally {
            if (!taken) {
                session.close();
            }
        }
    }

    /**
     * Checks that the lock is still held, and takes it again when its connection broke and nobody else led meanwhile.
     * PostgreSQL may take some seconds to notice the broken connection.
     *
     * @return false while it can't be confirmed
     * @throws LostLeadership when another coordinator leads, or led meanwhile
     */
    public synchronized boolean renew() {
        try {
            return session.answers() || takeAgain();
        } catch (SQLException e) {
            return false;
        }
    }

    private boolean takeAgain() throws SQLException {
        session.close();
        session = sessions.open();
        boolean taken = session.tryLock();
        check(session.epoch());
        if (!taken) {
            session.close();
        }
        return taken;
    }

    /** @throws LostLeadership when that is not this leader's epoch */
    void check(@Nullable Long found) {
        if (found == null || found != epoch) {
            throw new LostLeadership(fleet, epoch);
        }
    }

    public String fleet() {
        return fleet;
    }

    public long epoch() {
        return epoch;
    }

    @Override
    public synchronized void close() {
        session.unlock();
    }
}
