package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.channel.Topic;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.run.Cell;
import dev.muster.coordinator.run.Matrix;
import dev.muster.coordinator.store.Settlement;
import org.jspecify.annotations.Nullable;

/**
 * Simulates a whole fleet in one thread and in simulated time, from a seed: the real ledger, scheduler and workers,
 * among deaths, freezes, half-dead connections, errors, new leaders, clock changes, delays, lost and duplicated
 * messages. The same seed always gives the same result.
 */
final class FleetSimulation {

    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final long CUT_OFF = 20 * SECOND;
    private static final long FORGOTTEN = 40 * SECOND;
    private static final long RECOVERED = 60 * SECOND;
    /** How long a coordinator may take to notice that it can't work. */
    private static final long SEEN = 15 * SECOND;
    /** How long a database client waits for an answer that never comes. */
    private static final long UNHEARD = 30 * SECOND;
    private static final List<SimDatabase.Trouble> TROUBLES = List.of(SimDatabase.Trouble.values());
    private static final Duration PATIENCE = Duration.ofHours(1);

    private final SplittableRandom random;
    private final Fates fates;
    private final SimTime time = new SimTime();
    private final SimBroker broker;
    private final SimStore store;
    private final List<SimWorker> workers = new ArrayList<>();
    private final SimOracle oracle = new SimOracle(time);
    private final List<String> diary = new ArrayList<>();
    private final int concurrency;
    private boolean opened;
    private long calmSince;
    private long looked;
    private final List<SimLeader> coordinators = new ArrayList<>();
    private boolean leaderless;
    private int hired;

    /** @return what went wrong; empty when every promise was kept */
    static List<String> of(long seed, Fates fates) {
        return new FleetSimulation(seed, fates).run();
    }

    FleetSimulation(long seed, Fates fates) {
        this.random = new SplittableRandom(seed);
        this.fates = fates;
        this.concurrency = random.nextInt(3) == 0 ? random.nextInt(1, 8) : 0;
        this.broker = new SimBroker(time, random.split(), random.nextBoolean() ? 0 : fates.lostAppends());
        this.store = new SimStore(time, random.split());
        broker.onLanding(oracle::landed);
        store.onWrite(oracle::stored);
        lead();
    }

