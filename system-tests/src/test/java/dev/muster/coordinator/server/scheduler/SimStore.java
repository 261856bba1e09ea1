package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.run.NumberedCase;
import dev.muster.coordinator.run.OpenPlaces;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.Stop;
import dev.muster.coordinator.store.EarlierAttempts;
import dev.muster.coordinator.store.Inheritance;
import dev.muster.coordinator.store.LostAttempt;
import dev.muster.coordinator.store.OpenRun;
import dev.muster.coordinator.store.Settlement;
import dev.muster.coordinator.store.SpentSoFar;
import dev.muster.coordinator.store.StoreException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The tables of a simulated world: what is durable, whichever coordinator leads. */
final class SimStore {

    static final int PAGE = 64;
    /** A replica has what was stored before that. */
    static final Duration LONGEST_LAG = Duration.ofSeconds(10);

    private final Map<String, StoredRun> runs = new LinkedHashMap<>();
    private final Map<Integer, Long> read = new HashMap<>();
    private final Set<String> fenced = new HashSet<>();
    private final Set<String> left = new HashSet<>();
    private final List<String> violations = new ArrayList<>();
    private Consumer<Settlement> written = settlement -> {};
    private long epoch;
    private long seq;
    private final Deque<Commit> commits = new ArrayDeque<>();
    private @Nullable Long heard;
    private final Set<Settlement> durable = Collections.newSetFromMap(new IdentityHashMap<>());
    private final IdentityHashMap<Settlement, Boolean> looked = new IdentityHashMap<>();
    private final List<SimDatabase.Session> sessions = new ArrayList<>();
    private final List<Outage> outages = new ArrayList<>();
    private final SimTime time;
    private final @Nullable SplittableRandom unlucky;
    private SimDatabase.@Nullable Session holder;

    /** A fault of the database for a while, for one process or for all. */
    private record Outage(SimDatabase.Trouble trouble, long from, long until, @Nullable SimProcess of) {}

    /** What a later failover to a replica may lose. */
    private record Commit(long nanos, long epoch, List<Runnable> undo, List<Settlement> lost) {}

    /** @param unlucky chooses the results that it refuses; null when it takes all */
    SimStore(SimTime time, @Nullable SplittableRandom unlucky) {
        this.time = time;
        this.unlucky = unlucky;
    }

    /** A run, its results and its attempts. */
    static final class StoredRun {
        private final String id;
        private final int cases;
        private final RunSettings settings;
        private final Map<CaseRef, Dispatch> results = new HashMap<>();
        private final Map<CaseRef, EarlierAttempts> past = new HashMap<>();
        private final Map<Integer, Set<Integer>> failed = new HashMap<>();
        private boolean over;
        private @Nullable Stop stop;
        private long stoppedIn;

        StoredRun(String id, int cases, RunSettings settings) {
            this.id = id;
            this.cases = cases;
            this.settings = settings;
        }

        boolean over() {
            return over;
        }

        int losses(int number) {
            return past.getOrDefault(new CaseRef(id, number, 0, 0), EarlierAttempts.NONE).losses();
        }

        int finished() {
            return results.size();
        }

        int total() {
            return cases * settings.matrix().cells().size() * settings.matrix().repeat();
        }

        private NumberedCase numbered(int number, boolean unfinished) {
            var matrix = settings.matrix();
            var done = unfinished ? results.keySet().stream().filter(ref -> ref.number() == number)
                    .map(ref -> ref.cell() * matrix.repeat() + ref.repeat()).toList() : List.<Integer>of();
            return new NumberedCase(number, Cases.numbered(number),
                    OpenPlaces.left(matrix.cells().size(), matrix.repeat(),
                            null, done, unfinished ? failed.getOrDefault(number, Set.of()) : Set.of()));
        }
    }

    /** Receives each durable settlement. */
    void onWrite(Consumer<Settlement> told) {
        written = told;
    }

    long seq() {
        return seq;
    }

    /**
     * Fails over to a replica that lacks what was stored last: what was stored since then in this epoch. All sessions end.
     *
     * @return what was lost, in the order in which it was stored
     */
    List<Settlement> failOver(long sinceNanos) {
        var lost = new ArrayList<Settlement>();
        while (!commits.isEmpty() && commits.getLast().nanos >= sinceNanos && commits.getLast().epoch == epoch) {
            var commit = commits.removeLast();
            commit.undo.reversed().forEach(Runnable::run);
            lost.addAll(0, commit.lost);
            seq--;
        }
        endSessions(null);
        return lost;
    }

    long nextEpoch() {
        return ++epoch;
    }

    long epoch() {
        return epoch;
    }

    /** @param of null for all */
    void trouble(SimDatabase.Trouble trouble, long nanos, @Nullable SimProcess of) {
        outages.add(new Outage(trouble, time.nanos(), time.nanos() + nanos, of));
        if (trouble == SimDatabase.Trouble.AWAY) {
            endSessions(of);
        }
    }

    /** As an administrator may do. */
    void endSessions(@Nullable SimProcess of) {
        sessions.stream().filter(session -> session.isOf(of)).forEach(SimDatabase.Session::end);
    }

