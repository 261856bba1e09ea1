package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.coordinator.run.WorkerNeeds;
import org.jspecify.annotations.Nullable;

/** Members with free slots, most of them first, found without a search. Used by the scheduler's thread only. */
final class FreeSlots {

    private static final Comparator<Place> MOST_FIRST = Comparator.comparingInt(Place::free).reversed()
            .thenComparingLong(Place::order);

    private final TreeSet<Place> places = new TreeSet<>(MOST_FIRST);
    private final Map<Member, Place> of = new HashMap<>();
    private long order;

    /** @param order order in which members with equally many joined */
    private record Place(Member member, int free, long order) {}

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
            places.remove(before);
        }
    }

    Optional<Member> most(WorkerNeeds needs) {
        return places.stream().map(Place::member).filter(member -> needs.metBy(member.hello())).findFirst();
    }

    private void move(Member member, @Nullable Place before) {
        if (before != null) {
            places.remove(before);
        }
        var place = new Place(member, member.free(), before == null ? order++ : before.order);
        of.put(member, place);
        if (place.free > 0) {
            places.add(place);
        }
    }
}
