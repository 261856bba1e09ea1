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
    void oneLeadsAndItsEpochIsNewerThanAllThatWasSeen() throws SQLException {
        assertThat(take(7).epoch()).isEqualTo(8);
        assertThat(FleetLock.tryTake(server::open, "f", "second", 0)).isEmpty();
        assertThat(server.sessions.getLast().open).isFalse();

        server.sessions.getFirst().open = false;
        assertThat(take(0).epoch()).isEqualTo(9);
    }

    @Test
    void aLockWhoseConnectionHoldsIsConfirmed() throws SQLException {
        var lock = take(0);

        assertThat(lock.renew()).isTrue();
        assertThat(server.sessions).hasSize(1);
    }

    @Test
    void aLockWhoseConnectionBrokeIsTakenAgain() throws SQLException {
        var lock = take(0);
        server.sessions.getFirst().open = false;

        assertThat(lock.renew()).isTrue();
        assertThat(lock.epoch()).isOne();
        assertThat(server.holder).isSameAs(server.sessions.getLast());
    }

    @Test
    void aLockThatTheServerStillGivesToTheBrokenConnectionIsNotConfirmed() throws SQLException {
        var lock = take(0);
        server.sessions.getFirst().silent = true;

        assertThat(lock.renew()).isFalse();
        assertThat(server.sessions.getLast().open).isFalse();
        server.sessions.getFirst().open = false;
        assertThat(lock.renew()).isTrue();
    }

    @Test
    void withoutADatabaseNothingIsConfirmed() throws SQLException {
        var lock = take(0);
        server.sessions.getFirst().open = false;
        server.away = true;

        assertThat(lock.renew()).isFalse();
        server.away = false;
        assertThat(lock.renew()).isTrue();
    }

    @Test
    void whoLedMeanwhileIsNoticedAlsoWhenItIsGone() throws SQLException {
        var lock = take(0);
        server.sessions.getFirst().open = false;
        var next = take(0);
        next.close();

        assertThatExceptionOfType(LostLeadership.class).isThrownBy(lock::renew);
    }

    private FleetLock take(long seen) throws SQLException {
        return FleetLock.tryTake(server::open, "f", "first", seen).orElseThrow();
    }

    /** A server with one lock and one epoch. */
    private static final class Server {

        private final List<Connection> sessions = new ArrayList<>();
        private Connection holder;
        private long epoch;
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

    private static final class Connection implements FleetLock.Session {

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
        public long begin(String holder, long seen) {
            server.epoch = Math.max(server.epoch, seen) + 1;
            return server.epoch;
        }

        @Override
        public Long epoch() {
            return server.epoch;
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
