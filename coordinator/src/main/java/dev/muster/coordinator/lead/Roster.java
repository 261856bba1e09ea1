package dev.muster.coordinator.lead;

import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.coordinator.run.WorkerNeeds;
import java.time.Duration;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who is in the fleet, and which inbox is whose. Used by the lead's thread only. */
final class Roster {

    private final Map<String, Member> members = new LinkedHashMap<>();
    private final BitSet inboxes = new BitSet();
    private final int most;

    /** @param most inboxes that there are */
    Roster(int most) {
        this.most = most;
    }

    Optional<Member> find(String incarnation) {
        return Optional.ofNullable(members.get(incarnation));
    }

    /** Most members that it can have. */
    int inboxes() {
        return most;
    }

    /** Empty when every inbox has an owner. */
    Optional<Member> join(Hello hello, Duration now) {
        int inbox = inboxes.nextClearBit(0);
        if (inbox >= most) {
            return Optional.empty();
        }
        inboxes.set(inbox);
        var member = new Member(hello, inbox, now);
        members.put(hello.incarnation(), member);
        return Optional.of(member);
    }

    /** Takes over one that an earlier leader took in; its inbox was {@link #reserve}d for it. */
    Member adopt(Hello hello, int inbox, Duration now) {
        inboxes.set(inbox);
        var member = new Member(hello, inbox, now);
        members.put(hello.incarnation(), member);
        return member;
    }

    /** Gives that inbox to nobody. */
    void reserve(int inbox) {
        inboxes.set(inbox);
    }

    void release(int inbox) {
        inboxes.clear(inbox);
    }

    /** Its inbox is free from here on; what is said of a member that was removed before frees nobody's. */
    void remove(Member member) {
        member.become(Member.State.GONE);
        if (members.remove(member.incarnation(), member)) {
            inboxes.clear(member.inbox());
        }
    }

    /** The member with most free slots that has what is needed. */
    Optional<Member> freest(WorkerNeeds needs) {
        // asked for each case: with hundreds of members a stream here is what the lead does most
        Member freest = null;
        int most = 0;
        for (var member : members.values()) {
            int free = member.free();
            if (free > most && needs.metBy(member.hello())) {
                freest = member;
                most = free;
            }
        }
        return Optional.ofNullable(freest);
    }

    /** What is missing, when there are members and none has what is needed. */
    Optional<WorkerNeeds> unmet(WorkerNeeds needs) {
        var hellos = members.values().stream().map(Member::hello).toList();
        return needs.isNothing() || hellos.isEmpty() || hellos.stream().anyMatch(needs::metBy) ? Optional.empty()
                : Optional.of(needs.unmetBy(hellos));
    }

    List<Member> silentLonger(Duration lease, Duration now) {
        return members.values().stream().filter(member -> member.state() != Member.State.GONE)
                .filter(member -> member.silence(now).compareTo(lease) > 0).toList();
    }

    Collection<Member> all() {
        return members.values();
    }

    int slots() {
        return members.values().stream().filter(member -> member.state() == Member.State.ACTIVE)
                .mapToInt(member -> member.hello().slots()).sum();
    }
}
