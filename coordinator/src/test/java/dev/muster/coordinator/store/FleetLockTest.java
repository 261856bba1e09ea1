package dev.muster.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import module java.base;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Tests whether a coordinator leads when its connection breaks and others want to lead, too. */
final class FleetLockTest {

    private final Server server = new Server();

    @Test
    void oneLeadsAndTheNextOneHasTheNextEpoch() throws SQLException {
        assertThat(take().epoch()).isEqualTo(1);
        assertThat(FleetLock.tryTake(server::open, "f", "second")).isEmpty();
        assertThat(server.sessions.getLast().open).isFalse();

        server.sessions.getFirst().open = false;
        assertThat(take().epoch()).isEqualTo(2);
    }

    @Test
    void aLockWhoseConnectionHoldsIsConfirmed() throws SQLException {
        var lock = take();

        assertThat(lock.renew()).isTrue();
        assertThat(server.sessions).hasSize(1);
    }

    @Test
    void aLockWhoseConnectionBrokeIsTakenAgain() throws SQLException {
        var lock = take();
        server.sessions.getFirst().open = false;

        assertThat(lock.renew()).isTrue();
        assertThat(lock.epoch()).isOne();
        assertThat(server.holder).isSameAs(server.sessions.getLast());
    }

    @Test
    void aLockThatTheServerStillGivesToTheBrokenConnectionIsNotConfirmed() throws SQLException {
        var lock = take();
        server.sessions.getFirst().silent = true;

        assertThat(lock.renew()).isFalse();
        assertThat(server.sessions.getLast().open).isFalse();
        server.sessions.getFirst().open = false;
        assertThat(lock.renew()).isTrue();
    }

    @Test
    void withoutADatabaseNothingIsConfirmed() throws SQLException {
        var lock = take();
        server.sessions.getFirst().open = false;
        server.away = true;

        assertThat(lock.renew()).isFalse();
        server.away = false;
        assertThat(lock.renew()).isTrue();
    }

    @Test
    void whoLedMeanwhileIsNoticedAlsoWhenItIsGone() throws SQLException {
        var lock = take();
        server.sessions.getFirst().open = false;
        var next = take();
        next.close();

        assertThatExceptionOfType(LostLeadership.class).isThrownBy(lock::renew);
    }

    @Test
    void aDatabaseThatLacksWhatWasStoredEndsTheLeadershipAlsoWhenNothingIsWritten() throws SQLException {
        var lock = take();
        lock.settled(7);
        server.sessions.getFirst().open = false;
        server.settled = 6;

        assertThatExceptionOfType(LostLeadership.class).isThrownBy(lock::renew)
                .withMessageContaining("doesn't have what this coordinator stored");
    }

    private FleetLock take() throws SQLException {
        return FleetLock.tryTake(server::open, "f", "first").orElseThrow();
    }

    /** A server with one lock and one epoch. */
    private static final class Server {

        private final List<Connection> sessions = new ArrayList<>();
        private Connection holder;
        private long epoch;
        private long settled = 5;
        private boolean away;

        Server() {
            holder = new Connection(this);
            holder.open = false;
        }

        Connection open() throws SQLException {
            if (away) {
                throw new SQLException("away");
            }
            sessions.add(new Connection(this));
            return sessions.getLast();
        }
    }

    private static final class Connection implements FleetSession {

        private final Server server;
        private boolean open = true;
        private boolean silent;

        Connection(Server server) {
            this.server = server;
        }

        @Override
        public boolean answers() {
            return open && !silent;
        }

        @Override
        public boolean tryLock() {
            server.holder = server.holder.open ? server.holder : this;
            return server.holder == this;
        }

        @Override
        public FleetLock.Begun begin(String holder) {
            return new FleetLock.Begun(++server.epoch, new byte[32], server.settled);
        }

        @Override
        public Long epoch() {
            return server.epoch;
        }

        @Override
        public long settled() {
            return server.settled;
        }

        @Override
        public void unlock() {
            close();
        }

        /** The server does not notice that a silent session closes. */
        @Override
        public void close() {
            open &= silent;
        }
    }
}
