package dev.muster.coordinator.server.ledger;

import module java.base;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.model.TestCase;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Verdict;
import dev.muster.coordinator.server.ledger.CaseState.Assigned;
import dev.muster.coordinator.server.ledger.CaseState.Loss;
import dev.muster.coordinator.server.ledger.CaseState.Pending;
import dev.muster.coordinator.server.ledger.CaseState.Progress;
import dev.muster.coordinator.server.ledger.RunLedger.BlockedCase;
import org.jspecify.annotations.Nullable;

/**
 * The cases of one run. Finished cases are only counted and fresh ones are loaded page by page, so its size depends on
 * the assigned cases, not on the run.
 */
public final class RunLedger {

    /** The first case of its lane, passed over since then because its agents accept no more. */
    public record BlockedCase(Pending pending, Instant since) {}

    /** The meaning of a report for its case. */
    public sealed interface Judgement {

        record Verdict(Assigned was) implements Judgement {}

        /** An attempt without a verdict: recorded, and the case is retried. */
        record GoesAgain(Assigned was, Pending next) implements Judgement {}

        /** A report of a dispatch that is not the assigned one: recorded as an attempt, without effect. */
        record Superseded() implements Judgement {}
    }

    private final int total;
    private final RetryRules retryRules;
    private final Lanes atHand;
    private final PriorityQueue<Pending> retries = new PriorityQueue<>(
            Comparator.comparing(Pending::notBefore).thenComparing(Pending::ref));
    private final Map<CaseRef, Assigned> assigned = new HashMap<>();
    private final Set<CaseRef> adopted = new HashSet<>();
    private int finished;
    private int lost;
    private boolean stopped;
    private boolean heldUp;

    /**
     * @param total number of cases in the run, over all cells and repeats
     * @param finished how many of them have their result
     * @param callees returns the names of the agents that a case calls
     */
    public RunLedger(int total, int finished, RetryRules retryRules, Function<TestCase, String> callees) {
        this.total = total;
        this.finished = finished;
        this.retryRules = retryRules;
        this.atHand = new Lanes(callees);
    }

    /** Adds the next page of cases, in order; adopted cases are already known. */
    public void load(List<Pending> page) {
        if (!stopped) {
            atHand.addAll(page.stream().filter(each -> !adopted.contains(each.ref())).toList());
        }
    }

    /** Adds cases before all others: the cases that they follow are done. */
    public void goOnWith(List<Pending> following) {
        if (!stopped && !following.isEmpty()) {
            atHand.addFirst(following);
        }
    }

    /** Counts cases as finished that are never assigned: skipped, unusable, or decided by other repeats. */
    public void decided(int cases) {
        finished += cases;
    }

    /** Takes over a case that an earlier leader assigned; it is not pending here, and later pages leave it out. */
    public void adopt(Progress progress, String incarnation, Dispatch dispatch, Instant now) {
        adopted.add(progress.ref());
        retries.removeIf(waiting -> waiting.ref().equals(progress.ref()));
        atHand.removeIf(progress.ref()::equals);
        assigned.put(progress.ref(), new Assigned(progress, incarnation, dispatch, Assigned.TAKEN, now));
    }

    /** Returns how many cases are ready to be handed out. */
    public int atHand() {
        return atHand.size();
    }

    /** Whether all that is under way are suspects, of which only a few run at once. */
    public boolean onlySuspects() {
        return !assigned.isEmpty() && assigned.values().stream().allMatch(each -> each.progress().suspect());
    }

    public int assignedCount() {
        return assigned.size();
    }

    /** Returns the number of cases that are neither assigned nor finished. */
    public int pendingCount() {
        return stopped ? 0 : total - finished - assigned.size();
    }

    /** Returns the next case whose agents each accept one more; it stays pending until {@link #assign}. */
    public Optional<Pending> next(Instant now, Predicate<Pending> free) {
        takeInWhatIsDue(now);
        var next = atHand.next(now, free);
        heldUp = next.isEmpty() && atHand.size() > 0;
        return next;
    }

    /** Whether every ready case waits for agents that accept no more. */
    public boolean heldUp() {
        return heldUp;
    }

    /** Returns the cases that were passed over before that moment because their agents accept no more. */
    public List<BlockedCase> blockedBefore(Instant moment) {
        return atHand.blockedBefore(moment);
    }

