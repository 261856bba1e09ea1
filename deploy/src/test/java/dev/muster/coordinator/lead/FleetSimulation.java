package dev.muster.coordinator.lead;

import dev.muster.common.message.CaseRef;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.run.Cell;
import dev.muster.coordinator.run.Matrix;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A whole fleet in one thread and in its own time, from a seed: the real ledger, lead and worker logic, among deaths,
 * freezes, new leaders, delays, lost and doubled words. What comes of a seed is always the same.
 */
final class FleetSimulation {

    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final Duration PATIENCE = Duration.ofHours(1);

    private final SplittableRandom random;
    private final Fates fates;
    private final SimTime time = new SimTime();
    private final SimBroker broker;
    private final SimStore store = new SimStore();
    private final List<SimWorker> workers = new ArrayList<>();
    private final Map<CaseRef, Integer> called = new HashMap<>();
    private final List<String> diary = new ArrayList<>();
    private final SimLimits limits = new SimLimits();
    private final boolean lossless;
    private final int concurrency;
    private boolean opened;
    private int allowedTwice;
    private int infrastructure;
    private SimLeader leader;
    private int hired;

    /** @return what went wrong; nothing when all is as promised */
    static List<String> of(long seed, Fates fates) {
        return new FleetSimulation(seed, fates).run();
    }

    FleetSimulation(long seed, Fates fates) {
        this.random = new SplittableRandom(seed);
        this.fates = fates;
        this.lossless = random.nextBoolean();
        this.concurrency = random.nextInt(3) == 0 ? random.nextInt(1, 8) : 0;
        this.broker = new SimBroker(time, random.split(), lossless ? 0 : fates.lostAppends());
        this.leader = new SimLeader(time, broker, store, random.split());
    }

    /** What happened, for whoever looks for the fault of a seed. */
    List<String> diary() {
        return diary;
    }

    SimTime time() {
        return time;
    }

    List<String> run() {
        int number = random.nextInt(1, fates.workers() + 1);
        for (int n = 0; n < number; n++) {
            hire();
        }
        openRuns();
        int calamities = random.nextInt(fates.calamities() + 1);
        for (int n = 0; n < calamities; n++) {
            time.after(random.nextLong(60 * SECOND), this::calamity);
        }
        var faults = new ArrayList<String>();
        while (!over()) {
            if (!time.step() || time.elapsed().compareTo(PATIENCE) > 0) {
                faults.add("not over after " + time.elapsed() + ": " + standing());
                break;
            }
            if (leader.sharesInboxes()) {
                faults.add("two workers were given the same inbox at " + time.elapsed() + ": " + leader.standing());
                break;
            }
            if (leader.overfull()) {
                faults.add("more cases at a worker than it has slots: " + leader.standing()
                        + workers.stream().map(SimWorker::standing).toList() + " lossless " + lossless + " at "
                        + time.elapsed());
                break;
            }
        }
        faults.addAll(store.violations());
        faults.addAll(limits.violations());
        faults.addAll(tooOften());
        return faults;
    }

    private void openRuns() {
        int runs = random.nextInt(1, 4);
        for (int n = 0; n < runs; n++) {
            var id = "run" + n;
            var matrix = matrix();
            int each = matrix.cells().size() * matrix.repeat();
            int cases = random.nextInt(1, fates.cases() / runs / each + 2);
            var settings = Cases.settings(random.nextInt(4) == 0 ? random.nextInt(1, 8) : 0, 100, concurrency)
                    .in(matrix);
            time.after(random.nextLong(5 * SECOND), () -> {
                store.create(id, cases, settings);
                leader.open(id, cases * each, settings);
            });
            if (random.nextInt(6) == 0) {
                time.after(random.nextLong(5 * SECOND, 40 * SECOND), () -> {
                    tell(id + " is stopped");
                    leader.stop(id, Duration.ofMillis(random.nextLong(20_000)));
                });
            }
        }
        time.after(6 * SECOND, () -> opened = true);
    }

