package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.run.Stopping;
import dev.muster.coordinator.store.FleetLock;
import dev.muster.coordinator.store.FleetStore;
import dev.muster.coordinator.store.OpenRun;
import dev.muster.coordinator.store.StoreException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A coordinator process of a simulated world: stands by until the leadership is free, then leads with all of the real
 * threads, until another one does.
 */
final class SimLeader extends SimProcess {

    static final String FLEET = "sim";
    private static final LeaderSettings SETTINGS = new LeaderSettings(Duration.ofSeconds(10), Duration.ofMillis(500),
            Duration.ofSeconds(5), 20_000);
    private static final Duration AGAIN = Duration.ofSeconds(1);

    private final SimBroker broker;
    private final SimDatabase database;
    private final Set<String> inherited = new HashSet<>();
    private final List<Consumer<Leader>> onceLeading = new ArrayList<>();
    private @Nullable Leader leader;
    private long epoch;
    private long leadsSince;
    private final CountDownLatch ending = new CountDownLatch(1);
    private boolean closed;
    private Executor stopwatch = Runnable::run;

    SimLeader(SimTime time, SimBroker broker, SimStore store, SplittableRandom random) {
        super(time, random.split());
        this.broker = broker;
        this.database = new SimDatabase(this, store, random.split());
        watch().start();
        threads().daemon("main", this::live).start();
    }

    private void live() {
        try {
            var started = takeTheLead();
            leadsSince = time().nanos();
            leader = started;
            onceLeading.forEach(each -> each.accept(started));
            while (!started.lost() && ending.getCount() > 0) {
                threads().await(ending, AGAIN);
            }
            if (ending.getCount() == 0) {
                closed = true;
                started.close();
            }
            die();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (StoreException e) {
            // as a process that can't begin: who started it starts another one
            die();
        }
    }

    private Leader takeTheLead() throws InterruptedException {
        while (true) {
            try {
                var lock = FleetLock.tryTake(database, FLEET, "sim");
                if (lock.isPresent()) {
                    epoch = lock.get().epoch();
                    var left = database.inheritance();
                    left.runs().stream().map(OpenRun::id).forEach(inherited::add);
                    return Leader.start(broker.channelOf(this), new FleetStore(lock.get(),
                            database.books(lock.get()), database, left), SETTINGS, time().steady(), watch(),
                            kept -> {});
                }
            } catch (SQLException e) {
                // it is asked again
            }
            threads().pause(AGAIN);
        }
    }

    /** Asks it to end in order. */
    void end() {
        after(1, ending::countDown);
    }

    void open(String run, int total, RunSettings settings) {
        onceLeading(leads -> {
            if (!inherited.contains(run)) {
                leads.open(run, total, settings);
            }
        });
    }

    void stop(String run, Duration grace) {
        onceLeading(leads -> {
            var _ = leads.stop(run, Stopping.cancelled("enough", grace));
        });
    }

    private void onceLeading(Consumer<Leader> what) {
        after(1, () -> {
            if (leader == null) {
                onceLeading.add(what);
            } else {
                what.accept(leader);
            }
        });
    }

    /** From now on runs all its work through that executor. */
    void measureWith(Executor watch) {
        stopwatch = watch;
    }

    @Override
    void perform(Runnable what) {
        stopwatch.execute(what);
    }

    @Override
    boolean othersCould() {
        return database.answersAnew();
    }

    /** Returns the epoch in which it leads, or led; 0 before. */
    long epoch() {
        return leader == null ? 0 : epoch;
    }

    /** Whether it has led for that long without being frozen. */
    boolean leadsFor(Duration length) {
        long from = time().nanos() - length.toNanos();
        return alive() && leader != null && !leader.lost() && !closed && leadsSince < from
                && frozenWithin(from, time().nanos()) <= 0;
    }

    /** Returns what its {@code /ready} says. */
    boolean ready() {
        return keepsBooks() && leader != null && !leader.lost() && leader.reachesBroker()
                && watch().stalled().isEmpty();
    }

    boolean keepsBooks() {
        return leader != null && leader.keepsBooks();
    }

    /** Returns how long a decision has waited for an answer. */
    Duration unanswered() {
        return database.unanswered();
    }

    /** Whether it knows the state of each case. */
    boolean tookOver() {
        return leader != null && leader.tookOver();
    }

    /**
     * Whether a worker has more cases than slots, which must never be. After a takeover it may have more, by those
     * whose report arrived and was never acknowledged.
     */
    boolean overfull() {
        return leader != null && leader.members().anyMatch(member -> member.assigned().keySet().stream()
                .filter(dispatch -> dispatch.epoch() == epoch).count() > member.hello.slots());
    }

    /** Whether two members share an inbox: when one leaves, the other's is given away. */
    boolean sharesInboxes() {
        return leader != null
                && leader.members().map(member -> member.inbox).distinct().count() < leader.members().count();
    }

    /** Whether it leads and has taken over, and still counts that incarnation among its workers. */
    boolean stillHas(Predicate<String> incarnation) {
        return alive() && tookOver() && leader != null
                && leader.members().anyMatch(member -> incarnation.test(member.incarnation()));
    }

    String standing() {
        return leader == null ? "stands by"
                : (tookOver() ? "leads" : "takes over") + (ready() ? "" : ", not ready") + watch().stalled() + ": "
                        + leader.members().map(member -> member.incarnation() + " " + member.state() + " with "
                                + member.assigned()).toList();
    }
}
