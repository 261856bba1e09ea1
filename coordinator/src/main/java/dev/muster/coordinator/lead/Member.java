package dev.muster.coordinator.lead;

import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.WorkerMessage.Hello;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One incarnation of a worker, as the lead sees it. Used by the lead's thread only. */
final class Member {

    /** What may become of a member; only an active one is given cases. */
    enum State {
        JOINING,
        ACTIVE,
        DRAINING,
        GONE
    }

    private final Hello hello;
    private final int inbox;
    private final Map<Dispatch, CaseRef> assigned = new HashMap<>();
    private State state = State.JOINING;
    private Duration lastSeen;
    private @Nullable Long leasedFrom;

    Member(Hello hello, int inbox, Duration now) {
        this.hello = hello;
        this.inbox = inbox;
        this.lastSeen = now;
    }

    Hello hello() {
        return hello;
    }

    String incarnation() {
        return hello.incarnation();
    }

    /** Inbox offset from which it reads; null while it is not known. */
    @Nullable
    Long leasedFrom() {
        return leasedFrom;
    }

    void leaseFrom(long offset) {
        leasedFrom = offset;
    }

    /** Partition of {@code cases} that it reads. */
    int inbox() {
        return inbox;
    }

    State state() {
        return state;
    }

    void become(State next) {
        state = next;
    }

    Map<Dispatch, CaseRef> assigned() {
        return assigned;
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
