package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.coordinator.run.NumberedCase;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.store.BookStore;
import dev.muster.coordinator.store.FleetLock;
import dev.muster.coordinator.store.FleetSession;
import dev.muster.coordinator.store.FleetSessions;
import dev.muster.coordinator.store.Inheritance;
import dev.muster.coordinator.store.LostLeadership;
import dev.muster.coordinator.store.Portion;
import dev.muster.coordinator.store.Settlement;
import dev.muster.coordinator.store.StoreException;
import dev.muster.coordinator.store.StoredCases;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * One process's access to a simulated world's database: connections that may be refused, or swallow what is sent, with
 * the real ones' timeouts.
 */
final class SimDatabase implements FleetSessions, StoredCases {

    /** What may be wrong with the database or its network; the worst first. */
    enum Trouble {
        /** Nothing listens; there are no sessions any more. */
        AWAY,
        /** Everything sent is swallowed. */
        SILENT,
        /** Requests arrive and are executed, but no answer comes back. */
        NO_ANSWERS,
        /** What is sent on the connections that write decisions is swallowed. */
        SILENT_WRITES
    }

    private static final long MS = 1_000_000;
    private static final Duration LOOK = Duration.ofSeconds(5);
    private static final Duration SILENCE = Duration.ofSeconds(30);

    private final SimProcess process;
    private final SimStore store;
    private final SplittableRandom random;
    private long unansweredSince = Long.MAX_VALUE;

    SimDatabase(SimProcess process, SimStore store, SplittableRandom random) {
        this.process = process;
        this.store = store;
        this.random = random;
    }

    /** Returns how long a write of this process has waited for an answer. */
    Duration unanswered() {
        return Duration.ofNanos(Math.max(0, process.time().nanos() - unansweredSince));
    }

    boolean answersAnew() {
        var trouble = store.troubleOf(process);
        return trouble == null || trouble == Trouble.SILENT_WRITES;
    }

    /** Returns what a new leader finds. */
    Inheritance inheritance() {
        return read(store::inheritance);
    }

    BookStore books(FleetLock lock) {
        return new Books(lock);
    }

    @Override
    public FleetSession open() throws SQLException {
        pause(random.nextLong(1, 6) * MS);
        switch (store.troubleOf(process)) {
            case AWAY -> throw new SQLException("connection refused");
            case SILENT, NO_ANSWERS -> {
                pause(LOOK.toNanos());
                throw new SQLException("no connection in time");
            }
            case SILENT_WRITES -> {
                // this is another connection
            }
            case null -> {
                // all is well
            }
        }
        return new Session();
    }

    @Override
    public List<NumberedCase> first(String run) {
        return List.of();
    }

    @Override
    public List<NumberedCase> page(String run, int from, int atMost) {
        return read(() -> store.page(run, from, SimStore.PAGE, false));
    }

    @Override
    public List<NumberedCase> rest(String run, int from, int atMost) {
        return read(() -> store.page(run, from, SimStore.PAGE, true));
    }

    @Override
    public List<NumberedCase> unfinished(String run, Collection<Integer> numbers) {
        return read(() -> store.unfinished(run, numbers));
    }

    private <T> T read(Supplier<T> question) {
        pause(random.nextLong(1, 10) * MS);
        switch (store.troubleOf(process)) {
            case AWAY -> throw new StoreException("connection refused");
            case SILENT, NO_ANSWERS -> {
                pause(SILENCE.toNanos());
                throw new StoreException("no answer");
            }
            case SILENT_WRITES -> {
                // this is another connection
            }
            case null -> {
                // all is well
            }
        }
        if (random.nextInt(50) == 0) {
            throw new StoreException("an unlucky question");
        }
        return question.get();
    }

    private void pause(long nanos) {
        try {
            process.threads().pause(Duration.ofNanos(nanos));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException("interrupted");
        }
    }

    /** A separate connection for the lock. The server ends it after ten seconds of silence. */
    final class Session implements FleetSession {

        private static final long IDLE = 10_000 * MS;

        private boolean ended;
        private long heard = process.time().nanos();