    /** Half of the runs have one cell, and run everything once. */
    private Matrix matrix() {
        if (random.nextBoolean()) {
            return Matrix.ONCE;
        }
        var cells = List.of(new Cell("mock", null), new Cell("other", null), new Cell("third", null));
        return new Matrix(cells.subList(0, random.nextInt(1, 4)), random.nextInt(1, 5), random.nextBoolean());
    }

    private boolean over() {
        return opened && store.runs().stream().allMatch(SimStore.StoredRun::over);
    }

    private String standing() {
        return store.runs().stream().filter(run -> !run.over()).map(run -> run.finished() + " finished").toList() + ", "
                + leader.standing() + ", "
                + workers.stream().filter(SimProcess::alive).map(SimWorker::standing).toList();
    }

    private void hire() {
        workers.add(new SimWorker(time, "w" + ++hired, random.nextInt(1, fates.slots() + 1), broker,
                this::call));
    }

    private SimWorker.Ending call(SimWorker worker, CaseOrder order) {
        called.merge(order.ref(), 1, Integer::sum);
        store.handedOut(order.ref(), order.dispatch());
        limits.begin(order, store.settings(order.ref().run()), allowedTwice == 0);
        var ending = ending();
        time.after(ending.nanos(), () -> limits.end(order));
        return ending;
    }

    private SimWorker.Ending ending() {
        long nanos = random.nextInt(20) == 0 ? random.nextLong(30 * SECOND) : random.nextLong(3 * SECOND);
        if (random.nextInt(25) == 0) {
            infrastructure++;
            return new SimWorker.Ending(nanos, Status.ERROR, Cause.INFRASTRUCTURE, true);
        }
        return random.nextInt(10) == 0 ? new SimWorker.Ending(nanos, Status.FAILED, Cause.ASSERTION, false)
                : new SimWorker.Ending(nanos, Status.PASSED, Cause.NONE, false);
    }

    private void calamity() {
        var worker = someWorker();
        switch (random.nextInt(9)) {
            case 0, 1 -> {
                if (worker != null) {
                    tell("a worker dies holding " + worker.held());
                    allowedTwice += worker.held();
                    worker.die();
                    time.after(random.nextLong(20 * SECOND), this::hire);
                }
            }
            case 2 -> {
                if (worker != null) {
                    long length = random.nextLong(30 * SECOND);
                    tell("a worker freezes holding " + worker.held() + " for " + Duration.ofNanos(length));
                    allowedTwice += worker.held() + 2 * fates.slots();
                    worker.freeze(length);
                }
            }
            case 3 -> {
                if (worker != null) {
                    tell("a worker drains holding " + worker.held());
                    // it may take some more before it looks whether it is to end
                    allowedTwice += worker.held() + fates.slots();
                    worker.drain();
                    time.after(random.nextLong(20 * SECOND), this::hire);
                }
            }
            case 4, 5 -> {
                tell("the leader dies");
                leader.die();
                time.after(random.nextLong(5 * SECOND), this::lead);
            }
            case 6 -> {
                tell("the leader freezes, and another one takes the lead");
                leader.freeze(random.nextLong(20 * SECOND));
                time.after(random.nextLong(5 * SECOND), this::lead);
            }
            case 7 -> {
                tell("the broker is away");
                broker.goAway(random.nextLong(30 * SECOND));
            }
            default -> {
                tell("the database is away");
                leader.books().goAway(random.nextLong(15 * SECOND));
            }
        }
    }

    private void lead() {
        tell("a new leader");
        leader = new SimLeader(time, broker, store, random.split());
    }

    private @Nullable SimWorker someWorker() {
        var living = workers.stream().filter(SimProcess::alive).toList();
        return living.isEmpty() ? null : living.get(random.nextInt(living.size()));
    }

    /** A case is called twice only for a reason. */
    private List<String> tooOften() {
        int twice = called.values().stream().mapToInt(count -> count - 1).sum() - infrastructure;
        return twice <= allowedTwice || !lossless ? List.of()
                : List.of(twice + " calls more than cases, " + allowedTwice + " allowed");
    }

    private void tell(String what) {
        diary.add(time.elapsed() + " " + what);
    }
}