    public Assigned assign(Pending pending, String incarnation, Dispatch dispatch, Instant now) {
        atHand.remove(pending);
        var handedOut = pending.assign(incarnation, dispatch, now);
        assigned.put(pending.ref(), handedOut);
        return handedOut;
    }

    public void orderedAt(CaseRef ref, Dispatch dispatch, long offset) {
        assigned.computeIfPresent(ref, (same, now) -> now.dispatch().equals(dispatch) ? now.orderedAt(offset) : now);
    }

    /** Judges a report, and moves its case. Only the assigned dispatch counts. */
    public Judgement judge(AttemptFinished report, Instant now) {
        var current = assigned.get(report.ref());
        if (current == null || !current.dispatch().equals(report.dispatch())) {
            return new Judgement.Superseded();
        }
        assigned.remove(report.ref());
        return retry(current, report, now).<Judgement>map(
                next -> new Judgement.GoesAgain(current, next)).orElseGet(() -> {
                    finished++;
                    return new Judgement.Verdict(current);
                });
    }

    /** Returns a case that a worker never ran to pending, only while that very dispatch is still assigned. */
    public boolean handBack(CaseRef ref, Dispatch dispatch) {
        var current = assigned.get(ref);
        if (current == null || !current.dispatch().equals(dispatch)) {
            return false;
        }
        assigned.remove(ref);
        put(current.handedBack());
        return true;
    }

    /**
     * Moves a case whose order a worker passed without taking or reporting it: pending again, or finished at the third
     * time, since a worker may have called the agent each time; empty when that dispatch is no longer assigned.
     */
    public Optional<CaseState> passedBy(CaseRef ref, Dispatch dispatch) {
        var current = assigned.get(ref);
        if (current == null || !current.dispatch().equals(dispatch)) {
            return Optional.empty();
        }
        assigned.remove(ref);
        if (current.progress().returns() + 1 < RetryRules.MOST_RETURNS) {
            return Optional.of(put(current.returned()));
        }
        finished++;
        return Optional.of(current.finish());
    }

    /** Moves a lost case: pending or finished; empty when that dispatch is no longer assigned. */
    public Optional<CaseState> lose(CaseRef ref, Dispatch dispatch, Loss how) {
        var current = assigned.get(ref);
        if (current == null || !current.dispatch().equals(dispatch)) {
            return Optional.empty();
        }
        assigned.remove(ref);
        lost++;
        if (retryRules.mayBeLostAgain(current.progress(), how)) {
            return Optional.of(put(current.lost(how)));
        }
        finished++;
        return Optional.of(current.finish());
    }

    /** Returns how many attempts were lost with their workers. */
    public int lostCount() {
        return lost;
    }

    public @Nullable Assigned assigned(CaseRef ref) {
        return assigned.get(ref);
    }

    /** Hands out nothing more; what is assigned may still end. */
    public void stop() {
        stopped = true;
        atHand.clear();
        retries.clear();
    }

    public boolean done() {
        return assigned.isEmpty() && (stopped || finished == total);
    }

    /** Puts due cases before those never handed out: they would be done by now if all had gone well. */
    private void takeInWhatIsDue(Instant now) {
        var due = new ArrayList<Pending>();
        for (var first = retries.peek(); first != null && !first.notBefore().isAfter(now); first = retries.peek()) {
            due.add(retries.remove());
        }
        atHand.addFirst(due);
    }

    /**
     * Puts the case back, if its report and the rules allow another attempt. In a run that stops, what says nothing about
     * the agent is no result either: the case is left without one, for a resumption.
     */
    private Optional<Pending> retry(Assigned current, AttemptFinished report, Instant now) {
        if (report.result().verdict().cause() == Cause.WORKER_PAUSED) {
            return current.progress().pauses() < RetryRules.MOST_PAUSES ? Optional.of(put(current.paused()))
                    : Optional.empty();
        }
        if (retryRules.mayGoAgain(current.progress(), report)) {
            return Optional.of(put(report.result().verdict().cause() == Cause.WORKER_LOST ? current.lost(lossOf(report))
                    : current.goesAgain(now.plus(retryRules.delay(current.progress())))));
        }
        return !stopped && retryRules.mayFailAgain(current.progress(), report) ? Optional.of(put(current.failed()))
                : Optional.empty();
    }

