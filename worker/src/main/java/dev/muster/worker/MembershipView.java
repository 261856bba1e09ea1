package dev.muster.worker;

import module java.base;
import dev.muster.common.message.ControlMessage;
import org.jspecify.annotations.Nullable;

/**
 * What an incarnation knows of its place in the fleet, from {@code control} alone: the leader, its own inbox, and
 * whether it was fenced. It keeps its inbox and its cases in flight when another coordinator leads: it says
 * hello to the new leader, which answers with a lease of its own epoch.
 */
public final class MembershipView {

    private final String incarnation;
    private final Map<String, Long> leaders = new HashMap<>();
    private long epoch;
    private ControlMessage.@Nullable InboxLease lease;
    private boolean fenced;

    public MembershipView(String incarnation) {
        this.incarnation = incarnation;
    }

    /** Applies the next record of {@code control}; records come in order. */
    public void apply(ControlMessage message) {
        switch (message) {
            case ControlMessage.Leadership leads -> {
                leaders.put(leads.key(), leads.epoch());
                follow();
            }
            case ControlMessage.InboxLease offered -> {
                if (offered.incarnation().equals(incarnation) && offered.epoch() == epoch) {
                    lease = offered;
                }
            }
            case ControlMessage.Fenced fence -> fenced |= fence.incarnation().equals(incarnation);
            case ControlMessage.Rates _,ControlMessage.Full _ -> {
                // neither changes the membership
            }
        }
    }

    /** Removes what control says under a key: an older epoch, or one that no coordinator was given. */
    public void forget(String key) {
        if (leaders.remove(key) != null) {
            follow();
        }
    }

    private void follow() {
        epoch = leaders.values().stream().max(Comparator.naturalOrder()).orElse(epoch);
    }

    /** Returns the newest leader's epoch; 0 before any coordinator led this fleet. */
    public long epoch() {
        return epoch;
    }

    /** Returns the inbox to read; null before the first lease. */
    public ControlMessage.@Nullable InboxLease lease() {
        return lease;
    }

    /** Whether the leader does not know this incarnation yet. */
    public boolean unknown() {
        return epoch > 0 && (lease == null || lease.epoch() != epoch);
    }

    /** Whether it was fenced: its reports no longer count. */
    public boolean fenced() {
        return fenced;
    }
}
