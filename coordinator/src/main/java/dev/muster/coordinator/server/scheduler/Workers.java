package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.coordinator.run.WorkerNeeds;
import org.jspecify.annotations.Nullable;

/** The members of the fleet, and the owner of each inbox. Used by the scheduler's thread only. */
final class Workers {

    private final Map<String, Member> members = new LinkedHashMap<>();
    private final Map<String, Integer> reserved = new HashMap<>();
    private final int most;
    private final FreeSlots freeSlots = new FreeSlots();

    /** @param most number of inboxes */
    Workers(int most) {
        this.most = most;
    }

    Optional<Member> find(String incarnation) {
        return Optional.ofNullable(members.get(incarnation));
    }

    int inboxes() {
        return most;
    }

    /** Adds a member; returns empty when every inbox has an owner. */
    Optional<Member> join(Hello hello, Duration now) {
        int inbox = free();
        return inbox < most ? Optional.of(adopt(hello, inbox, now)) : Optional.empty();
    }

    /** Adopts a member of an earlier leader; its inbox was {@link #reserve}d for it. */
    Member adopt(Hello hello, int inbox, Duration now) {
        var member = new Member(hello, inbox, now, freeSlots::changed);
        members.put(hello.incarnation(), member);
        return member;
    }

    /** Keeps an inbox for an incarnation that may still read it; several may have had it, one after another. */
    void reserve(String incarnation, int inbox) {
        reserved.put(incarnation, inbox);
    }

    void release(String incarnation) {
        reserved.remove(incarnation);
    }

    void remove(Member member) {
        member.become(Member.State.GONE);
        freeSlots.remove(member);
        members.remove(member.incarnation(), member);
    }

    /** Computed each time: a separate record would drift from what the members have. */
    private int free() {
        var taken = new BitSet(most);
        members.values().forEach(member -> taken.set(member.inbox));
        reserved.values().forEach(taken::set);
        return taken.nextClearBit(0);
    }

    Optional<Member> freest(WorkerNeeds needs) {
        return freeSlots.most(needs);
    }

    /** Returns what is missing when there are members but none meets the needs. */
    Optional<WorkerNeeds> unmet(WorkerNeeds needs) {
        if (needs.isNothing() || members.isEmpty()
                || members.values().stream().map(member -> member.hello).anyMatch(needs::metBy)) {
            return Optional.empty();
        }
        return Optional.of(needs.unmetBy(members.values().stream().map(member -> member.hello).toList()));
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
                .mapToInt(member -> member.hello.slots()).sum();
    }

    /** Workers that say hello while every inbox has an owner. Used by the scheduler's thread only. */
    static final class JoinQueue {

        /** A waiting worker says hello each second; one that stopped doing so has left. */
        private static final Duration PATIENCE = Duration.ofSeconds(10);

        private final Map<String, Duration> heard = new HashMap<>();

        /** Adds a worker; returns whether it was not there before. */
        boolean waits(String incarnation, Duration now) {
            return heard.put(incarnation, now) == null;
        }

        /** Removes a worker that was given an inbox, or said goodbye. */
        void gone(String incarnation) {
            heard.remove(incarnation);
        }

        int waiting(Duration now) {
            heard.values().removeIf(at -> now.minus(at).compareTo(PATIENCE) > 0);
            return heard.size();
        }
    }

    /** Members with free slots, most of them first, found without a search. Used by the scheduler's thread only. */
    private static final class FreeSlots {

        private static final Comparator<Place> MOST_FIRST = Comparator.comparingInt(Place::free).reversed()
                .thenComparingLong(Place::order);

        private final Map<Offer, TreeSet<Place>> places = new HashMap<>();
        private final Map<Member, Place> of = new HashMap<>();
        private long order;

        /** @param order order in which members with equally many joined */
        private record Place(Member member, int free, long order) {}

        /** What workers offer; those of a fleet are of a few kinds. */
        private record Offer(Set<String> env, Set<String> switches) {
            static Offer of(Member member) {
                return new Offer(member.hello.env(), member.hello.switches());
            }
        }

        /** Updates a member whenever what it holds, or may be given, changes. */
        void changed(Member member) {
            var before = of.get(member);
            if (before == null || before.free != member.free()) {
                move(member, before);
            }
        }

        void remove(Member member) {
            var before = of.remove(member);
            if (before != null) {
                takeOut(before);
            }
        }

        Optional<Member> most(WorkerNeeds needs) {
            return places.values().stream().map(TreeSet::first).filter(place -> needs.metBy(place.member.hello))
                    .min(MOST_FIRST).map(Place::member);
        }

        private void move(Member member, @Nullable Place before) {
            if (before != null) {
                takeOut(before);
            }
            var place = new Place(member, member.free(), before == null ? order++ : before.order);
            of.put(member, place);
            if (place.free > 0) {
                places.computeIfAbsent(Offer.of(member), _ -> new TreeSet<>(MOST_FIRST)).add(place);
            }
        }

        private void takeOut(Place place) {
            places.computeIfPresent(Offer.of(place.member), (_, alike) -> {
                alike.remove(place);
                return alike.isEmpty() ? null : alike;
            });
        }
    }

    /**
     * The reason why nothing of a run is in flight, or only little.
     *
     * @param waiting workers that wait for an inbox
     */
    record StallReason(ActiveRun run, Workers workers, int waiting, boolean storeHealthy) {

        /** Returns a part of a sentence; empty while cases are in flight as usual, or soon will be. */
        Optional<String> why() {
            if (run.stopped() == null && run.ledger.onlySuspects()) {
                return Optional.of("cases of a lost worker run again, each in a process of its own, at most "
                        + CaseOrder.MOST_ALONE + " at once on a worker");
            }
            if (run.ledger.assignedCount() > 0 || run.stopped() != null || run.ledger.done()) {
                return Optional.empty();
            }
            if (run.time.isPaused()) {
                return Optional.of("the run is paused; muster continue " + run.id + " continues it");
            }
            if (!storeHealthy) {
                return Optional.of("the fleet's database does not accept writes");
            }
            return ofWorkers();
        }

        private Optional<String> ofWorkers() {
            int slots = workers.slots();
            if (slots == 0) {
                return Optional.of("the fleet has no worker");
            }
            var unmet = workers.unmet(run.needs);
            if (unmet.isPresent()) {
                return Optional.of("no worker " + unmet.get().lacking() + "; the run is stopped unless one joins soon");
            }
            return workers.freest(run.needs).isPresent() ? Optional.empty()
                    : Optional.of("all slots of the fleet's workers are busy with other runs" + whoWaits());
        }

        private String whoWaits() {
            return waiting == 0 ? "" : ", and " + waiting + (waiting == 1 ? " worker waits" : " workers wait")
                    + " for one of its " + workers.inboxes() + " inboxes (muster coordinator --inboxes)";
        }
    }
}