    /** Returns what happened, for debugging a seed. */
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
            var leader = leading();
            if (leader != null && leader.sharesInboxes()) {
                faults.add("two workers were given the same inbox at " + time.elapsed() + ": " + leader.standing());
                break;
            }
            if (leader != null && leader.overfull()) {
                faults.add("more cases at a worker than it has slots: " + leader.standing()
                        + workers.stream().map(SimWorker::standing).toList() + " at " + time.elapsed());
                break;
            }
            if (!oracle.violations().isEmpty()) {
                break;
            }
            if (time.nanos() - looked < SECOND) {
                continue;
            }
            looked = time.nanos();
            if (looked - calmSince > CUT_OFF) {
                oracle.cutOff();
            }
            look(leader, faults);
            if (!faults.isEmpty()) {
                break;
            }
        }
        faults.addAll(store.violations());
        faults.addAll(oracle.violations());
        return faults;
    }

    /** Checks the world once a second. */
    private void look(@Nullable SimLeader leader, List<String> faults) {
        if (leader != null && remembersTheDead(leader)) {
            faults.add("a worker that died is among the workers long after: " + leader.standing() + " at "
                    + time.elapsed());
        }
        if (looked - calmSince > RECOVERED && (leader == null || !leader.ready() || !leader.tookOver())) {
            faults.add("nobody leads long after all else is well: " + standing() + " at " + time.elapsed());
        }
        coordinators.removeIf(each -> !each.alive());
        for (var each : coordinators) {
            if (each.leadsFor(Duration.ofNanos(SEEN)) && each.ready() && cantWork(each)) {
                faults.add("a coordinator that can't work says that it is ready: " + each.standing() + " at "
                        + time.elapsed());
            }
            if (each.leadsFor(Duration.ofNanos(SEEN)) && each.keepsBooks() && store.unreachableFor(each, SEEN)) {
                faults.add("a coordinator without a database keeps books at " + time.elapsed());
            }
        }
        if (coordinators.isEmpty() && !leaderless) {
            leaderless = true;
            time.after(random.nextLong(5 * SECOND), this::lead);
        }
    }

    private boolean cantWork(SimLeader leader) {
        return store.unreachableFor(leader, SEEN) || leader.unanswered().toNanos() > SEEN
                || leader.unacknowledged() > SEEN;
    }

    /** Returns the coordinator with the newest epoch, if it is alive. */
    private @Nullable SimLeader leading() {
        for (var each : coordinators) {
            if (each.alive() && each.epoch() == store.epoch()) {
                return each;
            }
        }
        return null;
    }

    /** Asks the leader, if there is one. */
    private void ask(Consumer<SimLeader> what) {
        var leader = leading();
        if (leader == null) {
            time.after(SECOND / 2, () -> ask(what));
        } else {
            what.accept(leader);
        }
    }

    private void openRuns() {
        int runs = random.nextInt(1, 4);
        for (int n = 0; n < runs; n++) {
            var id = "run" + n;
            var matrix = matrix();
            int each = matrix.cells().size() * matrix.repeat();
            int cases = random.nextInt(1, fates.cases() / runs / each + 2);
            var settings = Cases.settings(random.nextInt(4) == 0 ? random.nextInt(1, 8) : 0, 100, concurrency)
                    .with(matrix);
            time.after(random.nextLong(5 * SECOND), () -> {
                store.create(id, cases, settings);
                ask(leader -> leader.open(id, cases * each, settings));
            });
            if (random.nextInt(6) == 0) {
                time.after(random.nextLong(5 * SECOND, 40 * SECOND), () -> {
                    tell(id + " is stopped");
                    var grace = Duration.ofMillis(random.nextLong(20_000));
                    ask(leader -> leader.stop(id, grace));
                });
            }
        }
        if (random.nextInt(4) == 0) {
            time.after(random.nextLong(20 * SECOND), () -> {
                tell("somebody scribbles");
                List.of(Topic.values()).forEach(broker::scribble);
            });
        }
        time.after(6 * SECOND, () -> opened = true);
    }

    /** Half of the runs have one cell and no repeats. */
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
                + coordinators.stream().filter(SimProcess::alive).map(SimLeader::standing).toList() + ", "
                + workers.stream().filter(SimProcess::alive).map(SimWorker::standing).toList();
    }

    private void hire() {
        workers.add(new SimWorker(time, random.split(), "w" + ++hired, random.nextInt(1, fates.slots() + 1), broker,
                new Agents()));
    }

    /** The agents that the simulated workers call. */
    private final class Agents implements SimWorker.Calls {

        @Override
        public SimWorker.Ending called(SimWorker worker, CaseOrder order) {
            store.handedOut(order.ref(), order.dispatch());
            oracle.called(worker, order, store.settings(order.ref().run()));
            return ending();
        }

        @Override
        public void ended(Dispatch dispatch) {
            oracle.ended(dispatch);
        }
    }

    private SimWorker.Ending ending() {
        if (random.nextInt(500) == 0) {
            return new SimWorker.Ending(600 * SECOND, Status.PASSED, Cause.NONE, false);
        }
        long nanos = random.nextInt(20) == 0 ? random.nextLong(30 * SECOND) : random.nextLong(3 * SECOND);
        if (random.nextInt(25) == 0) {
            return new SimWorker.Ending(nanos, Status.ERROR, Cause.INFRASTRUCTURE, true);
        }
        return random.nextInt(10) == 0 ? new SimWorker.Ending(nanos, Status.FAILED, Cause.ASSERTION, false)
                : new SimWorker.Ending(nanos, Status.PASSED, Cause.NONE, false);
    }

    private void calamity() {
        calmSince = Math.max(calmSince, time.nanos());
        var worker = someWorker();
        switch (random.nextInt(21)) {
            case 0, 1 -> {
                if (worker != null) {
                    tell(worker.name() + " dies holding " + worker.held());
                    worker.die();
                    time.after(random.nextLong(20 * SECOND), this::hire);
                }
            }
            case 2 -> {
                if (worker != null) {
                    long length = lasts(30);
                    tell(worker.name() + " freezes holding " + worker.held() + " for " + Duration.ofNanos(length));
                    worker.freeze(length);
                }
            }
            case 3 -> {
                if (worker != null) {
                    tell(worker.name() + " drains holding " + worker.held());
                    worker.drain();
                    time.after(random.nextLong(20 * SECOND), this::hire);
                }
            }
            case 4 -> {
                if (worker != null) {
                    long length = lasts(40);
                    tell(worker.name() + " is cut off holding " + worker.held() + " for " + Duration.ofNanos(length));
                    worker.cutOff(length);
                }
            }
            case 5 -> {
                if (worker != null) {
                    tell("memory is out at " + worker.name() + " holding " + worker.held());
                    worker.breakALoop();
                    time.after(random.nextLong(20 * SECOND), this::hire);
                }
            }
            case 6 -> {
                tell("the leader dies");
                each(SimProcess::die);
                time.after(lasts(5), this::lead);
            }
            case 7 -> {
                tell("memory is out at the leader");
                each(SimProcess::breakALoop);
                time.after(lasts(5), this::lead);
            }
            case 8 -> {
                boolean ends = random.nextBoolean();
                tell("the leader freezes, and another one stands by" + (ends ? "; its sessions are ended" : ""));
                long length = lasts(20);
                each(leader -> {
                    leader.freeze(length);
                    if (ends) {
                        store.endSessions(leader);
                    }
                });
                time.after(random.nextLong(5 * SECOND), this::lead);
            }
            case 9 -> {
                long length = lasts(40);
                tell("the broker is away for " + Duration.ofNanos(length));
                broker.goAway(length);
            }
            case 12 -> {
                if (worker != null) {
                    tell(worker.name() + " does not hear its inbox any more, holding " + worker.held());
                    worker.deafen();
                    oracle.deafened(worker);
                }
            }
            case 10 -> {
                long step = random.nextLong(-120 * SECOND, 120 * SECOND);
                tell("the broker's clock is set by " + Duration.ofNanos(step));
                broker.setClock(step);
            }
            case 15 -> {
                long step = random.nextLong(-120 * SECOND, 120 * SECOND);
                tell("the clocks of all machines are set by " + Duration.ofNanos(step));
                time.set(step);
            }
            case 19 -> {
                long length = random.nextLong(SimStore.LONGEST_LAG.toNanos());
                var lost = store.failOver(time.nanos() - length);
                tell("the database fails over and loses " + lost.size() + " decisions: those since "
                        + Duration.ofNanos(length));
                oracle.lost(lost);
                lost.forEach(this::askAgain);
                standBy();
            }
            case 11 -> {
                long length = lasts(30);
                tell("the leader is cut off from the broker for " + Duration.ofNanos(length));
                each(leader -> leader.cutOff(length));
            }
            case 13 -> {
                boolean all = random.nextBoolean();
                tell("sessions are ended, " + (all ? "all" : "the leader's"));
                each(leader -> store.endSessions(all ? null : leader));
                standBy();
            }
            case 14 -> {
                tell("the leader ends in peace");
                each(SimLeader::end);
                time.after(lasts(15), this::lead);
            }
            default -> {
                var trouble = TROUBLES.get(random.nextInt(TROUBLES.size()));
                boolean all = random.nextBoolean();
                long length = lasts(40);
                tell("the database is " + trouble + (all ? "" : " for the leader") + " for "
                        + Duration.ofNanos(length));
                each(leader -> store.trouble(trouble, length, all ? null : leader));
                calmSince = Math.max(calmSince, time.nanos() + length + UNHEARD);
                standBy();
            }
        }
    }

    /** Someone whose stop is forgotten asks for it again. */
    private void askAgain(Settlement lost) {
        if (lost instanceof Settlement.Stopping(var run, var _) && random.nextBoolean()) {
            ask(leader -> leader.stop(run, Duration.ofSeconds(1)));
        }
    }

    /** Passes the leader, if there is one. */
    private void each(Consumer<SimLeader> what) {
        var leader = leading();
        if (leader != null) {
            what.accept(leader);
        }
    }

    private void standBy() {
        if (random.nextBoolean()) {
            time.after(random.nextLong(10 * SECOND), this::lead);
        }
    }

    /** Returns how long a fault lasts; there is no calm before it is over. */
    private long lasts(int seconds) {
        long length = random.nextLong(seconds * SECOND);
        calmSince = Math.max(calmSince, time.nanos() + length);
        return length;
    }

    /** What a dead worker held goes round again soon: once all else has been well for long enough, nobody counts on it. */
    private boolean remembersTheDead(SimLeader leader) {
        return time.nanos() - calmSince > FORGOTTEN && leader.stillHas(incarnation -> workers.stream()
                .anyMatch(worker -> !worker.alive() && incarnation.startsWith(worker.name() + ".")));
    }

    /** One standby is enough. */
    private void lead() {
        leaderless = false;
        if (coordinators.stream().noneMatch(each -> each.alive() && each.epoch() == 0)) {
            tell("a new coordinator");
            coordinators.add(new SimLeader(time, broker, store, random.split()));
        }
    }

    private @Nullable SimWorker someWorker() {
        var living = workers.stream().filter(SimProcess::alive).toList();
        return living.isEmpty() ? null : living.get(random.nextInt(living.size()));
    }

    private void tell(String what) {
        diary.add(time.elapsed() + " " + what);
    }
}
