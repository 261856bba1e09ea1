package dev.muster.coordinator.lead;

import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.coordinator.ledger.Past;
import dev.muster.coordinator.run.NumberedCase;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.SoFar;
import dev.muster.coordinator.run.Stop;
import dev.muster.coordinator.store.Inheritance;
import dev.muster.coordinator.store.Inheritance.OpenRun;
import dev.muster.coordinator.store.Settlement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tables of a simulated world: what is durable, whoever leads. */
final class SimStore {

    private final Map<String, StoredRun> runs = new LinkedHashMap<>();
    private final Map<Integer, Long> read = new HashMap<>();
    private final Set<String> fenced = new HashSet<>();
    private final Set<String> left = new HashSet<>();
    private final List<String> violations = new ArrayList<>();
    private long epoch;

    /** A run, its results and its attempts. */
    static final class StoredRun {
        private final String id;
        private final int total;
        private final RunSettings settings;
        private final Map<Integer, Dispatch> results = new HashMap<>();
        private final Map<Integer, Past> past = new HashMap<>();
        private boolean over;
        private @Nullable Stop stop;
        private long stoppedIn;

        StoredRun(String id, int total, RunSettings settings) {
            this.id = id;
            this.total = total;
            this.settings = settings;
        }

        boolean over() {
            return over;
        }

        int finished() {
            return results.size();
        }
    }

    long nextEpoch() {
        return ++epoch;
    }

    boolean leads(long asking) {
        return asking == epoch;
    }

    void create(String run, int total, RunSettings settings) {
        runs.put(run, new StoredRun(run, total, settings));
    }

    Collection<StoredRun> runs() {
        return runs.values();
    }

    /** What must never happen, and did. */
    List<String> violations() {
        return violations;
    }

    Inheritance inheritance() {
        return new Inheritance(runs.values().stream().filter(run -> !run.over).map(this::open).toList(), read, fenced,
                left);
    }

    List<NumberedCase> page(String run, int from, int atMost, boolean unfinished) {
        var stored = run(run);
        var page = new ArrayList<NumberedCase>();
        for (int n = from; n < stored.total && page.size() < atMost; n++) {
            if (!unfinished || !stored.results.containsKey(n)) {
                page.add(new NumberedCase(n, Cases.numbered(n)));
            }
        }
        return page;
    }

    List<NumberedCase> unfinished(String run, Collection<Integer> numbers) {
        return numbers.stream().filter(n -> !run(run).results.containsKey(n))
                .map(n -> new NumberedCase(n, Cases.numbered(n))).toList();
    }

    void write(Settlement settlement) {
        switch (settlement) {
            case Settlement.Verdict verdict -> result(verdict.ref(), verdict.dispatch());
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
            case Settlement.Aside aside -> violations.add("set aside: " + aside.reason());
            default -> {
                // nothing that a later leader asks for
            }
        }
    }

    private StoredRun run(String id) {
        return Objects.requireNonNull(runs.get(id));
    }

    private void result(CaseRef ref, Dispatch dispatch) {
        var before = run(ref.run()).results.putIfAbsent(ref.number(), dispatch);
        if (before != null) {
            violations.add(ref + " got a second verdict: of " + dispatch + " after " + before);
        }
    }

    private void attempt(Settlement.Attempt attempt) {
        var ref = attempt.ref();
        int retries = attempt.kind() == Settlement.Kind.RETRIED ? 1 : 0;
        int losses = attempt.kind() == Settlement.Kind.WORKER_LOST ? 1 : 0;
        run(ref.run()).past.merge(ref.number(), new Past(retries + losses, retries, losses, 0),
                (one, other) -> new Past(one.attempts() + other.attempts(), one.retries() + other.retries(),
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
        if (run.stop == null && run.results.size() != run.total) {
            violations.add(run.id + " ended with " + run.results.size() + " of " + run.total + " results");
        }
        run.over = true;
    }

    private OpenRun open(StoredRun run) {
        var past = new HashMap<CaseRef, Past>();
        run.past.forEach((number, known) -> {
            if (!run.results.containsKey(number)) {
                past.put(new CaseRef(run.id, number, 0, 0), known);
            }
        });
        return new OpenRun(run.id, run.total, run.settings, run.results.size(), past, SoFar.NOTHING, run.stop);
    }
}
