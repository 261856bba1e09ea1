package dev.muster.coordinator.store;

import module java.base;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The lock of the one coordinator that leads a fleet, on a connection of its own, and the epoch in which it leads. */
public final class FleetLock implements AutoCloseable {

    /**
     * The beginning of a leadership.
     *
     * @param ticketSecret the same in all epochs of the fleet
     * @param settled number of batches that the leaders of the fleet stored before
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Begun(long epoch, byte[] ticketSecret, long settled) {}

    private final FleetSessions sessions;
    private final String fleet;
    private final Begun begun;
    private final AtomicLong settled;
    private volatile FleetSession session;

    private FleetLock(FleetSessions sessions, FleetSession session, String fleet, Begun begun) {
        this.sessions = sessions;
        this.session = session;
        this.fleet = fleet;
        this.begun = begun;
        this.settled = new AtomicLong(begun.settled());
    }

    /** Takes the lock if it is free, and begins a new epoch. */
    public static Optional<FleetLock> tryTake(FleetSessions sessions, String fleet, String holder) throws SQLException {
        var session = sessions.open();
        boolean taken = false;
        try {
            if (!session.tryLock()) {
                return Optional.empty();
            }
            var begun = session.begin(holder);
            taken = true;
            return Optional.of(new FleetLock(sessions, session, fleet, begun));
        } finally {
            if (!taken) {
                session.close();
            }
        }
    }

    /**
     * Checks that the lock is still held, and takes it again when its connection broke and no other process led meanwhile.
     * PostgreSQL may take some seconds to notice the broken connection.
     *
     * @return false while it can't be confirmed
     * @throws LostLeadership when another coordinator leads, or led meanwhile, or when the database lacks what was stored
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
        if (session.settled() < settled()) {
            throw LostLeadership.behind(fleet);
        }
        if (!taken) {
            session.close();
        }
        return taken;
    }

    /** @throws LostLeadership when that is not this leader's epoch */
    void check(@Nullable Long found) {
        if (found == null || found != epoch()) {
            throw new LostLeadership(fleet, epoch());
        }
    }

    /** Notes that a batch is stored, and is the {@code seq}-th of the fleet. */
    public void settled(long seq) {
        settled.accumulateAndGet(seq, Math::max);
    }

    /** Returns the number of batches that the database confirmed. */
    public long settled() {
        return settled.get();
    }

    public String fleet() {
        return fleet;
    }

    public long epoch() {
        return begun.epoch();
    }

    public byte[] ticketSecret() {
        return begun.ticketSecret();
    }

    /**
     * Whether this leader's epoch is PostgreSQL's: any greater one that was found before was never given. False, too,
     * when PostgreSQL does not answer.
     */
    public boolean isNewest() {
        try {
            return Objects.equals(session.epoch(), epoch());
        } catch (SQLException e) {
            return false;
        }
    }

    @Override
    public synchronized void close() {
        session.unlock();
    }
}