    /** Returns the worst fault for a process now; null when there is none. */
    SimDatabase.@Nullable Trouble troubleOf(SimProcess process) {
        return lasting(process).map(Outage::trouble).min(Comparator.naturalOrder()).orElse(null);
    }

    /** Whether a process has had no answer at all for that long. */
    boolean unreachableFor(SimProcess process, long nanos) {
        return lasting(process).anyMatch(outage -> outage.trouble != SimDatabase.Trouble.SILENT_WRITES
                && time.nanos() - outage.from > nanos);
    }

    private Stream<Outage> lasting(SimProcess process) {
        return outages.stream().filter(outage -> outage.until > time.nanos()
                && (outage.of == null || outage.of.equals(process)));
    }

    void connected(SimDatabase.Session session) {
        sessions.removeIf(SimDatabase.Session::ended);
        sessions.add(session);
    }

    /** Gives the fleet's lock to a session unless another one has it. */
    boolean lock(SimDatabase.Session session) {
        if (holder == null || holder.ended()) {
            holder = session;
        }
        return session.equals(holder);
    }

    boolean leads(long asking) {
        return asking == epoch;
    }

    void create(String run, int cases, RunSettings settings) {
        runs.put(run, new StoredRun(run, cases, settings));
    }

    RunSettings settings(String run) {
        return run(run).settings;
    }

    Collection<StoredRun> runs() {
        return runs.values();
    }

    /** Returns the broken promises. */
    List<String> violations() {
        return violations;
    }

    Inheritance inheritance() {
        return new Inheritance(runs.values().stream().filter(run -> !run.over).map(this::open).toList(), read, heard,
                fenced, left, Map.of());
    }

    List<NumberedCase> page(String run, int from, int atMost, boolean unfinished) {
        var stored = run(run);
        var page = new ArrayList<NumberedCase>();
        for (int n = from; n < stored.cases && page.size() < atMost; n++) {
            var each = stored.numbered(n, unfinished);
            if (each.places().next(0) != OpenPlaces.NONE) {
                page.add(each);
            }
        }
        return page;
    }

    List<NumberedCase> unfinished(String run, Collection<Integer> numbers) {
        return numbers.stream().map(n -> run(run).numbered(n, true))
                .filter(each -> each.places().next(0) != OpenPlaces.NONE).toList();
    }

    /** Writes all of the batch or nothing. Settlements written before change nothing. */
    void write(List<Settlement> batch) {
        if (refuses(batch)) {
            if (batch.hashCode() % 2 == 0) {
                throw new IllegalStateException("not to be written");
            }
            throw new StoreException("not to be stored", new SQLException("not a text", "22021"));
        }
        seq++;
        var commit = new Commit(time.nanos(), epoch, new ArrayList<>(), new ArrayList<>());
        commits.add(commit);
        while (commits.getFirst().nanos < time.nanos() - LONGEST_LAG.toNanos()) {
            commits.removeFirst();
        }
        Stream.concat(batch.stream().filter(Settlement.CaseVerdict.class::isInstance),
                batch.stream().filter(each -> !(each instanceof Settlement.CaseVerdict)))
                .forEach(each -> write(each, commit));
    }

    /** Whether it takes nothing of that, however often it is asked. */
    boolean refuses(List<Settlement> batch) {
        return batch.stream().anyMatch(this::refuses);
    }

    private boolean refuses(Settlement settlement) {
        return unlucky != null && settlement instanceof Settlement.CaseVerdict verdict && verdict.worker() != null
                && verdict.result().verdict().status() == Status.PASSED
                && looked.computeIfAbsent(verdict, each -> unlucky.nextInt(200) == 0);
    }

    private void write(Settlement settlement, Commit commit) {
        if (!durable.add(settlement)) {
            return;
        }
        commit.lost.add(settlement);
        commit.undo.add(() -> durable.remove(settlement));
        commit.undo.add(undo(settlement));
        written.accept(settlement);
        switch (settlement) {
            case Settlement.CaseVerdict verdict -> result(verdict);
            case Settlement.Attempt attempt -> attempt(attempt);
            case Settlement.Fence fence -> {
                fenced.add(fence.incarnation());
                fence.lost().forEach(this::attempt);
            }
            case Settlement.Left gone -> left.add(gone.incarnation());
            case Settlement.RunOver over -> end(run(over.run()), over.state());
            case Settlement.Stopping(var run, var stop) -> {
                run(run).stop = stop;
                run(run).stoppedIn = run(run).stoppedIn == 0 ? epoch : run(run).stoppedIn;
            }
            case Settlement.ReadTo to -> read.putAll(to.offsets());
            case Settlement.ReadUpTo to -> heard = to.offset();
            case Settlement.Aside aside -> {
                if (!SimBroker.SCRIBBLE.equals(aside.key())) {
                    violations.add("set aside: " + aside.reason());
                }
            }
            default -> {
                // nothing that a later leader asks for
            }
        }
    }