    /** A worker that lost touch, by a pause or an outage, says nothing about one of its cases. */
    private static Loss lossOf(AttemptFinished report) {
        return String.valueOf(report.result().verdict().error()).startsWith(Verdict.LOST_TOUCH) ? Loss.CROWD
                : Loss.WORKER;
    }

    private Pending put(Pending next) {
        if (!stopped) {
            retries.add(next);
        }
        return next;
    }

    /**
     * The cases that may be handed out now, in order, with one lane for each set of agents: where an agent accepts no more
     * cases, only the cases that call it wait.
     */
    static final class Lanes {

        /** How many lanes are searched for a case that can be handed out; more agents than that keep a run busy anyway. */
        private static final int LOOKED_AT = 64;

        /** Suspects have lanes of their own, because only a few of them run at once. */
        private static final String ALONE = "\nalone";

        private final Function<TestCase, String> callees;
        private final Map<String, Lane> byCallees = new HashMap<>();
        private final TreeSet<Lane> byFirst = new TreeSet<>(Comparator.comparingLong(Lane::place));
        private long front;
        private long back;
        private int size;

        private static final class Lane {
            private final Deque<Placed> cases = new ArrayDeque<>();
            private @Nullable Instant blockedSince;

            Placed first() {
                return Objects.requireNonNull(cases.peekFirst(), "no lane is kept empty");
            }

            long place() {
                return first().place();
            }
        }

        private record Placed(long place, Pending pending) {}

        /** @param callees returns the names of the agents that a case calls */
        Lanes(Function<TestCase, String> callees) {
            this.callees = callees;
        }

        int size() {
            return size;
        }

        void addAll(Collection<Pending> more) {
            more.forEach(each -> change(each, lane -> lane.cases.addLast(new Placed(++back, each))));
            size += more.size();
        }

        /** Adds cases before all others. */
        void addFirst(List<Pending> sooner) {
            sooner.reversed().forEach(each -> change(each, lane -> {
                lane.cases.addFirst(new Placed(--front, each));
                lane.blockedSince = null;
            }));
            size += sooner.size();
        }

        /** Returns the first case whose agents each accept one more. */
        Optional<Pending> next(Instant now, Predicate<Pending> free) {
            int looked = 0;
            for (var lane : byFirst) {
                if (++looked > LOOKED_AT) {
                    break;
                }
                var first = lane.first().pending();
                if (free.test(first)) {
                    return Optional.of(first);
                }
                lane.blockedSince = lane.blockedSince == null ? now : lane.blockedSince;
            }
            return Optional.empty();
        }

        /** Removes what {@link #next} returned. */
        void remove(Pending taken) {
            change(taken, lane -> {
                lane.cases.removeFirst();
                lane.blockedSince = null;
            });
            size--;
        }

        void removeIf(Predicate<CaseRef> which) {
            for (var callee : List.copyOf(byCallees.keySet())) {
                change(callee, lane -> {
                    int before = lane.cases.size();
                    lane.cases.removeIf(each -> which.test(each.pending().ref()));
                    size -= before - lane.cases.size();
                });
            }
        }

        /**
         * Returns the first case of each lane that was passed over before that moment because its agents accept no more.
         */
        List<BlockedCase> blockedBefore(Instant moment) {
            return byCallees.values().stream().flatMap(lane -> Optional.ofNullable(lane.blockedSince)
                    .map(since -> new BlockedCase(lane.first().pending(), since)).stream())
                    .filter(blocked -> blocked.since().isBefore(moment)).toList();
        }

        void clear() {
            byCallees.clear();
            byFirst.clear();
            size = 0;
        }

        private void change(Pending pending, Consumer<Lane> how) {
            var called = callees.apply(pending.progress().testCase());
            change(pending.progress().suspect() ? called + ALONE : called, how);
        }

        /** A lane's place in the order depends on its first case, so the lane is removed while that changes. */
        private void change(String callee, Consumer<Lane> how) {
            var lane = byCallees.computeIfAbsent(callee, each -> new Lane());
            if (!lane.cases.isEmpty()) {
                byFirst.remove(lane);
            }
            how.accept(lane);
            if (lane.cases.isEmpty()) {
                byCallees.remove(callee);
            } else {
                byFirst.add(lane);
            }
        }
    }
}
