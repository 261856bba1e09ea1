package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.InboxMessage.Drop;

/** Drop requests that members may not have received. Used by the scheduler's thread only. */
final class DropRequests {

    /** Number of snapshots between repeats of a request. */
    private static final int PATIENCE = 2;

    private final Map<String, List<Told>> told = new HashMap<>();

    private static final class Told {

        private final Drop drop;
        private final Set<Dispatch> meant;
        private int snapshots;

        Told(Drop drop, Set<Dispatch> meant) {
            this.drop = drop;
            this.meant = meant;
        }
    }

    void told(Member member, Drop drop) {
        var meant = new HashSet<>(drop.dispatches());
        if (meant.isEmpty()) {
            member.assigned().forEach((dispatch, ref) -> {
                if (ref.run().equals(drop.run())) {
                    meant.add(dispatch);
                }
            });
        }
        told.computeIfAbsent(member.incarnation(), each -> new ArrayList<>()).add(new Told(drop, meant));
    }

    /** Returns the requests to repeat: some of their dispatches are held, or on their way to the member. */
    List<Drop> unheard(Member member, Set<Dispatch> held) {
        var open = told.getOrDefault(member.incarnation(), List.of());
        if (open.isEmpty()) {
            return List.of();
        }
        open.removeIf(each -> each.meant.stream()
                .noneMatch(dispatch -> held.contains(dispatch) || member.assigned().containsKey(dispatch)));
        return open.stream().filter(each -> ++each.snapshots % PATIENCE == 0).map(each -> each.drop).toList();
    }

    void forget(Member member) {
        told.remove(member.incarnation());
    }
}