    /** Returns what takes a settlement back that is about to be stored. */
    private Runnable undo(Settlement settlement) {
        return switch (settlement) {
            case Settlement.CaseVerdict verdict -> {
                var run = run(verdict.ref().run());
                var result = Optional.ofNullable(run.results.get(verdict.ref()));
                var failed = Set.copyOf(run.failed.getOrDefault(verdict.ref().number(), Set.of()));
                yield () -> {
                    result.ifPresentOrElse(before -> run.results.put(verdict.ref(), before),
                            () -> run.results.remove(verdict.ref()));
                    run.failed.put(verdict.ref().number(), new HashSet<>(failed));
                };
            }
            case Settlement.Attempt attempt -> past(attempt.ref());
            case Settlement.Fence fence -> {
                boolean before = fenced.contains(fence.incarnation());
                var pasts = fence.lost().stream().map(each -> past(each.ref())).toList();
                yield () -> {
                    pasts.reversed().forEach(Runnable::run);
                    if (!before) {
                        fenced.remove(fence.incarnation());
                    }
                };
            }
            case Settlement.Left gone ->
                left.contains(gone.incarnation()) ? () -> {} : () -> left.remove(gone.incarnation());
            case Settlement.RunOver over -> {
                boolean before = run(over.run()).over;
                yield () -> run(over.run()).over = before;
            }
            case Settlement.Stopping stopping -> {
                var run = run(stopping.run());
                var stop = run.stop;
                long stoppedIn = run.stoppedIn;
                yield () -> {
                    run.stop = stop;
                    run.stoppedIn = stoppedIn;
                };
            }
            case Settlement.ReadTo _ -> {
                var before = new HashMap<>(read);
                yield () -> restore(read, before);
            }
            case Settlement.ReadUpTo _ -> {
                var before = heard;
                yield () -> heard = before;
            }
            default -> () -> {};
        };
    }

    private Runnable past(CaseRef ref) {
        var past = run(ref.run()).past;
        var before = past.getOrDefault(ref, EarlierAttempts.NONE);
        return () -> past.put(ref, before);
    }

    private static <K, V> void restore(Map<K, V> map, Map<K, V> before) {
        map.clear();
        map.putAll(before);
    }

    private StoredRun run(String id) {
        return Objects.requireNonNull(runs.get(id));
    }

    private void result(Settlement.CaseVerdict verdict) {
        var ref = verdict.ref();
        var before = run(ref.run()).results.putIfAbsent(ref, verdict.dispatch());
        if (before != null) {
            violations.add(ref + " got a second verdict: of " + verdict.dispatch() + " after " + before);
        }
        if (verdict.result().verdict().cause().inRates() && verdict.result().verdict().status() != Status.PASSED) {
            boolean first = run(ref.run()).failed.computeIfAbsent(ref.number(), number -> new HashSet<>())
                    .add(ref.cell());
            if (!first && run(ref.run()).settings.matrix().stopRepeats()) {
                violations.add(ref + " was run, and was decided before");
            }
        }
        if (verdict.result().verdict().cause() == Cause.DECIDED
                && !run(ref.run()).failed.getOrDefault(ref.number(), Set.of())
                        .contains(ref.cell())) {
            violations.add(ref + " was not run, and nothing had decided it");
        }
    }

    private void attempt(Settlement.Attempt attempt) {
        var ref = attempt.ref();
        int retries = attempt.kind() == Settlement.AttemptKind.RETRIED ? 1 : 0;
        int lost = attempt.kind() == Settlement.AttemptKind.WORKER_LOST ? 1 : 0;
        int losses = lost == 1 && LostAttempt.isCharged(attempt) ? 1 : 0;
        run(ref.run()).past.merge(ref, new EarlierAttempts(retries + lost, retries, losses, 0),
                (one, other) -> new EarlierAttempts(one.attempts() + other.attempts(), one.retries() + other.retries(),
                        one.losses() + other.losses(), one.failures() + other.failures()));
    }

    /** A leader of a later epoch than that in which a stop was stored hands out nothing more of the run. */
    void handedOut(CaseRef ref, Dispatch dispatch) {
        var run = run(ref.run());
        if (run.stop != null && dispatch.epoch() > run.stoppedIn) {
            violations.add(ref + " was handed out as " + dispatch + " though the run was being stopped in epoch "
                    + run.stoppedIn);
        }
    }

    private void end(StoredRun run, RunState state) {
        if ((run.stop == null) == (state == RunState.STOPPED)) {
            violations.add(run.id + " ended as " + state + ", its stop is " + run.stop);
        }
        if (run.stop == null && run.results.size() != run.total()) {
            violations.add(run.id + " ended with " + run.results.size() + " of " + run.total() + " results");
        }
        run.over = true;
    }

    private OpenRun open(StoredRun run) {
        var past = new HashMap<CaseRef, EarlierAttempts>();
        run.past.forEach((ref, known) -> {
            if (!run.results.containsKey(ref)) {
                past.put(ref, known);
            }
        });
        return new OpenRun(run.id, run.total(), run.settings, run.results.size(), past, SpentSoFar.NOTHING, run.stop);
    }
}
