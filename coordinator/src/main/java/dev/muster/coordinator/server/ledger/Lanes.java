package dev.muster.coordinator.server.ledger;

import module java.base;
import dev.muster.common.message.CaseRef;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.server.ledger.CaseState.Pending;
import dev.muster.coordinator.server.ledger.RunLedger.BlockedCase;
import org.jspecify.annotations.Nullable;

/**
 * The cases that may be handed out now, in order, with one lane for each set of agents: where an agent accepts no more
 * cases, only the cases that call it wait.
 */
final class Lanes {

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
