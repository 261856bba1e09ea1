package dev.muster.coordinator.lead;

import dev.muster.common.channel.Topic;
import dev.muster.common.message.WorkerMessage.Hello;
import java.time.Duration;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Who is in the fleet, and which inbox is whose. Used by the lead's thread only. */
final class Roster {

    private final Map<String, Member> members = new LinkedHashMap<>();
    private final BitSet inboxes = new BitSet();

    Optional<Member> find(String incarnation) {
        return Optional.ofNullable(members.get(incarnation));
    }

    /** Empty when every inbox has an owner. */
    Optional<Member> join(Hello hello, Duration now) {
        int inbox = inboxes.nextClearBit(0);
        if (inbox >= Topic.CASES.partitions()) {
            return Optional.empty();
        }
        inboxes.set(inbox);
        var member = new Member(hello, inbox, now);
        members.put(hello.incarnation(), member);
        return Optional.of(member);
    }

    void remove(Member member) {
        member.become(Member.State.GONE);
        members.remove(member.incarnation());
        inboxes.clear(member.inbox());
    }

    /** The member with most free slots that has those environment variables. */
    Optional<Member> freest(Set<String> env) {
        return members.values().stream().filter(member -> member.free() > 0)
                .filter(member -> member.hello().env().containsAll(env)).max(Comparator.comparingInt(Member::free));
    }

    /** Names that no member has, if there are members at all. */
    boolean nobodyHas(Set<String> env) {
        return !env.isEmpty() && !members.isEmpty()
                && members.values().stream().noneMatch(member -> member.hello().env()
                        .containsAll(env));
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
