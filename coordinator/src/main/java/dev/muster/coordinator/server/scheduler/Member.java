package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.Wait;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.coordinator.server.ledger.CaseState.Assigned;
import org.jspecify.annotations.Nullable;

/** One incarnation of a worker, as the leader sees it. Used by the scheduler's thread only. */
final class Member {

    /** The states of a member; only an active one is given cases. */
    enum State {
        JOINING,
        ACTIVE,
        DRAINING,
        GONE
    }

    final Hello hello;
    /** The partition of {@code cases} that it reads. */
    final int inbox;
    private final Map<Dispatch, CaseRef> assigned = new HashMap<>();
    private State state = State.JOINING;
    private Duration lastSeen;
    private long newestSnapshot;
    private List<Wait> waits = List.of();
    private @Nullable Long leasedFrom;
    private Set<Dispatch> lacking = Set.of();
    private final Consumer<Member> changed;

    /** @param changed called when it may be given more, or fewer, cases */
    Member(Hello hello, int inbox, Duration now, Consumer<Member> changed) {
        this.changed = changed;
        this.hello = hello;
        this.inbox = inbox;
        this.lastSeen = now;
    }

    String incarnation() {
        return hello.incarnation();
    }

    /** Returns the inbox offset from which it reads; null while unknown. */
    @Nullable
    Long leasedFrom() {
        return leasedFrom;
    }

    void leaseFrom(long offset) {
        leasedFrom = offset;
    }

    State state() {
        return state;
    }

    void become(State next) {
        state = next;
        changed.accept(this);
    }

    Map<Dispatch, CaseRef> assigned() {
        return Collections.unmodifiableMap(assigned);
    }

    void take(Dispatch dispatch, CaseRef ref) {
        assigned.put(dispatch, ref);
        changed.accept(this);
    }

    void giveBack(Dispatch dispatch) {
        assigned.remove(dispatch);
        changed.accept(this);
    }

    /** Whether a snapshot is newer than all before it; an older one was written again. */
    boolean hears(long seq) {
        boolean newer = seq > newestSnapshot;
        newestSnapshot = Math.max(newestSnapshot, seq);
        return newer;
    }

    /** Returns those that its snapshot before this one lacked, too. */
    List<Assigned> lackedBefore(List<Assigned> now) {
        var before = lacking;
        lacking = now.stream().map(Assigned::dispatch).collect(Collectors.toSet());
        return now.stream().filter(each -> before.contains(each.dispatch())).toList();
    }

    void waitFor(List<Wait> now) {
        waits = now;
    }

    /** Returns what its cases of a run wait for, as of its newest snapshot. */
    Stream<Wait> waits(String run) {
        return waits.stream().filter(each -> each.run().equals(run));
    }

    int free() {
        return state == State.ACTIVE ? hello.slots() - assigned.size() : 0;
    }

    void seenAt(Duration now) {
        lastSeen = now;
    }

    Duration silence(Duration now) {
        return now.minus(lastSeen);
    }
}
