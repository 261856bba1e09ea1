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
    private final FreeSlots freeSlots = new FreeSlots();

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
        var member = new Member(hello, inbox, now, freeSlots::changed);
        members.put(hello.incarnation(), member);
        return Optional.of(member);
    }

    /** Takes over one that an earlier leader took in; its inbox was {@link #reserve}d for it. */
    Member adopt(Hello hello, int inbox, Duration now) {
        inboxes.set(inbox);
        var member = new Member(hello, inbox, now, freeSlots::changed);
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
        freeSlots.remove(member);
        if (members.remove(member.incarnation(), member)) {
            inboxes.clear(member.inbox());
        }
    }

    /** The member with most free slots that has what is needed. */
    Optional<Member> freest(WorkerNeeds needs) {
        return freeSlots.most(needs);
    }

    /** What is missing, when there are members and none has what is needed. */
    Optional<WorkerNeeds> unmet(WorkerNeeds needs) {
        if (needs.isNothing() || members.isEmpty()
                || members.values().stream().map(Member::hello).anyMatch(needs::metBy)) {
            return Optional.empty();
        }
        return Optional.of(needs.unmetBy(members.values().stream().map(Member::hello).toList()));
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