        private Session() {
            store.connected(this);
        }

        /** As the server sees it. */
        boolean ended() {
            return ended || !process.alive() || process.time().nanos() - heard > IDLE;
        }

        boolean isOf(@Nullable SimProcess whose) {
            return whose == null || whose.equals(process);
        }

        void end() {
            ended = true;
        }

        @Override
        public boolean answers() {
            try {
                return say(LOOK, () -> true);
            } catch (SQLException e) {
                return false;
            }
        }

        @Override
        public boolean tryLock() throws SQLException {
            return say(SILENCE.dividedBy(2), () -> store.lock(this));
        }

        @Override
        public FleetLock.Begun begin(String holder) throws SQLException {
            long settled = say(SILENCE.dividedBy(2), store::seq);
            return new FleetLock.Begun(say(SILENCE.dividedBy(2), store::nextEpoch), new byte[32], settled);
        }

        @Override
        public long settled() throws SQLException {
            return say(SILENCE.dividedBy(2), store::seq);
        }

        @Override
        public Long epoch() throws SQLException {
            return say(SILENCE.dividedBy(2), store::epoch);
        }

        @Override
        public void unlock() {
            close();
        }

        @Override
        public void close() {
            var trouble = store.troubleOf(process);
            ended |= trouble != Trouble.SILENT;
        }

        private <T> T say(Duration atMost, Supplier<T> statement) throws SQLException {
            pause(random.nextLong(1, 5) * MS);
            var trouble = store.troubleOf(process);
            if (trouble == Trouble.SILENT) {
                pause(atMost.toNanos());
                throw new SQLException("no answer");
            } else if (trouble == Trouble.AWAY || ended()) {
                ended = true;
                throw new SQLException("the connection is closed");
            }
            heard = process.time().nanos();
            var answer = statement.get();
            if (trouble == Trouble.NO_ANSWERS) {
                pause(atMost.toNanos());
                throw new SQLException("no answer");
            }
            return answer;
        }
    }

    /** The tables of a leader's decisions. */
    private final class Books implements BookStore {

        private final FleetLock lock;

        Books(FleetLock lock) {
            this.lock = lock;
        }

        @Override
        public void write(List<Settlement> batch) {
            pause(random.nextLong(1, 40) * MS);
            var trouble = store.troubleOf(process);
            if (trouble == null) {
                if (batch.stream().anyMatch(each -> each instanceof Settlement.RunOver over
                        && over.state() != RunState.FINISHED)) {
                    pause(random.nextLong(5_000) * MS);
                }
                commit(batch);
                return;
            } else if (trouble == Trouble.AWAY) {
                throw new StoreException("connection refused");
            } else if (trouble == Trouble.NO_ANSWERS) {
                var some = List.copyOf(batch);
                process.time().after(random.nextLong(25_000) * MS, () -> commitUnheard(some));
            }
            unansweredSince = process.time().nanos();
            try {
                pause(SILENCE.toNanos());
            } finally {
                unansweredSince = Long.MAX_VALUE;
            }
            throw new StoreException("no answer");
        }

        /** Other decisions come between its portions, or this leader's end. */
        @Override
        public Optional<Portion> writePortion(Settlement.InPortions settlement, Portion portion) {
            boolean more = random.nextInt(3) > 0;
            write(more ? List.of() : List.of(settlement));
            return more ? Optional.of(portion.at(portion.from() + 1, 0)) : Optional.empty();
        }

        private void commit(List<Settlement> batch) {
            if (!store.leads(lock.epoch())) {
                throw new LostLeadership(lock.fleet(), lock.epoch());
            }
            if (store.seq() < lock.settled()) {
                throw LostLeadership.behind(lock.fleet());
            }
            store.write(batch);
            lock.settled(store.seq());
        }

        /** Commits, but no answer comes back. */
        private void commitUnheard(List<Settlement> batch) {
            if (store.leads(lock.epoch()) && store.seq() >= lock.settled() && !store.refuses(batch)) {
                store.write(batch);
            }
        }

        @Override
        public void close() {
            // nothing is open
        }
    }
}
